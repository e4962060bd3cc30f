import type { Db } from '../../platform/context.ts'
import type { EpisodeSegment } from './episode-log.ts'
import { moveEpisodes } from './move.ts'
import { openEpisodes } from './open.ts'
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

/** Opens, raises, lowers and ends episodes as the judge saw them, in the order in which each came about. */
export const followJudge = async (db: Db, segments: readonly EpisodeSegment[]): Promise<void> => {
  const events: EpisodeEvent[] = []
  for (const round of roundsOf(segments)) {
    const { opening = [], moving = [] } = Object.groupBy(round, ({ opened }) => (opened ? 'opening' : 'moving'))
    events.push(...(await openEpisodes(db, opening)), ...(await moveEpisodes(db, moving)))
  }
  await recordEvents(db, events)
}
