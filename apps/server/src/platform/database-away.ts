// PostgreSQL: connection exceptions, being shut down or started, too many clients, failing over to a new primary.
const sqlStates = new Set(['57P01', '57P02', '57P03', '53300', '25006'])
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNABORTED',
])
// Messages of errors without a code of their own; the last is the server's, whose code has other meanings too.
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|Connection ended unexpectedly|driver has already been destroyed)|is not currently accepting connections$/

/** What was asked for lies where nothing can be read just now. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** True where the error says that the database cannot be reached just now, rather than that the query is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseAwayError) return true
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code === 'string') {
    if (sqlStates.has(code) || /^08...$/.test(code) || networkCodes.has(code)) return true
    // The embedded server's socket file is gone while the server is.
    if (code === 'ENOENT' && syscall === 'connect') return true
  }
  return awayMessages.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
}
