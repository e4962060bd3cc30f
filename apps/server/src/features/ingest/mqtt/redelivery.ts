/**
 * Whether messages that a broker sends on a new connection are in order: first those that it has sent before (their DUP flag is
 * set), then those that it sends for the first time. One sent before that comes after a new one was still in flight on a former
 * connection, and is older than the messages in front of it.
 */
export const inOrder = (isRepeated: readonly boolean[]): boolean => {
  const firstNew = isRepeated.indexOf(false)
  return firstNew < 0 || !isRepeated.includes(true, firstNew)
}
