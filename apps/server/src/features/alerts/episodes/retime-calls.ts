import { sql } from 'kysely'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'
import { announce } from '../../../shared/announcements/announce.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { Db } from '../../../platform/context.ts'
import { markOpenAlarms } from './alarm-marks.ts'

/**
 * A press of the call button of a device, or its alarm, no matter who wore it, that was recorded at another time than it was pressed; epoch ms.
 */
export type MovedCall = { readonly userId: number | null; readonly deviceId: number; readonly from: number; readonly to: number }

/** Corrects when emergencies were called, for presses whose device's clock turned out to be wrong after they were recorded. */
export const retimeCalls = async (db: Db, companyId: number, calls: readonly MovedCall[]): Promise<void> => {
  if (calls.length === 0) return
  const { rows } = await sql<{ alert_id: number; office_id: number; user_id: number | null }>`
    with retimed as (
      update alert a set called_at = x.to_at, changed_at = now(),
             started_at = case when a.started_at = x.from_at then least(x.to_at, a.ended_at) else a.started_at end
        from unnest(${arrayOf(calls, ({ userId }) => userId)}::int[], ${arrayOf(calls, ({ deviceId }) => deviceId)}::int[],
               ${arrayOf(calls, ({ from }) => instantOf(from))}::timestamptz[], ${arrayOf(calls, ({ to }) => instantOf(to))}::timestamptz[])
             as x (user_id, device_id, from_at, to_at)
       where a.company_id = ${companyId} and ${isEmergency} and a.called_at = x.from_at
         and (a.user_id = x.user_id or a.device_id = x.device_id)
      returning a.alert_id, a.office_id, a.user_id, x.from_at, x.to_at),
    told as (
      update alert_event e set at = r.to_at from retimed r
       where e.company_id = ${companyId} and e.alert_id = r.alert_id and e.event = 'opened' and e.at = r.from_at)
    select r.alert_id, r.office_id, r.user_id from retimed r`.execute(db)
  await markOpenAlarms(
    db,
    rows.flatMap(({ user_id: userId }) => (userId === null ? [] : [{ companyId, userId }])),
  )
  await announce(db, ...rows.map(({ alert_id: alertId, office_id: officeId }) => ({ companyId, officeId, alertIds: [alertId] })))
}
