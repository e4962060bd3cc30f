import { type WorkingHours, workingDayAt, workingHoursOf } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { PersonKey } from '../../organisation/keys.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A guest who is made shortly before the working day changes comes for the one that begins. Project choice. */
const aheadMs = 2 * hourMs

/** A site that never closes has no hour at which its day is over for everybody: a guest has at least a long shift. Project choice. */
const leastMs = 12 * hourMs

/** Guests in overtime are kept while their device is heard, but no longer than this after the end of their day. Project choice. */
const longestOvertimeMs = 12 * hourMs

/** A device that was heard or handed out within this time is worn. Longer than any interval of a device. Project choice. */
const liveMs = 30 * minuteMs

/** When the day of a guest who comes now ends: with the working day of the site. @param now epoch ms */
export const guestDayEnd = (now: number, hours: WorkingHours): Date => {
  const end = workingDayAt(now + aheadMs, hours).to
  const isAlwaysOpen = hours.fromMinute === hours.toMinute
  return new Date(isAlwaysOpen ? Math.max(end, now + leastMs) : end)
}

/**
 * SQL: the guest (alias `u`) is to be closed: the day is over, no alert is open, and no device that they wear was heard lately. Nobody who
 * works on is taken off the watch, up to twelve hours after the end of the day.
 */
export const isGuestOver = (companyId: number, now: Date): RawBuilder<boolean> => sql<boolean>`
  (u.guest_until <= ${now} and u.deleted_at is null
   and not exists (select from alert a where a.company_id = ${companyId} and a.user_id = u.user_id and a.handling <> 'closed' and not a.withdrawn)
   and (u.guest_until <= ${new Date(now.getTime() - longestOvertimeMs)}
     or not exists (
       select from wear w
         left join worker_state ws on ws.company_id = w.company_id and ws.company_id = ${companyId} and ws.user_id = w.user_id
                                  and ws.device_id = w.device_id
         left join device_state s on s.company_id = w.company_id and s.company_id = ${companyId} and s.device_id = w.device_id
        where w.company_id = ${companyId} and w.user_id = u.user_id and w.worn_to is null and w.worn_from <= ${now}
          and greatest(w.worn_from, ws.heard_at, s.heard_at) > ${new Date(now.getTime() - liveMs)})))`

/** Gives a guest whose day is over, and who gets a device all the same, the working day that is now. Nothing happens to anybody else. */
export const renewGuestDay = async (db: Db, { companyId, userId }: PersonKey, now: Date): Promise<void> => {
  const { rows } = await sql<{ opens_at: string; closes_at: string }>`
    select o.opens_at::text, o.closes_at::text
      from app_user u join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
     where u.company_id = ${companyId} and u.user_id = ${userId} and u.guest_until <= ${now}`.execute(db)
  const [site] = rows
  if (site === undefined) return
  const until = guestDayEnd(now.getTime(), workingHoursOf(site.opens_at, site.closes_at))
  await sql`update app_user u set guest_until = ${until} where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
}
