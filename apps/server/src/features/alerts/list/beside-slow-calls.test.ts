import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

test('somebody whose calls all wait can answer an alert, see who they are and sign others out', async () => {
  const { db } = product.context
  const { base, worker } = tenants.people
  const { alert_id: id } = await makeAlert(db, worker, product.time.now)
  const holding = await db.startTransaction().execute()
  await sql`lock table named_place in access exclusive mode`.execute(holding)
  const headers = await product.as(base)
  const slow = Array.from({ length: 8 }, () => product.ask('GET', `/api/Location?officeId=${tenants.office.office_id}`, { headers }))
  const waiting = sql`
    select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.relation = 'named_place'::regclass and not l.granted`
  // Two statements each: the rows of a list, and how many there are.
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(8)
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    (await product.ask(method, url, { headers, ...(payload !== undefined && { payload }) })).status
  const answers = [
    await ask('POST', `/api/Alert/${id}/Acknowledge`),
    await ask('POST', '/api/Alert/Acknowledge', { ids: [id] }),
    await ask('POST', `/api/Alert/${id}/Respond`),
    await ask('POST', `/api/Alert/${id}/Close`, { outcome: 'other' }),
    await ask('GET', '/api/UserInfo'),
    await ask('GET', '/api/Session'),
    await ask('DELETE', '/api/Session'),
  ]
  expect(answers).toEqual([200, 200, 200, 200, 200, 200, 200])
  await holding.rollback().execute()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
})
