/**
 * Whether messages that a broker gives on a new connection stand in their order: first those that it has given before
 * (their DUP flag is set), then those that it gives for the first time. One given before that comes behind was still in
 * flight on a connection of before, and is older than what stands in front of it.
 */
export const inOrder = (isRepeated: readonly boolean[]): boolean => {
  const firstNew = isRepeated.indexOf(false)
  return firstNew < 0 || !isRepeated.includes(true, firstNew)
}
