import type { CrewLoad } from '@mimamori/contract'

/**
 * Alerts of a crew of 40 in a day with the default settings, by the day's highest WBGT (°C): level 2 and 3 reached, and
 * emergencies. Source: domain rule, tried on crews; decisions/0122.
 */
const table: readonly { readonly column: number; readonly withMeasure: CrewLoad; readonly withoutMeasure: CrewLoad }[] = [
  {
    column: 24,
    withMeasure: { level2: 30, level3: 5.1, emergency: 1.1 },
    withoutMeasure: { level2: 32, level3: 12, emergency: 3.8 },
  },
  {
    column: 28,
    withMeasure: { level2: 35, level3: 7.2, emergency: 1.5 },
    withoutMeasure: { level2: 37, level3: 15.7, emergency: 5.5 },
  },
  {
    column: 31,
    withMeasure: { level2: 26, level3: 8.7, emergency: 1.4 },
    withoutMeasure: { level2: 29, level3: 13.9, emergency: 3.6 },
  },
  {
    column: 32,
    withMeasure: { level2: 29, level3: 8.3, emergency: 2 },
    withoutMeasure: { level2: 31, level3: 13.6, emergency: 3.5 },
  },
]

/** Below it the table says nothing, °C. Project choice, decisions/0122. */
const lowestWbgt = 22

/** What to expect of days whose highest WBGT (°C) is this in the mean; null where that is unknown or too low. */
export const expectedLoad = (wbgt: number | null) => {
  if (wbgt === null || wbgt < lowestWbgt) return null
  const [first, ...others] = table
  if (first === undefined) return null
  const nearest = others.reduce((best, one) => (Math.abs(one.column - wbgt) < Math.abs(best.column - wbgt) ? one : best), first)
  return { wbgt, ...nearest }
}
