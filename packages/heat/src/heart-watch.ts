/** Devices that report the heart less often than this, in minutes, find fewer dangers. Project choice, decisions/0119. */
const LONG_INTERVAL_MINUTES = 5
/** Less often than this, too few. Project choice, decisions/0119. */
const TOO_LONG_INTERVAL_MINUTES = 15

/**
 * How well a vital device watches a heart, by the interval in force in minutes: `'long'` over 5, `'tooLong'` over 15 (level 3 is found in
 * 97 of 100 dangers at 1 and 5 minutes, 84 at 15, 39 at 60), `null` for often enough or unknown. Whole minutes count, since spacings vary
 * by seconds. Changes no level. Never throws. Source: project choice, decisions/0119.
 */
export function intervalConcern(intervalMinutes: number | null): 'long' | 'tooLong' | null {
  const minutes = Math.round(intervalMinutes ?? 0)
  if (!(minutes > LONG_INTERVAL_MINUTES)) return null
  return minutes > TOO_LONG_INTERVAL_MINUTES ? 'tooLong' : 'long'
}
