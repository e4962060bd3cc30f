import type { FirstSteps } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const { people, office } = await makeTenants(db)

const read = async (user: { user_id: number }, query = '') =>
  (await product.askAs(user, 'GET', `/api/FirstSteps${query}`)).body as FirstSteps
const doneOf = ({ steps }: FirstSteps) => steps.filter(({ done }) => done).map(({ key }) => key)

test('each step is done once there is what it is about, and undone once that is gone', async () => {
  const site = await makeOffice(db, { company_id: office.company_id, name: '有明北' })
  const base = await makeUser(db, 'HeadquartersAdmin', site)
  expect(await read(base)).toMatchObject({ officeId: site.office_id, officeName: '有明北' })
  expect(doneOf(await read(base))).toEqual(['company', 'office'])

  const { keyId } = await makeIngestKey(db, site.office_id)
  const withKey = await read(base)
  expect(doneOf(withKey)).toEqual(['company', 'office', 'key'])
  expect(withKey.steps[2]).toMatchObject({ count: 1, names: [expect.any(String)], at: expect.any(String) as string })

  await makeDevice(db, 'heat', site.office_id)
  expect(doneOf(await read(base))).toEqual(['company', 'office', 'key'])
  const tag = await makeDevice(db, 'vital', site.office_id)
  expect(doneOf(await read(base))).toEqual(['company', 'office', 'key', 'devices'])

  const worker = await makeUser(db, 'User', site)
  expect((await read(base)).steps[4]).toEqual({ key: 'workers', done: false, count: 1, names: [], at: null })
  await makeWear(db, worker.user_id, tag.device_id)
  expect(doneOf(await read(base))).toEqual(['company', 'office', 'key', 'devices', 'workers'])

  await setState(db, worker.user_id, product.context.clock())
  expect(doneOf(await read(base))).toEqual(['company', 'office', 'key', 'devices', 'workers', 'reading'])

  await db.updateTable('ingest_key').set({ revoked_at: new Date() }).where('key_id', '=', keyId).execute()
  expect(doneOf(await read(base))).toEqual(['company', 'office', 'devices', 'workers', 'reading'])
})

test('a key that has ended, one that stores nothing and a worker who has left count for nothing', async () => {
  const site = await makeOffice(db)
  const base = await makeUser(db, 'HeadquartersAdmin', site)
  const { keyId } = await makeIngestKey(db, site.office_id)
  await db.updateTable('ingest_key').set({ ends_at: product.context.clock() }).where('key_id', '=', keyId).execute()
  const trial = await makeIngestKey(db, site.office_id)
  await db.updateTable('ingest_key').set({ is_trial: true }).where('key_id', '=', trial.keyId).execute()
  const worker = await makeUser(db, 'User', site, { deleted_at: new Date() })
  await setState(db, worker.user_id, product.context.clock())
  expect(doneOf(await read(base))).toEqual(['company', 'office'])
})

test('without a site a contract administrator sees the steps of an empty company, a service administrator those of an empty service', async () => {
  const empty = await makeOffice(db)
  const contract = await makeUser(db, 'AdminUnitContract', empty)
  expect(doneOf(await read(contract))).toEqual(['company', 'office'])
  // A company of which every site is finished begins again.
  await db.updateTable('office').set({ archived_at: product.context.clock() }).where('office_id', '=', empty.office_id).execute()
  expect(doneOf(await read(contract))).toEqual(['company'])
  await db.deleteFrom('office').where('office_id', '=', empty.office_id).execute()
  const steps = await read(contract)
  expect(doneOf(steps)).toEqual(['company'])
  expect(steps).toMatchObject({ companyName: expect.any(String) as string, officeId: null, officeName: null })
  expect(doneOf(await read(people.service))).toEqual(['company', 'office'])
})

test('administrators see the steps of their own sites alone', async () => {
  const query = `?officeId=${office.office_id}`
  for (const person of [people.service, people.contract, people.base])
    expect(await read(person, query)).toMatchObject({ officeId: office.office_id })
  for (const [person, status] of [
    [people.foreignContract, 404],
    [people.foreignBase, 404],
    [people.leader, 403],
    [people.worker, 403],
  ] as const)
    expect((await product.askAs(person, 'GET', `/api/FirstSteps${query}`)).status).toBe(status)
})
