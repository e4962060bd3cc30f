import { expect, test } from 'vitest'
import { makeAlert, makeDevice, makeGroup, makeUser, makeWear, signInAs } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { addPeople } from '../test-people.ts'

const people = await addPeople(await startTestApp())
const { db, office, elsewhere, service, contract, base } = people

type Actor = { user_id: number }

const erase = (actor: Actor, person: Actor, userName: string) =>
  people.call(actor, 'POST', `/api/UserRole/${person.user_id}/Erase`, { userName })
const state = (actor: Actor, person: Actor) => people.call(actor, 'GET', `/api/UserRole/${person.user_id}/Erasure`)
const hold = (actor: Actor, person: Actor, body: object) => people.call(actor, 'PUT', `/api/UserRole/${person.user_id}/Hold`, body)
const release = (actor: Actor, person: Actor) => people.call(actor, 'DELETE', `/api/UserRole/${person.user_id}/Hold`)
const rowOf = ({ user_id }: Actor) => db.selectFrom('app_user').selectAll().where('user_id', '=', user_id).executeTakeFirstOrThrow()
const recorded = (person: Actor) =>
  db.selectFrom('audit_log').selectAll().where('resource_id', '=', String(person.user_id)).orderBy('audit_id').execute()

test('an erased worker has no name, device or session left, and cannot sign in; the row stays for the figures', async () => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const worker = await makeUser(
    db,
    'User',
    { ...office, group_id: group.group_id },
    { email: 'one@example.jp', password: 'Mimamori-1', heart_judged: false },
  )
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, device.device_id)
  const { headers } = await signInAs(people.context, worker.user_id)
  const answer = await erase(contract, worker, ` ${worker.login_id.toUpperCase()} `)
  expect(answer).toMatchObject({
    status: 200,
    body: { fullName: `消去済み（${worker.user_id}）`, isDeleted: true, hindrances: [], outside: [] },
  })
  expect(await rowOf(worker)).toMatchObject({
    full_name: `消去済み（${worker.user_id}）`,
    email: null,
    password_hash: null,
    heart_judged: true,
    group_id: null,
  })
  expect((await people.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
  const credentials = { username: worker.login_id, password: 'Mimamori-1' }
  expect((await people.ask('POST', '/api/Authenticate/Login', { headers: {}, payload: credentials })).status).toBe(401)
  const worn = await db.selectFrom('wear').select('worn_to').where('user_id', '=', worker.user_id).execute()
  expect(worn).toEqual([{ worn_to: people.time.now }])
  expect((await people.call(base, 'GET', `/api/UserRole/${worker.user_id}`)).status).toBe(404)
  // The login ID is free again.
  await makeUser(db, 'User', office, { login_id: worker.login_id })
  expect(await erase(contract, worker, worker.login_id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('すでに') },
  })
})

test('the name goes from where a morning check moved somebody else', async () => {
  const worker = await makeUser(db, 'User', office, { full_name: '消去　太郎' })
  const other = await makeUser(db, 'User', office)
  const check = { company_id: office.company_id, office_id: office.office_id, user_id: other.user_id, day: '2026-07-20' }
  await db
    .insertInto('morning_check')
    .values({ ...check, answered_at: people.time.now, source: 'leader', moved_to: '消去　太郎の班' })
    .execute()
  expect((await erase(contract, worker, worker.login_id)).status).toBe(200)
  const { moved_to: movedTo } = await db
    .selectFrom('morning_check')
    .select('moved_to')
    .where('user_id', '=', other.user_id)
    .executeTakeFirstOrThrow()
  expect(movedTo).not.toContain('太郎')
})

test('it is on record who erased whom, without a name', async () => {
  const worker = await makeUser(db, 'User', office)
  await erase(service, worker, worker.login_id)
  const entry = (await recorded(worker)).at(-1)
  expect(entry).toMatchObject({
    action: 'erase',
    user_name: service.login_id,
    company_id: office.company_id,
    office_id: office.office_id,
    before: null,
    after: { entries: 0, entriesDigest: expect.any(String) },
  })
})

