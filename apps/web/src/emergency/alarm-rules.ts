import type { AlertEpisode } from '@mimamori/contract/alert'

/**
 * What the alarm sounds for: nobody has answered it, and it is an emergency, a report, a danger that lasts, or somebody unhooked at height.
 * It never sounds for what was long over when its readings came (後着).
 */
export const sounds = ({ handling, withdrawn, late, emergency, endedAt, alertLevel, kind }: AlertEpisode): boolean => {
  if (handling !== 'open' || withdrawn === '1' || late === '1') return false
  if (emergency === '1') return true
  return endedAt === null && (alertLevel === 3 || kind === 'belt' || kind === 'report')
}

/** What of it a person has silenced, remembered by episode, level and reports, so that a new alert, a rise or another report is heard. */
export const soundKey = ({ id, alertLevel, reports }: Pick<AlertEpisode, 'id' | 'alertLevel' | 'reports'>): string =>
  `${id}:${alertLevel ?? ''}${reports > 1 ? `:${reports}` : ''}`

/** True while there is an alert that was not silenced. */
export const isLoud = (sounding: readonly AlertEpisode[], silenced: ReadonlySet<string>): boolean =>
  sounding.some((episode) => !silenced.has(soundKey(episode)))
