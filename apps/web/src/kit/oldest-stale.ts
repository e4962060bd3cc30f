type Read = {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/**
 * What a screen of several answers says where some of them could not be read again: the time of the oldest of these, and one way to
 * read all of them again. Undefined where all are the latest.
 */
export const oldestStale = (results: readonly Read[]) => {
  const failed = results.filter(({ error }) => error !== null)
  if (failed.length === 0) return undefined
  return {
    isFetching: failed.some(({ isFetching }) => isFetching),
    dataUpdatedAt: Math.min(...failed.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  }
}