test('only administrators of the service and of the own company erase, and a person of another company is not found', async () => {
  const worker = await makeUser(db, 'User', office)
  const leader = await makeUser(db, 'GroupLeader', office)
  const foreign = await makeUser(db, 'AdminUnitContract', elsewhere)
  for (const actor of [base, leader, worker]) {
    expect((await erase(actor, worker, worker.login_id)).status).toBe(403)
    expect((await state(actor, worker)).status).toBe(403)
    expect((await hold(actor, worker, { reason: '訴訟', endsOn: '2027-01-01' })).status).toBe(403)
    expect((await release(actor, worker)).status).toBe(403)
  }
  expect((await erase(foreign, worker, worker.login_id)).status).toBe(404)
  expect((await state(foreign, worker)).status).toBe(404)
  expect((await hold(foreign, worker, { reason: '訴訟', endsOn: '2027-01-01' })).status).toBe(404)
  expect((await release(foreign, worker)).status).toBe(404)
  // Beside and above oneself nobody is either.
  const peer = await makeUser(db, 'AdminUnitContract', office)
  for (const other of [peer, service, { user_id: 9_999_999, login_id: 'nobody' }])
    expect((await erase(contract, other, other.login_id)).status).toBe(404)
  expect((await rowOf(worker)).full_name).toBe(worker.full_name)
})

test('another login ID, and oneself, are refused', async () => {
  const worker = await makeUser(db, 'User', office)
  expect(await erase(contract, worker, 'someone')).toMatchObject({ status: 400, body: [expect.stringContaining('ログインIDが違います')] })
  expect((await erase(contract, worker, '')).status).toBe(400)
  expect(await erase(service, service, service.login_id)).toMatchObject({ status: 400, body: [expect.stringContaining('自分自身')] })
  const spare = await makeUser(db, 'AdminUnitService')
  expect(await erase(service, spare, spare.login_id)).toMatchObject({ status: 200, body: { companyName: null } })
})

test('while an alert of the person is open nothing is erased', async () => {
  const worker = await makeUser(db, 'User', office)
  const alert = await makeAlert(db, worker)
  const words = '対応の終わっていないアラートがあります。対応を終えてから、消去してください。'
  expect((await state(contract, worker)).body).toMatchObject({ hindrances: [words] })
  expect(await erase(contract, worker, worker.login_id)).toMatchObject({ status: 409, body: { message: words } })
  await db.updateTable('alert').set({ handling: 'closed', ended_at: people.time.now }).where('alert_id', '=', alert.alert_id).execute()
  expect((await erase(contract, worker, worker.login_id)).status).toBe(200)
})

test('a hold prevents that somebody is erased or deleted until its last day is over, on record', async () => {
  const worker = await makeUser(db, 'User', office)
  expect(await hold(contract, worker, { reason: '労災の調査', endsOn: '2026-07-19' })).toMatchObject({ status: 400 })
  expect(await hold(contract, worker, { reason: ' ', endsOn: '2026-07-31' })).toMatchObject({ status: 400 })
  const held = { reason: '労災の調査', endsOn: '2026-07-20', heldBy: contract.full_name }
  expect(await hold(contract, worker, held)).toMatchObject({ status: 200, body: held })
  expect((await state(service, worker)).body).toMatchObject({ hold: held, hindrances: [expect.stringContaining('2026-07-20まで保全中')] })
  expect((await erase(contract, worker, worker.login_id)).status).toBe(409)
  expect(await people.call(base, 'DELETE', `/api/UserRole/${worker.user_id}`)).toMatchObject({
    status: 400,
    body: [expect.stringContaining('保全中')],
  })
  await hold(service, worker, { reason: '訴訟', endsOn: '2026-08-31' })
  expect((await state(contract, worker)).body).toMatchObject({ hold: { reason: '訴訟', heldBy: service.full_name } })
  expect((await release(contract, worker)).status).toBe(200)
  expect((await release(contract, worker)).status).toBe(200)
  expect((await state(contract, worker)).body).toMatchObject({ hold: null, hindrances: [] })
  const { full_name: fullName } = worker
  expect((await recorded(worker)).map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'hold', before: null, after: { fullName, reason: '労災の調査', endsOn: '2026-07-20' } },
    {
      action: 'hold',
      before: { fullName, reason: '労災の調査', endsOn: '2026-07-20' },
      after: { fullName, reason: '訴訟', endsOn: '2026-08-31' },
    },
    { action: 'releaseHold', before: { fullName, reason: '訴訟', endsOn: '2026-08-31' }, after: null },
  ])
  await hold(contract, worker, { reason: '労災の調査', endsOn: '2026-07-20' })
  people.time.now = new Date('2026-07-21T00:00:00+09:00')
  expect((await erase(contract, worker, worker.login_id)).status).toBe(200)
  expect(await db.selectFrom('person_hold').selectAll().where('user_id', '=', worker.user_id).execute()).toEqual([])
  expect(await hold(contract, worker, held)).toMatchObject({ status: 400 })
  expect((await hold(contract, worker, { ...held, endsOn: '2026-08-31' })).status).toBe(409)
})

