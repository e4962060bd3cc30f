import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { forgetReadsJob } from '../src/features/audit-log/forget-reads.ts'
import { sealLogJob } from '../src/features/audit-log/seal-job.ts'
import { verifyLog } from '../src/features/audit-log/verify.ts'
import { makeGatewayOn, makeMap } from '../src/shared/monitoring/map-workers/test-maps.ts'
import { makeAlert, makeTenants, setState } from '../src/shared/monitoring/workers/test-workers.ts'
import { makeUser, makeOfficeLink } from '../src/shared/organisation/test-factories.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { createTestApp } from '../src/test-app.ts'
import { startLiveTests } from '../src/test-live.ts'

type Person = { readonly user_id: number }

const { product, listen } = await startLiveTests()
const { db } = product.context
const { office, group, foreign, people } = await makeTenants(db)
const alone = await makeUser(db, 'GroupLeader', office)

// Each test has an hour of its own: what a process has recorded in one it does not record again.
beforeEach(async () => {
  product.time.now = new Date(product.time.now.getTime() + 3_600_000)
  await setState(db, people.worker.user_id, product.time.now)
  await db.deleteFrom('audit_log').where('audit_log.chain_no', 'is', null).execute()
})
const later = (minutes: number) => {
  product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
}

const ask = async (viewer: Person, url: string) => {
  const { status } = await product.askAs(viewer, 'GET', url)
  expect(status).toBe(200)
}

/** The entries of the running hours, in the order of the log. */
const entries = () =>
  db
    .selectFrom('audit_log as a')
    .select(['a.user_id', 'a.resource', 'a.company_id', 'a.office_id', 'a.after', 'a.chain'])
    .where('a.action', '=', 'read')
    .where('a.chain_no', 'is', null)
    .orderBy('a.audit_id')
    .execute()
const seen = async () => (await entries()).map(({ user_id, resource, after }) => ({ user_id, resource, after }))

test('the condition list is on the log once for a reader and an hour, with its filter and how many people were seen', async () => {
  await ask(people.base, `/api/HealthCondition?officeId=${office.office_id}&groupId=${group.group_id}&minLevel=0`)
  later(20)
  await ask(people.base, `/api/HealthCondition?officeId=${office.office_id}&groupId=${group.group_id}&minLevel=0`)
  expect(await entries()).toEqual([
    {
      user_id: people.base.user_id,
      resource: 'conditionList',
      company_id: office.company_id,
      office_id: office.office_id,
      after: { officeName: office.name, groupName: group.name, minLevel: 0, peopleSeen: 1 },
      chain: 'read',
    },
  ])
  await ask(people.leader, '/api/HealthCondition')
  later(60)
  await ask(people.base, '/api/HealthCondition')
  expect((await seen()).map(({ user_id }) => user_id)).toEqual([people.base.user_id, people.leader.user_id, people.base.user_id])
})

test('further looks raise the entry: all the different people of the hour, and the filter that holds for all looks', async () => {
  const url = `/api/HealthCondition?officeId=${office.office_id}&sortKey=fullName`
  await ask(people.contract, `${url}&groupId=${group.group_id}&limit=1`)
  expect(await seen()).toMatchObject([{ after: { officeName: office.name, groupName: group.name, peopleSeen: 1 } }])
  for (const offset of [0, 1, 2, 3]) await ask(people.contract, `${url}&limit=1&offset=${offset}`)
  await ask(people.contract, `${url}&groupId=${group.group_id}&limit=1`)
  expect(await seen()).toMatchObject([{ after: { officeName: office.name, peopleSeen: 4 } }])
  expect((await seen())[0]?.after).not.toHaveProperty('groupName')
})

test('a look of the next process goes into the same entry, and nobody writes a second one', async () => {
  const other = await createTestApp({ db, pool: product.context.pool, clock: product.context.clock })
  await ask(people.base, '/api/HealthCondition?limit=1')
  await other.askAs(people.base, 'GET', '/api/HealthCondition')
  expect(await seen()).toMatchObject([{ user_id: people.base.user_id, after: { peopleSeen: 5 } }])
  await Promise.all([product, other].flatMap((one) => [1, 2, 3].map(() => one.askAs(people.leader, 'GET', '/api/HealthCondition'))))
  expect(await seen()).toHaveLength(2)
  await other.app.close()
})

test('a list that is read again writes nothing more', async () => {
  await ask(people.base, '/api/HealthCondition')
  const { rows: before } = await sql<{ xmin: string }>`select a.xmin::text from audit_log a where a.chain_no is null`.execute(db)
  for (const _ of [1, 2, 3]) {
    later(6)
    await ask(people.base, '/api/HealthCondition')
  }
  const { rows: after } = await sql<{ xmin: string }>`select a.xmin::text from audit_log a where a.chain_no is null`.execute(db)
  expect(after).toEqual(before)
})

