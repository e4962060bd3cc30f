// Looks in a row, half a second apart, at which a process has sent the database nothing since the first.
const looksBeforeSilent = 20

/**
 * Finds the processes that have fallen silent: halted, or without a way to the database while it still counts them.
 * Looks are counted rather than time, so that a database that was away for a while makes nobody look silent.
 */
export const createWatch = () => {
  const seen = new Map<number, { readonly at: string; looks: number }>()
  return (lastStatements: ReadonlyMap<number, string>): number[] => {
    for (const id of seen.keys()) if (!lastStatements.has(id)) seen.delete(id)
    for (const [id, at] of lastStatements) {
      const before = seen.get(id)
      if (before?.at === at) before.looks += 1
      else seen.set(id, { at, looks: 1 })
    }
    return [...seen].filter(([, { looks }]) => looks >= looksBeforeSilent).map(([id]) => id)
  }
}
