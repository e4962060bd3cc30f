import type { Acclimatisation, LimitedPerson } from '@mimamori/contract/acclimatisation'
import type { HealthRow } from '@mimamori/contract/health-condition'

/** What is said to a leader of somebody whose minutes in heat are spent. */
export const spentWords = 'きょうの暑さの時間を使い切りました'

/** The same, where it may be broken. */
export const spentParts = ['きょうの暑さの時間を', '使い切りました'] as const

/** Whether somebody's minutes in heat of the day are spent. */
export const isSpent = ({ allowedMinutes, spentMinutes }: Pick<Acclimatisation, 'allowedMinutes' | 'spentMinutes'>): boolean =>
  allowedMinutes !== null && spentMinutes !== null && spentMinutes > 0 && spentMinutes >= allowedMinutes

/**
 * Whether somebody's plan says something of today. Before a season's first heat everybody has a ladder that would begin if it became hot:
 * a limit that only then would be theirs is not shown to them.
 */
export const planHolds = ({ hasBegun, override, spentMinutes }: Pick<Acclimatisation, 'hasBegun' | 'override' | 'spentMinutes'>): boolean =>
  hasBegun || override !== null || (spentMinutes ?? 0) > 0

/** The minutes spent, by the readings that came since; what was spent stays once nothing is heard any more. */
export const withSpent = (people: readonly LimitedPerson[], rows: readonly HealthRow[]): readonly LimitedPerson[] => {
  const minutes = new Map(rows.map((row) => [row.userId, row.heatMinutesToday]))
  return people.map((person) => {
    const spent = minutes.get(person.userId) ?? null
    return spent === null || spent === person.spentMinutes ? person : { ...person, spentMinutes: spent }
  })
}
