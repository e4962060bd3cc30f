import { isEmergencyKind } from '@mimamori/contract'
import type { Episode } from './read-episodes.ts'

type Answered = Pick<Episode, 'kind' | 'startedAt' | 'endedAt' | 'roseAt' | 'answeredAt' | 'answers'>

const overdueMs = 30 * 60_000

/** Since when an episode calls for an answer: an emergency at once, a condition from level 2 on. */
const answerDueSince = ({ kind, startedAt, roseAt }: Answered): number =>
  isEmergencyKind(kind) || roseAt === null ? startedAt.getTime() : Math.max(startedAt.getTime(), roseAt.getTime())

/**
 * Seconds until somebody acknowledged, responded or closed an episode; undefined where nobody did. Anyone who acknowledged it at
 * level 1 has not seen it rise, but anyone who was responding is there already: 0.
 */
export const answerOf = (episode: Answered): number | undefined => {
  const dueSince = answerDueSince(episode)
  const answers = episode.answeredAt.map((at, index) => ({ at: at.getTime(), event: episode.answers[index] }))
  if (answers.findLast(({ at }) => at < dueSince)?.event === 'responding') return 0
  // A start that was corrected afterwards may lie behind the answer.
  const first = answers.find(({ at }) => at >= dueSince) ?? (dueSince === episode.startedAt.getTime() ? answers[0] : undefined)
  return first === undefined ? undefined : Math.max(0, Math.round((first.at - dueSince) / 1_000))
}

/** Answered later than after 30 minutes, or waited so long for an answer; a condition that was over sooner did not. */
export const isOverdue = (episode: Answered, now: Date): boolean => {
  const seconds = answerOf(episode)
  if (seconds !== undefined) return seconds > 1_800
  // The end of an emergency is no answer: only a person closes it.
  const until = isEmergencyKind(episode.kind) ? now : (episode.endedAt ?? now)
  return Math.min(until.getTime(), now.getTime()) - answerDueSince(episode) > overdueMs
}
