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

/**
 * Total level (総合アラート) of a heart level and a heat level: the higher one, one more where both are at least caution, at
 * most danger. Without a heart level the heat level counts only from caution up, so that missing heart rate never shows
 * as safe; without a heat level the heart level counts alone. Never throws. Source: project choice, decisions/0004.
 */
export function combineLevels(heart: Level | null, heat: Level | null): Level | null {
  if (heart === null) return heat === 0 ? null : heat
  if (heat === null) return heart
  const higher = heart > heat ? heart : heat
  if (heart === 0 || heat === 0) return higher
  switch (higher) {
    case 0:
    case 1:
      return 2
    case 2:
    case 3:
      return 3
    default:
      return higher satisfies never
  }
}
