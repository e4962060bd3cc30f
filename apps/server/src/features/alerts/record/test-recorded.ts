import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { giveVital, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

/** The app's clock is at 13:00 of this day. */
export const day = '2026-07-20'
export const at = (time: string) => new Date(`${day}T${time}:00+09:00`)

/** A product with two companies for the tests of a file, and what is on record of one of their workers, who wears a tag. */
export const startRecordTests = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { company_id, office_id } = tenants.office
  const { worker } = tenants.people
  const { device_id } = await giveVital(db, worker)
  await sql`select ensure_reading_partition(${at('12:00')}::timestamptz)`.execute(db)
  beforeEach(async () => {
    await sql`truncate alert, alert_event, alert_notice, outbox_mail, reading, audit_log cascade`.execute(db)
  })

  const addReading = (time: string, values: Record<string, unknown>) =>
    db
      .insertInto('reading')
      .values({ company_id, office_id, device_id, at: at(time), user_id: worker.user_id, received_at: at(time), ...values })
      .execute()
  const addEvent = (alertId: number, time: string, event: string, by?: { user_id: number; full_name: string }, note?: string) =>
    db
      .insertInto('alert_event')
      .values({
        company_id,
        alert_id: alertId,
        at: at(time),
        event,
        level: 3,
        user_id: by?.user_id ?? null,
        user_name: by?.full_name ?? null,
        note: note ?? null,
      })
      .execute()
  return { product, tenants, addReading, addEvent }
}
