import type { OwnConsent } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { context, time } = product
const { db } = context
const office = await makeOffice(db, { name: '晴海' })
const group = await makeGroup(db, { company_id: office.company_id, office_id: office.office_id })
const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })
const base = await makeUser(db, 'HeadquartersAdmin', office)

const setTime = (clock: string) => {
  time.now = new Date(`2026-07-${clock}+09:00`)
}
beforeEach(() => setTime('20T08:00:00'))

const newWorker = (values: object = {}) => makeUser(db, 'User', { ...office, group_id: group.group_id }, values)
type Person = Awaited<ReturnType<typeof newWorker>>
const read = async (person: Person) => (await product.askAs(person, 'GET', '/api/User/Consent')).body as OwnConsent
const set = (person: Person, given: boolean, version = 1) =>
  product.askAs(person, 'PUT', '/api/User/Consent', { version, given, language: 'vi' })
const actsOf = async ({ user_id: id }: Person) =>
  db
    .selectFrom('consent_act as c')
    .select(['c.given', 'c.version', 'c.language', 'c.at'])
    .where('c.user_id', '=', id)
    .orderBy('c.at')
    .execute()
const logOf = async ({ user_id: id }: Person) =>
  (await product.recordedOf('user')).filter(({ resource_id: resourceId }) => resourceId === String(id))

test('who has decided nothing is asked, and sees who may look at what is measured and how long it is kept', async () => {
  expect(await read(await newWorker())).toEqual({
    state: 'none',
    version: 1,
    textSince: '2026-11-27',
    givenAt: null,
    givenVersion: null,
    givenBy: null,
    withdrawnAt: null,
    withdrawnBy: null,
    isDue: true,
    officeName: '晴海',
    groupName: group.name,
    seenBy: ['GroupLeader', 'GroupSubLeader', 'HeadquartersAdmin', 'AdminUnitContract', 'AdminUnitService'],
    onWallboard: false,
    readingDays: context.config.retentionDays,
  })
})

test('consent is given once, with the version of the text and its language, and is on the log', async () => {
  const worker = await newWorker()
  expect((await set(worker, true)).body).toMatchObject({
    state: 'given',
    givenAt: '2026-07-20T08:00:00+09:00',
    givenVersion: 1,
    givenBy: 'page',
    isDue: false,
  })
  setTime('20T08:01:00')
  expect((await set(worker, true)).body).toMatchObject({ givenAt: '2026-07-20T08:00:00+09:00' })
  expect(await actsOf(worker)).toEqual([{ given: true, version: 1, language: 'vi', at: new Date('2026-07-20T08:00:00+09:00') }])
  expect(await logOf(worker)).toMatchObject([
    {
      action: 'giveConsent',
      user_name: worker.login_id,
      before: { consentAt: null },
      after: { consentAt: '2026-07-20T08:00:00+09:00', consentVersion: 1 },
    },
  ])
})

test('a text that has changed meanwhile is not agreed to unread', async () => {
  const worker = await newWorker()
  expect(await set(worker, true, 7)).toMatchObject({ status: 409, body: { message: expect.stringContaining('新しくなりました') } })
  expect((await read(worker)).state).toBe('none')
})

test('consent to an older text is asked for again, and holds until then', async () => {
  const worker = await newWorker()
  await set(worker, true)
  await db.updateTable('consent_act as c').set({ version: 0 }).where('c.user_id', '=', worker.user_id).execute()
  expect(await read(worker)).toMatchObject({ state: 'given', isDue: true })
  setTime('21T08:00:00')
  expect((await set(worker, true)).body).toMatchObject({ isDue: false, givenVersion: 1, givenAt: '2026-07-21T08:00:00+09:00' })
})

