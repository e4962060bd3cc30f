import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import { recordEvents } from './record-events.ts'

type Known = TableRow<'alert', 'alert_id' | 'office_id'>

/** An alarm as far as its alert and its wearer matter; `since` in epoch ms. */
type WornAlarm = { readonly alertId: number | null; readonly userId: number | null; readonly since: number }

/**
 * Notes in the records of alerts that somebody else wore the device when its alarm began, as its corrected clock shows. Nobody is
 * notified once more: people went to the device.
 * @param alarms index-aligned with `before`
 */
export const noteOtherWearers = async (
  db: Db,
  companyId: number,
  before: readonly WornAlarm[],
  alarms: readonly WornAlarm[],
): Promise<void> => {
  const others = alarms.filter(({ userId, alertId }, index) => alertId !== null && before[index]?.userId !== userId)
  if (others.length === 0) return
  const { rows } = await sql<Known>`
    update alert a set changed_at = now()
     where a.company_id = ${companyId} and a.alert_id = any(${others.map(({ alertId }) => alertId)}::int[])
    returning a.alert_id, a.office_id`.execute(db)
  const { rows: people } = await sql<TableRow<'app_user', 'user_id' | 'full_name'>>`
    select u.user_id, u.full_name from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${others.flatMap(({ userId }) => userId ?? [])}::int[])`.execute(db)
  await recordEvents(
    db,
    rows.flatMap((row) =>
      others.flatMap(({ alertId, userId, since }) => {
        if (alertId !== row.alert_id) return []
        const name = people.find(({ user_id }) => user_id === userId)?.full_name
        const note = `機器の時計を訂正した結果、このとき着けていたのは${name === undefined ? '誰でもありません' : `${name}さんです`}`
        return [{ companyId, alertId, officeId: row.office_id, at: new Date(since), event: 'corrected' as const, note }]
      }),
    ),
  )
}