test('whose address alarms go to is erased once somebody else is notified', async () => {
  const email = 'only-mine@example.jp'
  const worker = await makeUser(db, 'User', office, { email, phone_number: '080-1111-2222' })
  const group = await makeGroup(db, { office_id: office.office_id, name: '型枠班' })
  const { company_id } = office
  await db.insertInto('group_email').values({ company_id, group_id: group.group_id, email: 'Only-Mine@example.jp' }).execute()
  await db
    .insertInto('master_setting')
    .values({ company_id, office_id: office.office_id, type: 'EMAIL_ALERT_SETTING', key: 'TO', value: `a@example.jp,${email}` })
    .execute()
  await db.updateTable('office').set({ emergency_phone: '08011112222' }).where('office_id', '=', office.office_id).execute()
  expect((await state(contract, worker)).body).toMatchObject({
    hindrances: [
      expect.stringContaining('グループ「型枠班」'),
      expect.stringContaining(`「${office.name}」のマスター設定`),
      expect.stringContaining('緊急連絡先'),
    ],
  })
  expect((await erase(contract, worker, worker.login_id)).status).toBe(409)
  // A number that others have too is the office's.
  const colleague = await makeUser(db, 'User', office, { phone_number: '080-1111-2222', email })
  expect((await state(contract, worker)).body).toMatchObject({ hindrances: [] })
  expect((await erase(contract, worker, worker.login_id)).status).toBe(200)
  expect(await rowOf(colleague)).toMatchObject({ email, phone_number: '080-1111-2222' })
})

test('somebody deleted is found by those who may erase, and erased by the login ID they had', async () => {
  const worker = await makeUser(db, 'User', office, { full_name: '退職　次郎' })
  await people.call(base, 'DELETE', `/api/UserRole/${worker.user_id}`)
  const list = (actor: Actor) =>
    people.call(actor, 'GET', `/api/UserRole?worker=1&isDeleted=1&fullName=${encodeURIComponent('退職　次郎')}`)
  expect((await list(contract)).body).toMatchObject({ count: 1, data: [{ userId: worker.user_id, fullName: '退職　次郎' }] })
  expect((await list(service)).body).toMatchObject({ count: 1 })
  expect((await list(base)).body).toEqual({ data: [], count: 0 })
  expect((await people.call(contract, 'GET', `/api/UserRole?worker=1&fullName=${encodeURIComponent('退職　次郎')}`)).body).toMatchObject({
    count: 0,
  })
  expect((await state(contract, worker)).body).toMatchObject({ isDeleted: true, erasedAt: null, userName: worker.login_id })
  expect((await erase(contract, worker, worker.login_id)).status).toBe(200)
  expect((await list(contract)).body).toMatchObject({ count: 0 })
  expect((await state(contract, worker)).body).toMatchObject({ erasedAt: expect.stringContaining('+09:00') })
})

test('two who erase the same person at once get different answers', async () => {
  const worker = await makeUser(db, 'User', office)
  const answers = await Promise.all([erase(contract, worker, worker.login_id), erase(service, worker, worker.login_id)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})
