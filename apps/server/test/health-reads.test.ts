import { beforeEach, expect, test } from 'vitest'
import { giveVital, makeAlert, makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../src/test-app.ts'

type Person = { readonly user_id: number }

const product = await startTestApp()

const tenants = await makeTenants(product.context.db)
await giveVital(product.context.db, tenants.people.worker)
const alertId = (await makeAlert(product.context.db, tenants.people.worker, product.time.now)).alert_id
beforeEach(() => product.context.db.deleteFrom('audit_log').execute())

/** Who looked at whom, on which screen, in the order of the log. */
const reads = async () =>
  (
    await product.context.db
      .selectFrom('audit_log as a')
      .select(['a.user_id', 'a.resource', 'a.resource_id', 'a.company_id', 'a.office_id', 'a.after', 'a.chain'])
      .where('a.action', '=', 'read')
      .orderBy('a.audit_id')
      .execute()
  ).map(({ user_id, resource, resource_id, ...rest }) => ({ seen: `${user_id} ${resource} ${resource_id}`, ...rest }))
const seen = async () => (await reads()).map((read) => read.seen)
const later = (minutes: number) => {
  product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
}
const detail = (viewer: Person, person: Person) => product.askAs(viewer, 'GET', `/api/HealthCondition/${person.user_id}/0`)
const report = (viewer: Person, body: object) =>
  product.askAs(viewer, 'POST', '/api/Report', { officeId: tenants.office.office_id, reportType: 4, ...body })

test("a look at somebody's condition is on the log of their company, under the name they have", async () => {
  const { people, office } = tenants
  expect((await detail(people.leader, people.worker)).status).toBe(200)
  expect(await reads()).toEqual([
    {
      seen: `${people.leader.user_id} healthCondition ${people.worker.user_id}`,
      company_id: office.company_id,
      office_id: office.office_id,
      after: { fullName: people.worker.full_name },
      chain: 'read',
    },
  ])
  await detail(people.service, people.worker)
  expect((await reads())[1]).toMatchObject({ company_id: office.company_id })
})

test('the log holds neither looks at oneself nor what was refused', async () => {
  const { people } = tenants
  await detail(people.worker, people.worker)
  expect((await detail(people.leader, people.neighbour)).status).toBe(404)
  expect(await seen()).toEqual([])
})

test('a screen that stays open is recorded once in ten minutes, also if it makes two calls at once', async () => {
  const { people } = tenants
  await Promise.all([1, 2, 3, 4].map(() => detail(people.leader, people.worker)))
  later(9)
  await detail(people.leader, people.worker)
  expect(await seen()).toHaveLength(1)
  await detail(people.base, people.worker)
  await detail(people.base, people.neighbour)
  expect(await seen()).toHaveLength(3)
  later(1)
  await detail(people.leader, people.worker)
  expect(await seen()).toHaveLength(4)
})

test('so is the record of an alert about a person, and a report', async () => {
  const { people, office } = tenants
  const { user_id } = people.worker
  later(60)
  await product.askAs(people.base, 'GET', `/api/Alert/${alertId}`)
  expect((await report(people.base, { period: 1, requestDate: '2026-07', workers: [user_id] })).status).toBe(200)
  await report(people.base, { period: 2, requestDate: '2026-07-20', workers: [user_id] })
  await report(people.base, { period: 2, requestDate: '2026-07-20' })
  const viewer = people.base.user_id
  expect(await seen()).toEqual([
    `${viewer} alertRecord ${user_id}`,
    `${viewer} workerReport ${user_id}`,
    `${viewer} dailyReport ${office.office_id}`,
  ])
  expect((await reads()).map(({ after }) => after)).toEqual([
    { fullName: people.worker.full_name, alertId },
    { fullName: people.worker.full_name },
    expect.objectContaining({ officeName: expect.any(String) }),
  ])
})

test('what is not on the log is not shown', async () => {
  const { people } = tenants
  const { pool } = product.context
  later(60)
  await pool.query(`alter table audit_log add constraint away check (action <> 'read') not valid`)
  const { status } = await detail(people.leader, people.worker)
  await pool.query('alter table audit_log drop constraint away')
  expect(status).toBe(500)
})
