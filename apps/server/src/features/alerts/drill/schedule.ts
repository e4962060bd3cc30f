import type { DrillSchedule, SavedDrillSchedule } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { ofOpenOffice } from '../../../shared/organisation/archived-offices.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'

/** So long after its time a weekly drill still begins: after a restart, or once an emergency is over. */
const graceMinutes = 30

/** What is saved of the weekly drill of an office. */
export const readSchedule = async (db: Db, { companyId, officeId }: OfficeKey): Promise<SavedDrillSchedule> => {
  const { rows } = await sql<{ weekday: number | null; time: string | null; version: number }>`
    select s.weekday, to_char(s.starts_at, 'HH24:MI') as time, s.version from drill_schedule s
     where s.company_id = ${companyId} and s.office_id = ${officeId}`.execute(db)
  const { weekday = null, time = null, version = 0 } = rows[0] ?? {}
  return { schedule: weekday === null || time === null ? null : { weekday, time }, version }
}

// Japan's wall clock, whatever the database's own zone.
const japanNow = (now: Date) => sql`(${now}::timestamptz at time zone 'Asia/Tokyo')`

/** Writes the weekly drill of an office, or null for none; its version rises. One whose time has passed today begins next week. */
export const writeSchedule = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  schedule: DrillSchedule | null,
  now: Date,
): Promise<void> => {
  const { weekday, time } = schedule ?? { weekday: null, time: null }
  await sql`
    insert into drill_schedule as s (company_id, office_id, weekday, starts_at, done_on)
    values (${companyId}, ${officeId}, ${weekday}, ${time}::time,
            case when ${japanNow(now)}::time >= ${time}::time then ${japanNow(now)}::date end)
    on conflict (company_id, office_id) do update
       set weekday = excluded.weekday, starts_at = excluded.starts_at, done_on = excluded.done_on, version = s.version + 1`.execute(db)
}

/** SQL: whether the time of the weekly drill `s` of an open office has come. */
export const isDrillDue = (now: Date) => sql<boolean>`(
  s.weekday = extract(dow from ${japanNow(now)})
  and ${japanNow(now)} >= ${japanNow(now)}::date + s.starts_at
  and ${japanNow(now)} < ${japanNow(now)}::date + s.starts_at + ${graceMinutes}::int * interval '1 minute'
  and s.done_on is distinct from ${japanNow(now)}::date
  and ${ofOpenOffice('s')})`

/**
 * Takes the weekly drills of a company that are to begin now: each is taken once a day, in the transaction that starts it. One waits
 * where somebody is in danger at its office or another drill runs there, and is passed over once half an hour has gone.
 */
export const takeDueSchedules = async (db: Db, companyId: number, now: Date): Promise<OfficeKey[]> => {
  const { rows } = await sql<OfficeKey>`
    update drill_schedule s set done_on = ${japanNow(now)}::date
     where s.company_id = ${companyId} and ${isDrillDue(now)}
       and not exists (
         select from alert a
          where a.company_id = s.company_id and a.office_id = s.office_id and ${isEmergency} and a.handling <> 'closed'
            and not a.drill and not a.late and not a.withdrawn)
       and not exists (
         select from alert a
          where a.company_id = s.company_id and a.office_id = s.office_id and a.drill and a.ended_at is null)
    returning s.company_id as "companyId", s.office_id as "officeId"`.execute(db)
  return rows
}
