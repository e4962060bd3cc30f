import { minuteMs } from '@mimamori/simulator'
import { sql } from 'kysely'
import type { Context, Db } from '../platform/context.ts'
import { openPendingAlarms, recordCancelled } from '../features/alerts/episodes/device-alarms.ts'
import { setHandling } from '../features/alerts/episodes/set-handling.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

type Wearer = {
  readonly leader_id: number
  readonly leader_name: string
  readonly user_id: number
  readonly device_id: number
  /** Of the place where they are now, and where they were then. */
  readonly gateway_id: number | null
}

const findWearers = async (db: Db, { companyId, officeId }: OfficeKey, leaderLogin: string): Promise<Wearer[]> => {
  const { rows } = await sql<Wearer>`
    select l.user_id as leader_id, l.full_name as leader_name, u.user_id, w.device_id, s.gateway_id
      from app_user l
      join app_user u on u.company_id = l.company_id and u.office_id = l.office_id and u.group_id = l.group_id and u.role = 'User'
      join wear w on w.company_id = u.company_id and w.user_id = u.user_id and w.slot = 'vital' and w.worn_to is null
      left join worker_state s on s.company_id = u.company_id and s.user_id = u.user_id
     where l.company_id = ${companyId} and l.office_id = ${officeId} and l.login_id = ${leaderLogin} and u.deleted_at is null
     order by u.user_id desc limit 3`.execute(db)
  return rows
}

type Played = { readonly at: Date; readonly cancelledAt: Date | null }

/** Stores a fall as the ingestion would have at the time; answers its number. */
const storeFall = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { user_id, device_id, gateway_id }: Wearer,
  { at, cancelledAt }: Played,
) => {
  const { rows } = await sql<{ alarm_id: number }>`
    insert into device_alarm (company_id, device_id, kind, office_id, user_id, gateway_id, since, last_at, window_ms, received_at, due_at, cancelled_at, state)
    values (${companyId}, ${device_id}, 'fall', ${officeId}, ${user_id}, ${gateway_id}, ${at}, ${at}, 30000, ${at}, ${at}, ${cancelledAt},
            ${cancelledAt === null ? 'pending' : 'cancelled'})
    returning alarm_id`.execute(db)
  return rows.map(({ alarm_id }) => alarm_id)
}

/**
 * In a leader's group one band judged a fall seventy minutes ago, which the leader answered, and another one a fall that its wearer
 * cancelled in time.
 */
export const playAlarms = async ({ db }: Pick<Context, 'db'>, site: OfficeKey, leaderLogin: string, nowMs: number): Promise<void> => {
  const { companyId } = site
  const at = (minutesAgo: number) => new Date(nowMs - minutesAgo * minuteMs)
  await db.transaction().execute(async (trx) => {
    // The last of the group is the one of whom the demo has a report.
    const [, fallen, careful] = await findWearers(trx, site, leaderLogin)
    if (fallen === undefined || careful === undefined) return
    await recordCancelled(trx, companyId, await storeFall(trx, site, careful, { at: at(95), cancelledAt: at(94.8) }))

    const [alarmId] = await storeFall(trx, site, fallen, { at: at(70), cancelledAt: null })
    await openPendingAlarms(trx, companyId, [fallen.device_id])
    const { rows } = await sql<{ alert_id: number }>`
      select d.alert_id from device_alarm d where d.company_id = ${companyId} and d.alarm_id = ${alarmId}`.execute(trx)
    const keys = rows.map(({ alert_id: alertId }) => ({ companyId, alertId }))
    const leader = { userId: fallen.leader_id, userName: fallen.leader_name }
    await setHandling(trx, keys, { handling: 'responding', outcome: null, note: null }, { ...leader, at: at(69) })
    const note = '足場板につまずいて転んだ。けががないことを確かめ、休ませてから復帰。'
    await setHandling(trx, keys, { handling: 'closed', outcome: 'rested', note }, { ...leader, at: at(48) })
  })
}
