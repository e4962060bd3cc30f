import { type DatabaseState, operationParts } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { FreeSpace } from '../../platform/files/free-space.ts'
import type { Actor } from '../../platform/http/route.ts'
import { provider } from './record-moves.ts'

const shownHours = 24

const readDisks = async (space: FreeSpace): Promise<DatabaseState['disks']> =>
  (await space.read()).map((disk) => ({ ...disk, floorMegabytes: space.floorMegabytes }))

const readNeedingHand = async (db: Db, areAlarmsHeldUp: boolean): Promise<DatabaseState['needsHand']> => {
  const { rows } = await sql<{ part: string }>`select s.part from operation_state s where s.state = 'needsHand'`.execute(db)
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
    needsHand: actor.role === 'AdminUnitService' ? await readNeedingHand(db, areAlarmsHeldUp) : [],
  }
}
