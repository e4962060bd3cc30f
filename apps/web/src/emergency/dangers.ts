import type { AlertEpisode } from '@mimamori/contract/alert'
import { byNeed } from './episodes.ts'

/** A belt unhooked at height and a report (申告) count as danger, as on the server. */
const isGrave = ({ kind, alertLevel, peakLevel, handling }: AlertEpisode): boolean =>
  kind === 'belt' || kind === 'report' || alertLevel === 3 || (handling === 'open' && peakLevel === 3)

/**
 * Whether somebody must answer an episode at once: an emergency until a person closes it; level 3 and a belt while they
 * last, level 3 also where it has eased before anybody saw it. None that was long
 * over when its readings came, and none of a site that the viewer does not see.
 */
export const isDanger = (episode: AlertEpisode): boolean => {
  const { emergency, drill, handling, withdrawn, late, baseName, endedAt } = episode
  if (drill === '1' || late === '1' || handling === 'closed' || withdrawn === '1' || baseName === null) return false
  return emergency === '1' || (endedAt === null && isGrave(episode))
}

const weightOf = ({ emergency, kind }: AlertEpisode): number => (emergency === '1' ? 2 : kind === 'report' ? 1 : 0)

/** The dangers among episodes, the most urgent first: emergencies, reports, then what nobody has answered. */
export const dangersAmong = (episodes: readonly AlertEpisode[]): AlertEpisode[] =>
  episodes.filter(isDanger).toSorted((a, b) => weightOf(b) - weightOf(a) || byNeed(a, b))
