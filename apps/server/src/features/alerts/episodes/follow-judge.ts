import type { Db } from '../../../platform/context.ts'
import type { EpisodeSegment, EpisodeStretch } from './episode-log.ts'
import { moveEpisodes } from './move.ts'
import { openEpisodes } from './open.ts'
import { matchOrReopen } from './match-or-reopen.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/** The segments in rounds: no two of a round concern the same subject, and a subject's segments keep their order. */
const roundsOf = (segments: readonly EpisodeSegment[]): EpisodeSegment[][] => {
  const rounds: EpisodeSegment[][] = []
  const seen = new Map<string, number>()
  for (const segment of segments) {
    const key = JSON.stringify(segment.subject)
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    const list = rounds[round]
    if (list === undefined) rounds.push([segment])
    else list.push(segment)
  }
  return rounds
}

const followRound = async (
  db: Db,
  companyId: number,
  round: readonly EpisodeSegment[],
  stretches: readonly EpisodeStretch[],
): Promise<EpisodeEvent[]> => {
  const { opening = [], moving = [] } = Object.groupBy(round, ({ opened }) => (opened ? 'opening' : 'moving'))
  // What somebody closes meanwhile is waited for by the moving, and seen as closed after it.
  const moved = await moveEpisodes(db, companyId, moving)
  // What has ended by now was on record all the time.
  const ended = new Set(moved.flatMap(({ segment }) => (segment.endedAt === null ? [] : [JSON.stringify(segment.subject)])))
  const unrecorded = stretches.filter(({ subject }) => !ended.has(JSON.stringify(subject)))
  const opened = await openEpisodes(db, companyId, [...opening, ...(await matchOrReopen(db, companyId, unrecorded))])
  return [...moved.flatMap(({ events }) => events), ...opened]
}

const followCompany = async (
  db: Db,
  companyId: number,
  segments: readonly EpisodeSegment[],
  stretches: readonly EpisodeStretch[],
): Promise<void> => {
  const [first = [], ...later] = roundsOf(segments)
  const events = await followRound(db, companyId, first, stretches)
  for (const round of later) events.push(...(await followRound(db, companyId, round, [])))
  await recordEvents(db, events)
}

/**
 * Opens, raises, lowers and ends episodes as the judge saw them, in the order in which each came about.
 * @param stretches the conditions that held before the batch, by which those that a person has closed reopen
 */
export const followJudge = async (
  db: Db,
  segments: readonly EpisodeSegment[],
  stretches: readonly EpisodeStretch[] = [],
): Promise<void> => {
  const ofCompany = (of: EpisodeSegment | EpisodeStretch) => of.subject.companyId
  const [own, held] = [Map.groupBy(segments, ofCompany), Map.groupBy(stretches, ofCompany)]
  for (const companyId of new Set([...own.keys(), ...held.keys()]))
    await followCompany(db, companyId, own.get(companyId) ?? [], held.get(companyId) ?? [])
}