test('alerts of the past, the people of a map, and people with their birth dates are on the log too', async () => {
  const ended = { ended_at: product.time.now, handling: 'closed', outcome: 'rested' } as const
  await makeAlert(db, people.worker, product.time.now, ended)
  await makeAlert(db, people.worker, product.time.now, { ...ended, kind: 'emergency' })
  const map = await makeMap(db, office)
  const gateway = await makeGatewayOn(db, map)
  await setState(db, people.worker.user_id, product.time.now, { gateway_id: gateway.device_id })

  await ask(people.base, '/api/HealthCondition/Alert?allTime=1&kind=condition,emergency')
  await ask(people.base, `/api/Map/${map.map_id}`)
  await ask(people.base, `/api/UserRole?role=User&fullName=${encodeURIComponent('サギョウイン')}`)
  const of = (resource: string, after: object) => ({ user_id: people.base.user_id, resource, after })
  expect(await seen()).toEqual([
    of('alertList', { kind: ['condition', 'emergency'], peopleSeen: 1 }),
    of('mapPeople', { officeName: office.name, peopleSeen: 1 }),
    of('people', { role: ['User'], fullName: 'サギョウイン', peopleSeen: 2 }),
  ])
  // Alerts that people still have to see to come to every console by themselves.
  await ask(people.leader, '/api/HealthCondition/Alert')
  expect(await seen()).toHaveLength(3)
  await ask(people.leader, `/api/Map/${map.map_id}/Emergencies`)
  await ask(people.leader, `/api/UserRole/${people.worker.user_id}`)
  expect((await seen()).slice(3)).toMatchObject([
    { user_id: people.leader.user_id, resource: 'alertList' },
    { user_id: people.leader.user_id, resource: 'people', after: { peopleSeen: 1 } },
  ])
})

test('an open stream is on the log with how many people it sends news of', async () => {
  const stream = await listen(people.contract, `?officeId=${office.office_id}`)
  await listen(people.contract, `?officeId=${office.office_id}`)
  await listen(people.leader)
  expect(await seen()).toEqual([
    { user_id: people.contract.user_id, resource: 'liveStream', after: { officeName: office.name, peopleSeen: 5 } },
    { user_id: people.leader.user_id, resource: 'liveStream', after: { peopleSeen: 2 } },
  ])
  expect(stream.status).toBe(200)
})

test('wallboards, own data and empty lists are not', async () => {
  const link = await makeOfficeLink(db, office.office_id)
  expect((await product.ask('GET', `/api/Wallboard/${office.office_id}`, { headers: link.headers })).status).toBe(200)
  await listen(people.worker)
  await ask(alone, '/api/HealthCondition')
  await ask(alone, `/api/UserRole/${alone.user_id}`)
  await listen(alone)
  await ask(people.base, '/api/HealthCondition/Alert?allTime=1&kind=clock')
  expect(await seen()).toEqual([])
})

test("what the provider's administrators see is on the log of each company whose people it shows", async () => {
  await ask(people.service, '/api/HealthCondition')
  await listen(people.service)
  const found = (await entries()).map(({ resource, company_id, after }) => ({ resource, company_id, after }))
  expect(found).toEqual(
    expect.arrayContaining([
      { resource: 'conditionList', company_id: office.company_id, after: { peopleSeen: 6 } },
      { resource: 'conditionList', company_id: foreign.company_id, after: { peopleSeen: 1 } },
      { resource: 'liveStream', company_id: office.company_id, after: { peopleSeen: 6 } },
      { resource: 'liveStream', company_id: foreign.company_id, after: { peopleSeen: 1 } },
    ]),
  )
  expect(found).toHaveLength(4)
})

test('the entry is sealed once its hour is over, nothing raises it then, and its chain holds', async () => {
  await ask(people.base, '/api/HealthCondition?limit=1')
  await takeTurn(product.context, sealLogJob)
  expect(await seen()).toHaveLength(1)
  later(59)
  await ask(people.leader, '/api/HealthCondition')
  later(2)
  await ask(people.base, '/api/HealthCondition')
  await takeTurn(product.context, sealLogJob)
  later(240)
  await takeTurn(product.context, sealLogJob)
  expect(await seen()).toEqual([])
  expect(await verifyLog(db)).toMatchObject({ faults: [], unsealed: 0 })
  await takeTurn(product.context, forgetReadsJob)
  expect((await verifyLog(db)).faults).toEqual([])
})

test('a list of health that keeps people safe is shown though its entry cannot be written, and the next look writes it', async () => {
  await sql`alter table audit_log add constraint away check (action <> 'read') not valid`.execute(db)
  await ask(people.base, '/api/HealthCondition')
  await listen(people.base)
  const refused = [
    await product.askAs(people.base, 'GET', '/api/UserRole?role=User'),
    await product.askAs(people.base, 'GET', '/api/HealthCondition/Alert?allTime=1'),
  ]
  await sql`alter table audit_log drop constraint away`.execute(db)
  expect(refused.map(({ status }) => status)).toEqual([500, 500])
  expect(await seen()).toEqual([])
  await ask(people.base, '/api/HealthCondition')
  expect(await seen()).toHaveLength(1)
})
