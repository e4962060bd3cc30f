/** Alert level: 0 safe, 1 caution, 2 vigilance, 3 danger. No current data is `null`, never 0. */
export type Level = 0 | 1 | 2 | 3

/** The higher of two levels; `null` (no data) is below 0. */
export function higherLevel(one: Level | null, other: Level | null): Level | null {
  if (one === null) return other
  if (other === null) return one
  return one > other ? one : other
}

/** The lower of two levels; `null` (no data) is below 0. */
export function lowerLevel(one: Level | null, other: Level | null): Level | null {
  if (one === null || other === null) return null
  return one < other ? one : other
}

/** The highest total level that heat alone makes beside a heart level. Project choice, decisions/0120. */
export const DEFAULT_HEAT_ALONE_MAX_LEVEL = 2

/** A device that reports less often does not watch the heart closely enough to call anybody safe. Project choice, decisions/0120. */
export const SPARSE_INTERVAL_MINUTES = 15

/**
 * What a total level is made of: `heatAloneMaxLevel` is the setting m, `intervalMinutes` the one in force, `null` while it is not
 * known. `isHeartRead`: there is a heart rate that is judged, whose level is not known yet where `heart` is `null`.
 */
export type TotalBasis = {
  readonly heart: Level | null
  readonly heat: Level | null
  readonly heatAloneMaxLevel: 2 | 3
  readonly intervalMinutes: number | null
  readonly isHeartRead?: boolean
}

/**
 * Total level (総合アラート): the heart level, or the heat level up to m where that is higher. Without a heart level the heat level
 * counts whole, from caution up, so that missing heart rate never shows as safe, and so does it where a device is too seldom
 * heard for a heart level of 0 to mean much; without a heat level the heart level counts alone. Never throws.
 * Source: project choice, decisions/0120.
 */
export function totalLevelOf({ heart, heat, heatAloneMaxLevel, intervalMinutes, isHeartRead }: TotalBasis): Level | null {
  if (heat === null) return heart
  if (heart === null) {
    const alone = isHeartRead === true && heat > heatAloneMaxLevel ? heatAloneMaxLevel : heat
    return alone === 0 ? null : alone
  }
  const isSparse = intervalMinutes !== null && intervalMinutes > SPARSE_INTERVAL_MINUTES
  const isCapped = heat > heatAloneMaxLevel && !(heart === 0 && isSparse)
  const capped = isCapped ? heatAloneMaxLevel : heat
  return heart > capped ? heart : capped
}
