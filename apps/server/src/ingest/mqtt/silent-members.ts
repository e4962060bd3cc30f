// Looks in a row, half a second apart, at which a process has not asked the database anything since the first.
const looksBeforeSilent = 20

/**
 * Tells which processes have fallen silent: halted, or without a way to the database although it still counts on them.
 * Looks are counted rather than time, so that a database that was away for a while makes nobody look silent.
 */
export const createWatch = () => {
  const seen = new Map<number, { readonly asked: string; looks: number }>()
  return (asked: ReadonlyMap<number, string>): number[] => {
    for (const id of seen.keys()) if (!asked.has(id)) seen.delete(id)
    for (const [id, at] of asked) {
      const before = seen.get(id)
      if (before?.asked === at) before.looks += 1
      else seen.set(id, { asked: at, looks: 1 })
    }
    return [...seen].filter(([, { looks }]) => looks >= looksBeforeSilent).map(([id]) => id)
  }
}
