/** An error as the log keeps it. */
export type LoggedError = { readonly [field: string]: unknown }

// What says where and how something failed. All else that an error carries may be a piece of a record or of a message:
// PostgreSQL's `detail` and `where` quote rows, a mail server's answer quotes addresses.
const loggedFields = [
  'code',
  'errno',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
] as const

// Data exceptions quote the value that would not do, in their message too: `invalid input syntax for type date: "…"`.
const quotesValue = /^22/
const withoutValues = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '"…"')

const deepest = 5

/**
 * What the log says of an error: its kind, its words, its place, and what it came from; nothing of the data it came upon.
 * @param depth how many errors this one came of, which ends circles
 */
export const loggedError = (error: unknown, depth = 0): LoggedError | string => {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  const fields = error as unknown as Record<string, unknown>
  const shown = quotesValue.test(String(fields['code'])) ? withoutValues : (text: string) => text
  const { cause } = error
  const causes = error instanceof AggregateError ? error.errors : cause === undefined ? [] : [cause]
  return {
    type: error.name,
    message: shown(error.message),
    stack: shown(error.stack ?? ''),
    ...Object.fromEntries(loggedFields.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]])),
    ...(causes.length === 0 || depth >= deepest ? {} : { causes: causes.map((each: unknown) => loggedError(each, depth + 1)) }),
  }
}