test('what an administrator recorded from paper is said to be so, and is not asked for again', async () => {
  const worker = await newWorker({ consent_at: new Date('2026-07-01T00:00:00+09:00') })
  expect(await read(worker)).toMatchObject({ state: 'given', givenBy: 'paper', givenVersion: null, isDue: false })
  await db.updateTable('app_user as u').set({ consent_withdrawn_at: time.now }).where('u.user_id', '=', worker.user_id).execute()
  expect(await read(worker)).toMatchObject({ state: 'withdrawn', withdrawnBy: 'paper', isDue: false })
})

test('withdrawing ends judging and showing at once, keeps what was measured, and consent can be given again', async () => {
  const worker = await newWorker()
  await set(worker, true)
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, device.device_id)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const send = (minute: string) => {
    setTime(`20T08:${minute}:30`)
    const reading = { kind: 'vital', device: device.serial, at: `2026-07-20T08:${minute}:00+09:00`, heartRate: 90, battery: 4 }
    return product.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings: [reading] } })
  }
  const isShownTo = async (person: { user_id: number }) =>
    JSON.stringify((await product.askAs(person, 'GET', '/api/HealthCondition?limit=100')).body).includes(worker.full_name)
  await send('10')
  expect(await isShownTo(leader)).toBe(true)

  expect((await set(worker, false)).body).toMatchObject({ state: 'withdrawn', withdrawnBy: 'page', givenBy: 'page', isDue: false })
  expect(await isShownTo(leader)).toBe(false)
  expect((await product.askAs(worker, 'GET', `/api/HealthCondition/${worker.user_id}/0`)).status).toBe(403)
  await send('11')
  const { rows } = await sql`select r.user_id from reading r where r.device_id = ${device.device_id} order by r.at`.execute(db)
  expect(rows).toEqual([{ user_id: worker.user_id }, { user_id: null }])

  setTime('20T08:12:00')
  expect((await set(worker, true)).body).toMatchObject({ state: 'given', withdrawnAt: null })
  await send('13')
  expect(await isShownTo(leader)).toBe(true)
  expect((await logOf(worker)).map(({ action }) => action)).toEqual(['giveConsent', 'withdrawConsent', 'giveConsent'])
})

test('a form that an administrator opened before is not saved over it', async () => {
  const worker = await newWorker({ gender: 1, date_of_birth: '1980-01-01' })
  const { body } = await product.askAs(base, 'GET', `/api/UserRole/${worker.user_id}`)
  await set(worker, true)
  expect((await product.askAs(base, 'PUT', `/api/UserRole/${worker.user_id}`, body as object)).status).toBe(412)
})

test('administrators see the version and who recorded it', async () => {
  const [own, paper, nobody] = [
    await newWorker(),
    await newWorker({ consent_at: new Date('2026-07-01T00:00:00+09:00') }),
    await newWorker(),
  ]
  await set(own, true)
  const seen = async (person: Person) => (await product.askAs(base, 'GET', `/api/UserRole/${person.user_id}`)).body
  expect(await seen(own)).toMatchObject({ consentAt: '2026-07-20T08:00:00+09:00', consentVersion: 1, consentMeans: 'page' })
  expect(await seen(paper)).toMatchObject({ consentVersion: null, consentMeans: 'paper' })
  expect(await seen(nobody)).toMatchObject({ consentVersion: null, consentMeans: null })
  setTime('20T09:00:00')
  await set(own, false)
  expect(await seen(own)).toMatchObject({ consentWithdrawnAt: '2026-07-20T09:00:00+09:00', consentVersion: 1, consentMeans: 'page' })
})

test('nobody but workers is measured, so nobody else consents', async () => {
  for (const call of ['GET', 'PUT'] as const)
    expect((await product.askAs(base, call, '/api/User/Consent', call === 'PUT' ? { version: 1, given: true } : undefined)).status).toBe(
      403,
    )
  expect((await product.ask('GET', '/api/User/Consent')).status).toBe(401)
})

test('two clicks at once are one act', async () => {
  const worker = await newWorker()
  const answers = await Promise.all([set(worker, true), set(worker, true), set(worker, true)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await actsOf(worker)).toHaveLength(1)
})
