import pg from 'pg'

// PostgreSQL: connection exceptions, being shut down or started, too many clients, failing over to a new primary, its disk full:
// what could not be stored for that is to be sent again, and is no fault of what was sent.
const sqlStates = new Set(['57P01', '57P02', '57P03', '53300', '25006', '53100'])
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

// A lost node of a cluster, as its coordinator reports it; one server alone never answers so. Some of it has no code of its
// own: what broke off in the middle of a statement, or of a commit whose end nobody knows.
const nodeLost = '08006'
const nodeBrokeOff =
  /^(could not commit transaction for shard|failed to COPY to shard|SSL SYSCALL error|SSL connection has been closed|server closed the connection|connection not open|could not (send data to|receive data from) server)/

/**
 * True where a node of a cluster cannot be reached just now, while the coordinator answers: a matter of the tenants on it alone
 * (decisions/0061).
 */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === nodeLost || nodeBrokeOff.test(error.message))

/** What was asked for lies where nothing can be read just now. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/** True where the error says that the database cannot be reached or store anything just now, rather than that the query is wrong. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (isNodeAway(error) || error instanceof DatabaseAwayError) return true
  // A name with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true
  const { code, syscall }: NodeJS.ErrnoException = error
  if (typeof code === 'string') {
    if (sqlStates.has(code) || /^08...$/.test(code) || networkCodes.has(code)) return true
    // The embedded server's socket file is gone while the server is.
    if (code === 'ENOENT' && syscall === 'connect') return true
  }
  return awayMessages.test(error.message) || (error.cause !== undefined && isDatabaseAway(error.cause))
}
