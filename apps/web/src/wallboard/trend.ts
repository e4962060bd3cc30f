/** Half hours that a change is looked at over, and what is a change at all (°C): a watcher is good to some tenths. */
const over = 2
const least = 0.3

/** Where a watcher's heat goes, by its values of the last half hours; null where there are too few to say. */
export const trendOf = (trend: readonly (number | null)[]): 'rising' | 'level' | 'falling' | null => {
  const latest = trend.findLastIndex((value) => value !== null)
  const [now, then] = [trend[latest], trend[latest - over]]
  // What is older than an hour says nothing about where it goes now.
  if (now == null || then == null || latest < trend.length - over) return null
  if (now - then >= least) return 'rising'
  return then - now >= least ? 'falling' : 'level'
}
