import { type DatabaseState, operationParts } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { type FreeSpace, isKept } from '../../platform/files/free-space.ts'
import type { Actor } from '../../platform/http/route.ts'
import { shownMs, unwatchedMs, watchingJob } from '../../shared/operation/noted-states.ts'
import { provider } from './record-moves.ts'

const shownHours = 24

const readDisks = async (space: FreeSpace): Promise<DatabaseState['disks']> =>
  (await space.read()).filter(isKept).map((disk) => ({ ...disk, floorMegabytes: space.floorMegabytes }))

/** Whether the job that notes the states has ended no turn for so long, though a process that does it had its time: they are of then. */
const isUnwatched = (since: Date) => sql<boolean>`
  exists (select from job_run j where j.job = ${watchingJob} and coalesce(j.ended_at, j.began_at) < ${since})
  and not exists (select from server_process p where 'jobs' = any(p.roles) and p.stopped_at is null and p.started_at >= ${since})`

/** What has needed a hand for a minute; the alarms, which have waited already, at once. */
const readNeedingHand = async (db: Db, areAlarmsHeldUp: boolean, now: Date): Promise<DatabaseState['needsHand']> => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { rows } = await sql<{ part: string }>`
    select s.part from operation_state s
     where s.state = 'needsHand' and (s.part = 'alarms' or s.since <= ${before(shownMs)}) and not (${isUnwatched(before(unwatchedMs))})
    union all select 'jobs' where ${isUnwatched(before(unwatchedMs))}`.execute(db)
  return operationParts.filter((name) => (name === 'alarms' && areAlarmsHeldUp) || rows.some(({ part }) => part === name))
}

/** What the console shows administrators of the database. Only the provider's log names the hosts. */
export const readState = async (
  { db, clock, primary, space }: Pick<Context, 'db' | 'clock' | 'primary' | 'space'>,
  actor: Actor,
  areAlarmsHeldUp: boolean,
): Promise<DatabaseState> => {
  const { rows } = await sql<{ at: Date; away_since: string }>`
    select a.at, a.after->>'awaySince' as away_since from audit_log a
     where a.company_id = ${provider} and a.resource = 'database'
       and a.at > ${clock()}::timestamptz - make_interval(hours => ${shownHours})
     order by a.at desc limit 1`.execute(db)
  const [move] = rows
  return {
    moved: move === undefined ? null : { at: toJapanIso(move.at), awaySince: move.away_since },
    disks: actor.role === 'AdminUnitService' ? await readDisks(space) : [],
    hasStandby: actor.role === 'AdminUnitService' ? (primary?.hasStandby() ?? null) : null,
    needsHand: actor.role === 'AdminUnitService' ? await readNeedingHand(db, areAlarmsHeldUp, clock()) : [],
  }
}
