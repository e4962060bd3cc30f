import type { DownlinkAnswer } from '@mimamori/contract'
import { sql } from 'kysely'
import type { DeviceKey, OfficeKey } from '../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { isHeard } from '../monitoring/last-heard/heard-within.ts'
import { announceDevices } from './announce-devices.ts'
import { commandLifeHours } from './hand-out.ts'
import { wakeDownlinks } from './wake.ts'

/** How long a command may go without an answer while a newer one waits behind it. */
const patienceMinutes = 15

// Instructions are never repeated automatically: the device may have carried one out without being able to answer.
const onceOf = sql`case d.kind
  when 'belt' then array['firmwareUpdate', 'slaveIdUpdate', 'slaveId', 'locationUpdateFlag', 'latitude', 'longitude']
  else array['firmwareUpdate', 'barometricPressure'] end`

/** A command that was answered or given up. */
type Ended = DeviceKey & OfficeKey & { readonly id: number }

const endedColumns = sql`l.downlink_id as id, l.company_id as "companyId", l.office_id as "officeId", l.device_id as "deviceId"`

/** Merges settings that did not reach the device into the next waiting command, whose own values win. */
const mergeIntoNextCommand = async (db: Db, companyId: number, ended: readonly Ended[]): Promise<void> => {
  await sql`
    update downlink w set payload = (l.payload - ${onceOf}) || w.payload
      from downlink l join device d on d.company_id = l.company_id and d.device_id = l.device_id
     where l.company_id = ${companyId} and l.downlink_id = any(${ended.map(({ id }) => id)}::bigint[])
       and w.company_id = ${companyId} and w.device_id = l.device_id and w.state = 'pending'`.execute(db)
}

const announceEnded = async (db: Db, ended: readonly Ended[]): Promise<void> => {
  await announceDevices(db, ended)
  await wakeDownlinks(
    db,
    ended.map(({ officeId }) => officeId),
  )
}

/** What became of a device's answer: it was stored, it was known already, or the office has no such command. */
export type Settled = 'settled' | 'repeated' | 'unknown'

/**
 * Stores a device's answer, sent with a key of its office. A late answer to a command that was given up still counts,
 * since the device did carry it out. A command that was never handed out cannot be answered.
 */
export const settle = (db: Db, { companyId, officeId }: OfficeKey, answer: DownlinkAnswer, now: Date): Promise<Settled> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<Ended>`
      update downlink l set state = ${answer.state}, acked_at = ${now}, next_try_at = null, owed_since = null,
             error = ${answer.state === 'failed' ? (answer.error?.replaceAll('\0', '') ?? null) : null}
       where l.company_id = ${companyId} and l.downlink_id = ${answer.id} and l.office_id = ${officeId} and l.state in ('sent', 'expired')
      returning ${endedColumns}`.execute(trx)
    if (rows.length > 0) {
      if (answer.state === 'failed') await mergeIntoNextCommand(trx, companyId, rows)
      await announceEnded(trx, rows)
      return 'settled'
    }
    const { rows: known } = await sql`
      select from downlink l
       where l.company_id = ${companyId} and l.downlink_id = ${answer.id} and l.office_id = ${officeId}
         and l.state in ('acknowledged', 'failed')`.execute(trx)
    return known.length > 0 ? 'repeated' : 'unknown'
  })

// The same limit as alive monitoring: a device within reach would have been heard by then.
const isAway = (now: Date) => sql`(${isHeard(sql.ref('s.heard_at'), sql.ref('s.interval_minutes'), now)}) is not true`

/**
 * Gives up commands of a company that are too old, that had no answer while a newer one waits, or whose device has left the office.
 * Where the device is away by then, its setting stays marked for renewal: it is sent again when the device comes back.
 */
export const expireCommands = async (db: Db, companyId: number, now: Date): Promise<void> => {
  const { rows } = await sql<Ended>`
      with over as (
        select l.downlink_id, case when d.office_id = l.office_id and ${isAway(now)} then ${now}::timestamptz end as owed_since
          from downlink l
          join device d on d.company_id = l.company_id and d.device_id = l.device_id
          left join device_state s on s.company_id = l.company_id and s.device_id = l.device_id
         where l.company_id = ${companyId} and l.state in ('pending', 'sent')
           and (l.created_at <= ${now}::timestamptz - make_interval(hours => ${commandLifeHours})
                or d.office_id <> l.office_id
                or (l.state = 'sent' and l.sent_at <= ${now}::timestamptz - make_interval(mins => ${patienceMinutes})
                    and exists (select from downlink w where w.company_id = ${companyId} and w.device_id = l.device_id and w.state = 'pending')))
         order by l.downlink_id
           for update of l skip locked)
      update downlink l set state = 'expired', next_try_at = null, owed_since = over.owed_since
        from over where l.company_id = ${companyId} and l.downlink_id = over.downlink_id
      returning ${endedColumns}`.execute(db)
  if (rows.length === 0) return
  await mergeIntoNextCommand(db, companyId, rows)
  await announceEnded(db, rows)
}
