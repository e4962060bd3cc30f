type Value = number | boolean | string | null

/**
 * A PostgreSQL array literal of numbers, booleans or plain words (no commas, quotes, braces or spaces). The driver's
 * own conversion escapes every element, which at the rate of ingestion costs more than judging; free text still needs
 * it.
 */
export const arrayOf = <Row>(rows: readonly Row[], value: (row: Row) => Value): string => {
  let text = '{'
  let separator = ''
  for (const row of rows) {
    const item = value(row)
    text += separator
    text += item === null ? 'NULL' : item
    separator = ','
  }
  return `${text}}`
}

// Of a batch most readings came at one moment, and many were taken at one: a date written once serves them all.
const written = { epochMs: Number.NaN, text: '' }

/** An instant as the database reads it in an array literal. */
export const instantOf = (epochMs: number): string => {
  if (written.epochMs !== epochMs) {
    written.text = new Date(epochMs).toISOString()
    written.epochMs = epochMs
  }
  return written.text
}
