import type { AlertKind } from '@mimamori/contract'
import type { ConditionEnd, WorkerState } from '@mimamori/heat'
import { EpisodeLog } from '../../alerts/episodes/episode-log.ts'
import type { ReplayedEpisode } from '../../alerts/episodes/match-episodes.ts'
import { watchWorker } from './assess-worker.ts'
import type { AssessedReading } from '../reading.ts'

// A press had its effect when it came; the emergency that it began is on record.
const withoutPresses = (item: AssessedReading): AssessedReading => {
  const { worker } = item
  if (worker === null) return item
  const emergencyStarted = worker.emergencyStarted && worker.emergency?.cause === 'accumulated'
  return { ...item, worker: { ...worker, callAccepted: false, emergencyStarted } }
}

/** Ends a condition that was open at the last reading and ended by the clock before the next reading came. */
const endedBy = (lost: ConditionEnd, episode: ReplayedEpisode): ReplayedEpisode => {
  if (episode.kind !== 'condition' || episode.endedAt !== null) return episode
  const end = { endedAt: lost.at, ending: lost.ending }
  return { ...episode, ...end, segment: episode.segment === null ? null : { ...episode.segment, ...end } }
}

/**
 * The episodes that readings in their order show, of a worker who was in that state before them: those that open, change or
 * end within them, and those that lasted all the time.
 * @param isLate whether the open emergency is one of too long ago to call anybody
 * @param lost how the condition ended by the clock since the last of the readings; null where it did not
 */
export const episodesOf = (
  userId: number,
  before: WorkerState | null,
  readings: readonly AssessedReading[],
  lost: ConditionEnd | null,
  isLate: boolean,
): ReplayedEpisode[] => {
  const log = new EpisodeLog()
  watchWorker(userId, before, readings.map(withoutPresses), log)
  if (isLate) for (const segment of log.segments) if (segment.subject.kind === 'emergency') segment.late = true
  const episodes = log.segments.map((segment): ReplayedEpisode => {
    const levels = segment.moments.flatMap(({ level }) => level ?? [])
    return {
      kind: segment.subject.kind,
      startedAt: segment.opened ? (segment.moments[0]?.at ?? null) : null,
      endedAt: segment.endedAt,
      ending: segment.ending,
      level: segment.moments.at(-1)?.level ?? null,
      peakLevel: levels.length === 0 ? null : Math.max(...levels),
      segment,
    }
  })
  const last = readings.findLast(({ worker }) => worker?.fresh === true)?.worker
  const lasting = (kind: AlertKind, isOpen: boolean | undefined, level: number | null): ReplayedEpisode[] =>
    isOpen !== true || episodes.some((episode) => episode.kind === kind)
      ? []
      : [{ kind, startedAt: null, endedAt: null, ending: null, level, peakLevel: level, segment: null }]
  const shown = [
    ...episodes,
    ...lasting('condition', last?.conditionOpen, last?.conditionLevel ?? null),
    ...lasting('noHeartRate', last?.noHeartRate, null),
  ]
  return lost === null ? shown : shown.map((episode) => endedBy(lost, episode))
}
