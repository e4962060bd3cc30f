import type { AlertEpisode } from '@mimamori/contract/alert'

/**
 * What the alarm sounds for: nobody has answered it, and it is an emergency, a danger that lasts, or somebody unhooked at height.
 * It never sounds for what was long over when its readings came (後着).
 */
export const sounds = ({ handling, withdrawn, late, emergency, endedAt, alertLevel, kind }: AlertEpisode): boolean => {
  if (handling !== 'open' || withdrawn === '1' || late === '1') return false
  if (emergency === '1') return true
  return endedAt === null && (alertLevel === 3 || kind === 'belt')
}

/** What of it a person has silenced, remembered by episode and level, so that a new alert or a rise is heard again. */
export const soundKey = ({ id, alertLevel }: Pick<AlertEpisode, 'id' | 'alertLevel'>): string => `${id}:${alertLevel ?? ''}`

/** True while there is an alert that was not silenced. */
export const isLoud = (sounding: readonly AlertEpisode[], silenced: ReadonlySet<string>): boolean =>
  sounding.some((episode) => !silenced.has(soundKey(episode)))
