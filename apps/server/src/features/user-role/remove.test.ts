import { expect, test } from 'vitest'
import { makeAlert, makeDevice, makeGroup, makeUser, makeWear, signInAs } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople } from './test-people.ts'

const people = await addPeople(await startTestApp())

const remove = (actor: { user_id: number }, userId: number) => people.call(actor, 'DELETE', `/api/UserRole/${userId}`)

test('a deleted worker leaves group and devices, and their session ends; the row stays', async () => {
  const { db, office, base, time } = people
  const group = await makeGroup(db, { office_id: office.office_id })
  const worker = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, device.device_id)
  const { headers } = await signInAs(people.context, worker.user_id)
  expect(await remove(base, worker.user_id)).toMatchObject({ status: 200, body: {} })
  const row = await db.selectFrom('app_user').selectAll().where('app_user.user_id', '=', worker.user_id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ deleted_at: time.now, group_id: null, full_name: worker.full_name })
  expect((await people.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
  expect(await db.selectFrom('wear').select('worn_to').where('wear.user_id', '=', worker.user_id).execute()).toEqual([
    { worn_to: time.now },
  ])
  expect((await remove(base, worker.user_id)).status).toBe(404)
  const [entry] = await db.selectFrom('audit_log').selectAll().where('audit_log.resource_id', '=', String(worker.user_id)).execute()
  expect(entry).toMatchObject({ action: 'delete', before: { fullName: worker.full_name }, after: null })
  expect((await people.call(base, 'POST', '/api/UserRole', { ...worker, userName: worker.login_id })).status).toBe(400)
})

test('a deleted person loses mail address, phone, birth date, heat profile, password and second factors at once', async () => {
  const { db, office, base } = people
  const worker = await makeUser(db, 'User', office, {
    email: 'gone@example.jp',
    phone_number: '09012345678',
    date_of_birth: '1968-04-01',
    metabolic_class: 3,
    acclimatised: true,
    first_exposure_on: '2026-07-01',
    heart_judged: false,
    password_hash: 'hash',
  })
  const { company_id, user_id } = worker
  const key = { company_id, user_id }
  await db
    .insertInto('totp')
    .values({ ...key, secret: Buffer.from('s'), started_at: people.time.now })
    .execute()
  await db
    .insertInto('recovery_code')
    .values({ ...key, code_hash: Buffer.from('h'), salt: Buffer.from('s') })
    .execute()
  await db
    .insertInto('identity_subject')
    .values({ ...key, issuer: 'i', subject: 's' })
    .execute()
  await db
    .insertInto('sign_in_place')
    .values({ ...key, address: '192.0.2.1' })
    .execute()
  expect((await remove(base, user_id)).status).toBe(200)
  const row = await db.selectFrom('app_user').selectAll().where('app_user.user_id', '=', user_id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    full_name: worker.full_name,
    email: null,
    phone_number: null,
    date_of_birth: null,
    metabolic_class: null,
    acclimatised: null,
    first_exposure_on: null,
    heart_judged: true,
    password_hash: null,
  })
  for (const table of ['totp', 'recovery_code', 'identity_subject', 'sign_in_place'] as const)
    expect(await db.selectFrom(table).select('user_id').where('user_id', '=', user_id).execute()).toEqual([])
})

test('an alert that nobody closed keeps the person', async () => {
  const { db, office, base } = people
  const worker = await makeUser(db, 'User', office, { full_name: '開　太郎' })
  const alert = await makeAlert(db, worker)
  expect((await people.call(base, 'GET', `/api/UserRole/${worker.user_id}`)).body).toMatchObject({ canDelete: false })
  expect(await remove(base, worker.user_id)).toMatchObject({
    status: 400,
    body: ['「開　太郎」には、対応の終わっていないアラートがあります。対応を終えてから削除してください。'],
  })
  await db
    .updateTable('alert')
    .set({ handling: 'closed', ended_at: people.time.now })
    .where('alert.alert_id', '=', alert.alert_id)
    .execute()
  expect((await remove(base, worker.user_id)).status).toBe(200)
})

test('an alert that late readings disproved keeps nobody', async () => {
  const { db, office, base } = people
  const worker = await makeUser(db, 'User', office)
  await makeAlert(db, worker, { ended_at: people.time.now, withdrawn: true })
  expect((await people.call(base, 'GET', `/api/UserRole/${worker.user_id}`)).body).toMatchObject({ canDelete: true })
  expect((await remove(base, worker.user_id)).status).toBe(200)
})

test('nobody deletes themselves, and one service administrator stays', async () => {
  const { db, service } = people
  expect(await remove(service, service.user_id)).toMatchObject({ status: 400, body: ['自分自身は削除できません。'] })
  const other = await makeUser(db, 'AdminUnitService')
  const answers = await Promise.all([remove(service, other.user_id), remove(other, service.user_id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, expect.toSatisfy((status: number) => status >= 400)])
  const left = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'AdminUnitService')
    .where('deleted_at', 'is', null)
    .execute()
  expect(left).toHaveLength(1)
})
