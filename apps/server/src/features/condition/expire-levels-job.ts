import {
  type ConditionEnd,
  expiresAt,
  type LevelReason,
  personalLevelOf,
  type StoredState,
  unpackState,
  withoutExpired,
  type WorkerState,
} from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { EpisodeLog } from '../alerts/episodes/episode-log.ts'
import { followJudge } from '../alerts/episodes/follow-judge.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { arrayOf, instantOf } from '../../platform/database/columns.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import type { Recurring } from '../../platform/database/recurring.ts'

/** As many as one transaction takes; the others come with the next turn. */
const atOnce = 1_000

type Expiring = {
  readonly company_id: number
  readonly user_id: number
  readonly office_id: number
  readonly expires_at: Date
  readonly personal_level: number | null
  readonly reason: readonly LevelReason[] | null
  readonly judge: StoredState
}

// A worker who is being judged at this moment waits for the next turn.
const lockExpiring = {
  name: 'expiring-levels',
  text: `
    select s.company_id, s.user_id, u.office_id, s.expires_at, s.personal_level, s.reason, s.judge
      from worker_state s join app_user u on u.company_id = s.company_id and u.user_id = s.user_id
     where s.company_id = $2 and s.expires_at < $1 and s.judge is not null
     order by s.user_id limit ${atOnce} for update of s skip locked`,
}

// The level has been there since it expired, not since the job ran. The judge keeps its state, so that readings of this time that
// come later are judged as if they had been here.
const updateExpired = {
  name: 'store-left-levels',
  text: `
    update worker_state s set
      heart_level = x.heart_level, heat_level = x.heat_level, total_level = x.total_level, personal_level = x.personal_level,
      level_since = case when x.total_level is distinct from s.total_level then s.expires_at else s.level_since end,
      lost_heart_rate = s.lost_heart_rate and x.keeps_heart, lost_wbgt = s.lost_wbgt and x.keeps_heat,
      reason = x.reason, expires_at = x.expires_at, changed_at = now()
      from unnest($1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::smallint[], $6::json[], $7::timestamptz[],
        $8::boolean[], $9::boolean[], $10::smallint[])
        as x (company_id, user_id, heart_level, heat_level, total_level, reason, expires_at, keeps_heart, keeps_heat, personal_level)
     where s.company_id = x.company_id and s.user_id = x.user_id`,
}

/** A worker's state before and after its expired levels were removed. */
type ExpiredState = { readonly row: Expiring; readonly before: WorkerState; readonly state: WorkerState; readonly end: ConditionEnd | null }

/** The reasons of a level that remain: of the heart, of the heat, or of neither. */
const remainingReasons = ({ row, state }: ExpiredState): string | null => {
  const remains = (reason: LevelReason) => (reason.kind === 'heat' ? state.heat : state.heart.hold.shown) !== null
  const remaining = (row.reason ?? []).filter(remains)
  return remaining.length === 0 ? null : JSON.stringify(remaining)
}

const store = async (client: PoolClient, expired: readonly ExpiredState[]): Promise<void> => {
  const next = (state: WorkerState) => {
    const at = expiresAt(state)
    return at === null ? null : instantOf(at)
  }
  await client.query({
    ...updateExpired,
    values: [
      arrayOf(expired, ({ row }) => row.company_id),
      arrayOf(expired, ({ row }) => row.user_id),
      arrayOf(expired, ({ state }) => state.heart.hold.shown),
      arrayOf(expired, ({ state }) => state.heat),
      arrayOf(expired, ({ state }) => state.total),
      expired.map(remainingReasons),
      arrayOf(expired, ({ state }) => next(state)),
      arrayOf(expired, ({ before, state }) => state.heart === before.heart),
      arrayOf(expired, ({ state }) => state.keptHeat.length > 0),
      arrayOf(expired, ({ state }) => personalLevelOf(state)),
    ],
  })
}

const endsOf = (expired: readonly ExpiredState[]): EpisodeLog => {
  const episodes = new EpisodeLog()
  const nothing = { level: null, heartRate: null, excess: null, wbgt: null, heatDeviceId: null, gatewayId: null, reason: null }
  for (const { row, end } of expired) {
    if (end === null) continue
    const subject = { kind: 'condition', companyId: row.company_id, officeId: row.office_id, userId: row.user_id, deviceId: null } as const
    episodes.watch(subject, { open: true, level: row.personal_level }, false, { ...nothing, at: end.at }, end)
  }
  return episodes
}

const expireLevelsOf = async (client: PoolClient, companyId: number, now: Date): Promise<void> => {
  const { rows } = await client.query<Expiring>({ ...lockExpiring, values: [now, companyId] })
  if (rows.length === 0) return
  const expired = rows.map((row) => {
    const before = unpackState(row.judge)
    return { row, before, ...withoutExpired(before, now.getTime()) }
  })
  await store(client, expired)
  const db = onClient(client)
  const episodes = endsOf(expired)
  await followJudge(db, episodes.segments, episodes.stretches)
  const ofOffices = Map.groupBy(rows, ({ company_id, office_id }) => `${company_id}/${office_id}`)
  for (const own of ofOffices.values()) {
    const [first] = own
    if (first === undefined) continue
    await announce(db, { companyId: first.company_id, officeId: first.office_id, userIds: own.map(({ user_id }) => user_id) })
  }
}

/** Removes by the clock the levels that no longer count without data, and ends as lost the episodes that they kept open. */
export const expireLevelsJob: Recurring = {
  name: 'expire levels',
  everySeconds: 30,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    const withWork = companiesOf('worker_state', 's', sql`s.expires_at < ${now} and s.judge is not null`)
    return eachCompany(context, client, withWork, (companyId) => expireLevelsOf(client, companyId, now))
  },
}
