import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { markHours, markSlots } from '../../../shared/monitoring/summaries/due.ts'
import { summaryJob } from '../../../shared/monitoring/summaries/summary-job.ts'
import type { Context, Db } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'

type Reading = Insertable<Database['reading']>
type At = { readonly company_id: number; readonly office_id: number }

/** An instant of July 2026 in Japan: day (0 is the last of June, 32 the first of August) and time. */
export const july = (day: number, time = '12:00'): Date => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(Date.UTC(2026, 6, day, hours - 9, minutes))
}

/** Stores readings of June to August as they came in, and has the job compute every summary from them. */
export const plantReadings = async (
  context: Context,
  { company_id, office_id }: At,
  readings: readonly Partial<Reading>[],
): Promise<void> => {
  const { db, pool } = context
  const rows = readings.map((reading) => ({ company_id, office_id, received_at: july(1), ...reading })) as Reading[]
  const weeks = new Set(rows.map(({ at }) => (at as Date).toISOString().slice(0, 10)))
  for (const week of weeks) await sql`select ensure_reading_partition(${week}::date)`.execute(db)
  for (let first = 0; first < rows.length; first += 2_000)
    await db
      .insertInto('reading')
      .values(rows.slice(first, first + 2_000))
      .execute()
  const ofPeople = rows.flatMap(({ user_id, at }) =>
    user_id == null ? [] : { userId: user_id, hour: Math.floor((at as Date).getTime() / 3_600_000) * 3_600_000 },
  )
  await markHours(db, company_id, ofPeople)
  const serials = new Map(
    (await db.selectFrom('device').select(['device_id', 'serial']).where('kind', '=', 'heat').execute()).map((row) => [
      row.device_id,
      row.serial,
    ]),
  )
  const slots = new Map<string, { deviceId: number; serial: string; slot: number }>()
  for (const { device_id, at } of rows) {
    const serial = serials.get(device_id)
    const slot = Math.floor((at as Date).getTime() / 600_000) * 600_000
    if (serial !== undefined) slots.set(`${device_id}/${slot}`, { deviceId: device_id, serial, slot })
  }
  await markSlots(db, company_id, [...slots.values()])
  await takeTurn(context, summaryJob)
  const { rows: left } = await pool.query('select 1 from summary_due union all select 1 from heat_due')
  if (left.length > 0) throw new Error('the job left summaries due')
}

/** The values of the public station, as its job stores them with the site. */
export const plantPublic = (db: Db, at: At, values: readonly { readonly at: Date; readonly wbgt: number }[]) =>
  db
    .insertInto('heat_summary')
    .values(
      values.map(({ at: slot, wbgt }) => ({
        company_id: at.company_id,
        office_id: at.office_id,
        device_id: 0,
        slot,
        serial: '44132',
        source: 'public',
        wbgt_max: wbgt,
        wbgt_sum: wbgt,
        wbgt_count: 1,
      })),
    )
    .execute()

type Person = { readonly user_id: number; readonly full_name: string }

/** A line of an episode's history, as people and the judge leave it. */
export const plantEvent = (
  db: Db,
  { company_id, alert_id }: { readonly company_id: number; readonly alert_id: number },
  at: Date,
  event: string,
  values: { readonly by?: Person; readonly level?: number } = {},
) =>
  db
    .insertInto('alert_event')
    .values({
      company_id,
      alert_id,
      at,
      event,
      level: values.level ?? null,
      user_id: values.by?.user_id ?? null,
      user_name: values.by?.full_name ?? null,
    })
    .execute()
