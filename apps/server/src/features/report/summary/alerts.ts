import { alertKinds, answerMinutes, isEmergencyKind, outcomes, type SafetySummary } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { answerOf, isOverdue } from './answer.ts'
import type { Episode } from './read-episodes.ts'

export type ByLevel = SafetySummary['totals']

/** What of an episode the levels of a heat summary count it as; a belt's or a silence's level is none of heat. */
export const gradeOf = ({ kind, level }: Pick<Episode, 'kind' | 'level'>): keyof ByLevel | undefined => {
  if (isEmergencyKind(kind)) return 'emergency'
  if (kind !== 'condition' && kind !== 'siteHeat') return undefined
  return level === 3 ? 'level3' : level === 2 ? 'level2' : level === 1 ? 'level1' : undefined
}

/** Episodes by their highest level. */
export const byLevel = (episodes: readonly Pick<Episode, 'kind' | 'level'>[]): ByLevel => {
  const counts = { emergency: 0, level3: 0, level2: 0, level1: 0 }
  for (const episode of episodes) {
    const grade = gradeOf(episode)
    if (grade !== undefined) counts[grade] += 1
  }
  return counts
}

/** The same for each hour of the day in Japan, 0 to 23. */
export const byHour = (episodes: readonly Episode[]): ByLevel[] => {
  const hours = Map.groupBy(episodes, ({ startedAt }) => Number(toJapanIso(startedAt).slice(11, 13)))
  return Array.from({ length: 24 }, (_, hour) => byLevel(hours.get(hour) ?? []))
}

export const byKind = (episodes: readonly Episode[]): SafetySummary['kinds'] =>
  alertKinds.map((kind) => ({ kind, count: episodes.filter((episode) => episode.kind === kind).length }))

const weight = ({ emergency, level3, level2, level1 }: ByLevel) => ((emergency * 1e4 + level3) * 1e4 + level2) * 1e4 + level1

/** By the group at the time, the one with the gravest first; a group that was renamed is one, under its latest name. */
export const byGroup = (episodes: readonly Episode[]): SafetySummary['groups'] => {
  const counting = episodes.filter((episode) => gradeOf(episode) !== undefined)
  return [...Map.groupBy(counting, ({ groupId, groupName }) => groupId ?? groupName).values()]
    .map((own) => ({ groupName: own.at(-1)?.groupName ?? null, ...byLevel(own) }))
    .toSorted((a, b) => Number(a.groupName === null) - Number(b.groupName === null) || weight(b) - weight(a))
}

/** What episodes that count came to, by outcome. */
export const byOutcome = (episodes: readonly Episode[]): SafetySummary['outcomes'] =>
  outcomes.map((outcome) => ({
    outcome,
    count: episodes.filter((episode) => episode.outcome === outcome && gradeOf(episode) !== undefined).length,
  }))

/** The middle of some numbers, whole; null where there are none. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return below === undefined || above === undefined ? null : Math.round((below + above) / 2)
}

/**
 * How the episodes that call for an answer (emergencies, levels 2 and 3) were answered. Episodes that were over before their
 * readings came in (後着) notified nobody and need no answer.
 */
export const responseOf = (episodes: readonly Episode[], now: Date): SafetySummary['response'] => {
  const asking = episodes.filter((episode) => !episode.late && ['emergency', 'level3', 'level2'].includes(gradeOf(episode) ?? ''))
  const seconds = asking.flatMap((episode) => answerOf(episode) ?? [])
  return {
    asked: asking.length,
    answered: seconds.length,
    unanswered: asking.length - seconds.length,
    medianSeconds: median(seconds),
    within: answerMinutes.map((minutes) => ({ minutes, count: seconds.filter((taken) => taken <= minutes * 60).length })),
    over30: asking.filter((episode) => isOverdue(episode, now)).length,
  }
}
