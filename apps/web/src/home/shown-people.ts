import type { AlertEpisode } from '@mimamori/contract/alert'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { dangersAmong } from '../emergency/dangers.ts'

/** So many fit on a screen with what is above them; the rest are a step away in the list. */
const mostShown = 12

/** The rows of the home screen, without emergencies: those are above, unfolded. `whole`: a small group is shown to the last. */
export const shownPeople = (rows: readonly HealthRow[], whole: boolean): HealthRow[] => {
  const others = rows.filter((row) => row.emergency !== '1')
  return whole ? others : others.slice(0, mostShown)
}

/**
 * The dangers of people that neither a card above nor a row answers, the most urgent first: belts and reports, which change no level,
 * and level 3 of somebody who has eased since then.
 * @param byUser the episode that the row of a person answers
 */
export const furtherDangers = (
  episodes: readonly AlertEpisode[],
  rows: readonly HealthRow[],
  byUser: ReadonlyMap<number, AlertEpisode>,
): AlertEpisode[] => {
  const dangers = dangersAmong(episodes)
  const inEmergency = new Set(dangers.filter(({ emergency }) => emergency === '1').map(({ userId }) => userId))
  const answered = new Set(rows.map(({ userId }) => byUser.get(userId)?.id))
  return dangers.filter(({ id, userId, kind, emergency }) => {
    if (kind === 'belt') return true
    if (kind === 'report') return userId === null || !inEmergency.has(userId)
    // The answer to an emergency shows the person's other alerts with it.
    return emergency === '0' && userId !== null && !inEmergency.has(userId) && !answered.has(id)
  })
}
