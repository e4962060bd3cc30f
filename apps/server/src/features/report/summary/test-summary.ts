import type { SafetySummary } from '@mimamori/contract'
import { beforeEach } from 'vitest'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'
import { july, plantEvent } from './test-month.ts'

type Values = Parameters<typeof makeAlert>[3]

/** A product on the tenth of August, with two companies, of whose July nothing is known at the beginning of each test. */
export const startSummaryTests = async () => {
  const product = await startTestApp()
  const { db, pool } = product.context
  const tenants = await makeTenants(db)
  beforeEach(async () => {
    product.time.now = july(41)
    await pool.query(
      'truncate alert, alert_event, reading, hourly_summary, monthly_summary, group_rest_day, heat_summary, summary_due, heat_due cascade',
    )
  })

  const address = (month = '2026-07', officeId = tenants.office.office_id) => `/api/Report/Summary?officeId=${officeId}&month=${month}`
  const read = async (month?: string): Promise<SafetySummary> => {
    const { status, body } = await product.askAs(tenants.people.base, 'GET', address(month))
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as SafetySummary
  }
  const alert = (at: Date, values: Values = {}, who = tenants.people.worker) => makeAlert(db, who, at, values)
  const emergency = (at: Date, values: Values = {}) =>
    alert(at, {
      kind: 'emergency',
      level: 3,
      peak_level: 3,
      cause: 'accumulated',
      reason: JSON.stringify({ kind: 'accumulated', limit: 3, minutes: 15 }),
      ...values,
    })
  const event = (...args: Parameters<typeof plantEvent> extends [unknown, ...infer Rest] ? Rest : never) => plantEvent(db, ...args)
  return { product, tenants, address, read, alert, emergency, event }
}
