const instant = /^\d{4}-\d{2}-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

// The years that both JavaScript and PostgreSQL write in four digits. A clock that was reset begins in 1970, 1980 or 2000.
const firstInstant = Date.parse('0001-01-01T00:00:00Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/** The instant (epoch ms) of an ISO 8601 text, undefined where the text has not its form, NaN where the calendar or the clock has no such time. */
export const readInstant = (text: unknown): number | undefined => {
  const [, dayOfMonth] = (typeof text === 'string' && instant.exec(text)) || []
  if (dayOfMonth === undefined) return undefined
  const date = String(text).slice(0, 10)
  // JavaScript reads 30 February as 2 March; days up to 28 exist in every month.
  if (Number(dayOfMonth) > 28 && new Date(Date.parse(date)).getUTCDate() !== Number(dayOfMonth)) return Number.NaN
  const at = Date.parse(String(text))
  return at >= firstInstant && at <= lastInstant ? at : Number.NaN
}
