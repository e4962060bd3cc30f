import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ensurePartitions } from '../src/features/ingest/partitions.ts'
import { startTestApp } from '../src/test-app.ts'
import { makePlot, type Plot } from './permissions/plot.ts'
import type { TableRow } from '../src/platform/database/table-row.ts'

/*
 * What outlives the people, devices and sites it names has no foreign keys (rules/tenancy.ts). It names them by company and
 * number all the same: with the numbers of another company's rows it finds nothing, in either company.
 */

const product = await startTestApp()
const here = await makePlot(product.context, 'HERE')
const elsewhere = await makePlot(product.context, 'FAR')

/** What the two kinds of administrators of a plot read, by call. */
const readBy = async ({ people, office }: Plot) => {
  const day = '2026-07-20'
  const { user_id: worker } = people.User
  const book = `officeId=${office.office_id}&from=${day}&to=${day}`
  const calls = [
    '/api/HealthCondition?healthData=0',
    `/api/HealthCondition/${worker}/0`,
    '/api/HealthCondition/Alert?allTime=1',
    '/api/HeatIndexWatcher',
    '/api/SafetyBelt',
    `/api/Report/Logbook?${book}`,
    `/api/Report/Logbook?${book}&unit=slot`,
    `/api/Report/Summary?officeId=${office.office_id}&month=2026-07`,
  ]
  const answers: Record<string, unknown> = {}
  for (const who of [people.HeadquartersAdmin, people.AdminUnitContract])
    for (const path of calls) {
      const { status, body } = await product.askAs(who, 'GET', path)
      expect(status, path).toBe(200)
      answers[`${who.user_id} ${path}`] = body
    }
  const log = await product.askAs(people.AdminUnitContract, 'GET', '/api/AuditLog')
  return { ...answers, log: log.body }
}

/** Stores, under this plot's company, evidence with the numbers of the other plot's worker, watcher and site. */
const store = async ({ office: { company_id } }: Plot, { office: { office_id }, people, belt }: Plot) => {
  const { db } = product.context
  const at = product.time.now
  const { user_id } = people.User
  const { rows } = await sql<TableRow<'device', 'device_id'>>`
    select d.device_id from device d where d.kind = 'heat' and d.office_id = ${office_id}`.execute(db)
  const device_id = rows[0]?.device_id ?? 0
  expect(device_id).not.toBe(0)
  await ensurePartitions({ pool: product.context.pool }, [at.getTime()])
  await sql`
    insert into reading (company_id, device_id, at, call, office_id, user_id, received_at, heart_rate, wbgt, total_level)
    values (${company_id}, ${device_id}, ${at}, false, ${office_id}, ${user_id}, ${at}, 199, 39.9, 3),
           (${company_id}, ${belt.device_id}, ${at}, false, ${office_id}, ${user_id}, ${at}, 199, 39.9, 3)`.execute(db)
  await sql`
    insert into heat_summary (company_id, office_id, device_id, slot, serial, source, wbgt_max, wbgt_sum, wbgt_count)
    values (${company_id}, ${office_id}, ${device_id}, '2026-07-20T03:00:00Z', 'x', 'measured', 39.9, 39.9, 1)`.execute(db)
  await sql`
    insert into heat_due (company_id, device_id, slot, serial) values (${company_id}, ${device_id}, '2026-07-20T03:10:00Z', 'x')`.execute(
    db,
  )
}

test('evidence with the numbers of another company is read by nobody', async () => {
  const before = [await readBy(here), await readBy(elsewhere)]
  await store(here, elsewhere)
  await store(elsewhere, here)
  expect([await readBy(here), await readBy(elsewhere)]).toEqual(before)
})
