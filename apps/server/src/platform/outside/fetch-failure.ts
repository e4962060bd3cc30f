/**
 * Why an outgoing call failed, in a few words for the log. fetch itself says only that it did: the reason is in the
 * cause, and a cause with several addresses has a code and no message. The address is left out; it may be a secret.
 */
export const fetchFailure = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message.slice(0, 200)
}
