import { type ClosedEpisode, watchClosed } from '@mimamori/heat'
import { sql } from 'kysely'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Db } from '../../../platform/context.ts'
import type { EpisodeMoment, EpisodeSegment, EpisodeStretch } from './episode-log.ts'

/** The recorded episode of a condition that continues: an open one, or one that a person closed while it held. */
type MatchingEpisode = {
  readonly alert_id: number
  readonly position: number
  readonly is_open: boolean
  readonly held_level: number | null
  readonly held_since: Date | null
}

type Watched = { readonly alertId: number; readonly closed: ClosedEpisode | null }

// A closed episode of somebody who has gone to another office is theirs there too, one of a place stays there.
// Each subject is looked up by itself (`offset 0`), by the index of open episodes and by those of a person or of what is held: this
// plan is right however many episodes there are, and a plan for a table that was young is kept.
const findMatchingEpisodes = async (db: Db, companyId: number, stretches: readonly EpisodeStretch[]): Promise<MatchingEpisode[]> => {
  const subjects = stretches.map(({ subject }) => subject)
  const wanted = sql`select * from unnest(${arrayOf(subjects, ({ kind }) => kind)}::text[], ${arrayOf(subjects, ({ officeId }) => officeId)}::int[],
      ${arrayOf(subjects, ({ userId }) => userId)}::int[], ${arrayOf(subjects, ({ deviceId }) => deviceId)}::int[])
      with ordinality as x (kind, office_id, user_id, device_id, place)`
  const held = sql`a.alert_id, a.ended_at is null as is_open, a.held_level, a.held_since`
  const ofCompany = sql`a.company_id = ${companyId} and a.kind = x.kind`
  const isOpen = sql`a.office_id = x.office_id and a.ended_at is null and not a.drill and a.source <> 'poster'`
  const ofDevice = sql`a.device_id is not distinct from x.device_id`
  const { rows } = await sql<MatchingEpisode>`${prepared('match-alerts')}
    with x as (${wanted})
    select found.*, x.place::int - 1 as position from x
     cross join lateral (
       select ${held} from alert a where ${ofCompany} and ${isOpen} and a.user_id = x.user_id and ${ofDevice} offset 0) found
    union all
    select found.*, x.place::int - 1 from x
     cross join lateral (select ${held} from alert a where ${ofCompany} and a.still_held and a.user_id = x.user_id and ${ofDevice} offset 0) found
    union all
    select found.*, x.place::int - 1 from x
     cross join lateral (
       select ${held} from alert a where ${ofCompany} and ${isOpen} and a.user_id is null and ${ofDevice} offset 0) found
     where x.user_id is null
    union all
    select found.*, x.place::int - 1 from x
     cross join lateral (
       select ${held} from alert a
        where ${ofCompany} and a.still_held and a.office_id = x.office_id and a.user_id is null and ${ofDevice} and a.ended_at is not null offset 0) found
     where x.user_id is null
     order by 1`.execute(db)
  return rows
}

const writeWatched = async (db: Db, companyId: number, watched: readonly Watched[]): Promise<void> => {
  if (watched.length === 0) return
  const rows = watched.map(({ alertId, closed }) => ({
    alert_id: alertId,
    still_held: closed !== null,
    held_level: closed?.level ?? null,
    held_since: closed?.since == null ? null : instantOf(closed.since),
  }))
  await sql`
    update alert a set still_held = x.still_held, held_level = x.held_level, held_since = x.held_since
      from json_to_recordset(${JSON.stringify(rows)}::json)
           as x (alert_id int, still_held boolean, held_level smallint, held_since timestamptz)
     where a.company_id = ${companyId} and a.alert_id = x.alert_id`.execute(db)
}

/** The rest of a stretch as an episode of its own, from that moment on: its first reading, and each change of level. */
const segmentFrom = ({ subject, moments, end }: EpisodeStretch, from: number, note?: string): EpisodeSegment => ({
  subject,
  opened: true,
  moments: moments.slice(from).filter(({ level }, index, rest) => index === 0 || level !== rest[index - 1]?.level),
  endedAt: end?.at ?? null,
  ending: end?.ending ?? null,
  // Nobody could be notified of it while it lasted.
  late: end !== null,
  ...(note !== undefined && { note }),
})

const noteOf = ({ level }: EpisodeMoment, before: ClosedEpisode) =>
  level !== null && before.level !== null && level > before.level ? '対応を終えたあとで悪化しました' : '対応を終えたあとも続いています'

/** One closed episode through the readings that came after: as it is to be watched on, and the new one where one opens. */
const watchOn = (row: MatchingEpisode, stretch: EpisodeStretch): { watched: Watched; opens: EpisodeSegment | undefined } => {
  const key = { alertId: row.alert_id }
  let closed: ClosedEpisode = { level: row.held_level, since: row.held_since?.getTime() ?? null }
  for (const [index, moment] of stretch.moments.entries()) {
    const next = watchClosed(closed, { at: moment.at, level: moment.level, shows: moment.shows === undefined ? true : moment.shows })
    if (next.opens) return { watched: { ...key, closed: null }, opens: segmentFrom(stretch, index, noteOf(moment, closed)) }
    closed = next.closed
  }
  return { watched: { ...key, closed: stretch.end === null ? closed : null }, opens: undefined }
}

/** What a stretch without an open episode begins: nothing yet if a person closed the newest one lately. */
const splitAtReopening = (
  stretch: EpisodeStretch,
  matches: readonly MatchingEpisode[],
): { watched: Watched[]; opens: EpisodeSegment | undefined } => {
  const over = matches.filter((row) => !row.is_open).map((row) => ({ alertId: row.alert_id, closed: null }))
  if (matches.some((row) => row.is_open)) return { watched: over, opens: undefined }
  const newest = matches.at(-1)
  if (newest !== undefined) {
    const { watched, opens } = watchOn(newest, stretch)
    return { watched: [...over.slice(0, -1), watched], opens }
  }
  // Nothing on record, though the condition holds: the process that ended the episode did not know of the readings that show it.
  const shown = stretch.moments.findIndex(({ shows }) => shows === undefined || shows === true)
  return { watched: [], opens: shown === -1 ? undefined : segmentFrom(stretch, shown) }
}

/**
 * The episodes of a company that open though their condition held before the batch: those that a person has closed, once they rise or
 * continue for long enough (decisions/0036), and those of which nothing is recorded.
 */
export const matchOrReopen = async (db: Db, companyId: number, stretches: readonly EpisodeStretch[]): Promise<EpisodeSegment[]> => {
  if (stretches.length === 0) return []
  const matches = Map.groupBy(await findMatchingEpisodes(db, companyId, stretches), ({ position }) => position)
  const begun = stretches.map((stretch, position) => splitAtReopening(stretch, matches.get(position) ?? []))
  await writeWatched(
    db,
    companyId,
    begun.flatMap(({ watched }) => watched),
  )
  return begun.flatMap(({ opens }) => opens ?? [])
}
