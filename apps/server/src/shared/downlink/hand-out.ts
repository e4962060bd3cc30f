import type { DownlinkMessage } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { DeviceKey, OfficeKey } from '../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { announceDevices } from './announce-devices.ts'
import type { Payload } from './queue-command.ts'

/** A command older than this is given up. */
export const commandLifeHours = 24

// Seconds until a command without an answer goes out again, doubling up to a quarter of an hour.
const firstPause = 10
const longestPause = 900

/** Which commands to hand out, as SQL conditions over `l`, the command, and `d`, its device. */
export type CommandFilter = {
  /** True for commands whose device can be reached now. */
  readonly reach: RawBuilder<unknown>
  /** True for commands to hand out again before their pause is over, since their device may have missed them. */
  readonly resend: RawBuilder<unknown>
}

export type HandedOut = OfficeKey & { readonly message: DownlinkMessage }

type Row = DeviceKey &
  OfficeKey & {
    readonly id: number
    readonly device: string
    readonly kind: 'belt' | 'barometer'
    readonly createdAt: Date
    readonly payload: Payload
  }

/**
 * Takes the commands of a company to hand out now, oldest first, and marks them sent. Of each device only one is on its way: the next
 * one waits until that one is answered or given up. If the process dies before it delivers them, they come again after
 * their pause.
 */
// Waits for rows locked by a save or an answer: with `skip locked` a device that has just come back would miss its command.
export const handOut = async (
  db: Db,
  companyId: number,
  now: Date,
  { reach, resend }: CommandFilter,
  limit: number,
): Promise<HandedOut[]> => {
  const { rows } = await sql<Row>`
    with due as (
      select l.downlink_id, d.serial, d.kind, again.attempts,
             -- A cluster adds up no times in an update.
             ${now}::timestamptz + make_interval(secs => least(${longestPause}, ${firstPause} * 2.0 ^ again.attempts)) as next_try_at
        from downlink l join device d on d.company_id = ${companyId} and d.device_id = l.device_id and d.office_id = l.office_id
       cross join lateral (select case when ${resend} then 0 else least(l.attempts, 10) end as attempts) again
       where l.company_id = ${companyId} and l.state in ('pending', 'sent') and l.created_at > ${now}::timestamptz - make_interval(hours => ${commandLifeHours})
         and (l.state = 'sent'
              or not exists (select from downlink o where o.company_id = ${companyId} and o.device_id = l.device_id and o.state = 'sent'))
         and ${reach} and (l.state = 'pending' or l.next_try_at <= ${now} or ${resend})
       order by l.downlink_id limit ${limit}
         for update of l)
    update downlink l
       set state = 'sent', sent_at = coalesce(l.sent_at, ${now}), attempts = due.attempts + 1,
           next_try_at = due.next_try_at
      from due where l.company_id = ${companyId} and l.downlink_id = due.downlink_id
    returning l.downlink_id as id, l.company_id as "companyId", l.office_id as "officeId", l.device_id as "deviceId",
              due.serial as device, due.kind, l.created_at as "createdAt", l.payload`.execute(db)
  await announceDevices(db, rows)
  return rows
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, officeId, device, kind, createdAt, payload }) => ({
      companyId,
      officeId,
      message: { id, device, kind, at: toJapanIso(createdAt), payload },
    }))
}
