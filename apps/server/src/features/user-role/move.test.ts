import { describe, expect, test } from 'vitest'
import { lockOut, makeAlert, makeDevice, makeGroup, makeUser, makeWear, signInAs } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople, goodPassword, workerForm } from './test-people.ts'

const people = await addPeople(await startTestApp())

type Body = { userId: number; version: number }
type Place = { company_id: number; office_id: number }

const make = async (loginId: string, more: object = {}) =>
  (await people.call(people.base, 'POST', '/api/UserRole', workerForm(people.office, loginId, more))).body as Body

const send = (userId: number, to: Place, more: object = {}, actor: { user_id: number } = people.service) =>
  people.call(actor, 'PUT', `/api/UserRole/${userId}`, { companyId: to.company_id, officeId: to.office_id, ...more })

const rowOf = (userId: number) =>
  people.db.selectFrom('app_user').selectAll().where('app_user.user_id', '=', userId).executeTakeFirstOrThrow()
const companyOfLogin = async (loginId: string) =>
  (await people.db.selectFrom('login').select('company_id').where('login.login_key', '=', loginId).executeTakeFirst())?.company_id
const recordedOf = async (...userIds: number[]) =>
  (await people.recordedOf('user')).filter(({ resource_id: id, action }) => userIds.includes(Number(id)) && action.startsWith('moved'))

describe('somebody who goes to another company', () => {
  test('is a new account there, with all that is their own; the old one is closed like a deleted one', async () => {
    const { db, service, office, elsewhere, base, time } = people
    const device = await makeDevice(db, 'vital', office.office_id)
    const own = {
      workerCode: 'W-9',
      email: 'goer@example.jp',
      phoneNumber: '090-1111-2222',
      affiliation1: '鉄筋',
      consentAt: '2026-07-01',
      metabolicClass: 3,
      firstExposureOn: '2026-07-02',
      heartJudged: false,
    }
    const old = await make('goer', { ...own, meditagId: device.serial })
    const group = await makeGroup(db, { office_id: office.office_id })
    await people.call(base, 'PUT', '/api/Group', { id: group.group_id, leaderId: [old.userId], version: 1 })
    const { headers } = await signInAs(people.context, old.userId)
    const readAt = new Date('2026-06-30T15:00:00Z')

    const { status, body } = await send(old.userId, elsewhere)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...own,
      consentAt: '2026-07-01T00:00:00+09:00',
      userName: 'goer',
      fullName: '山田　太郎',
      gender: 1,
      dateOfBirth: '1980-04-01',
      companyId: elsewhere.company_id,
      officeId: elsewhere.office_id,
      role: 'User',
      groupId: null,
      meditagId: null,
      hasPassword: true,
      version: 1,
    })
    const { userId } = body as Body
    expect(userId).not.toBe(old.userId)
    expect(await rowOf(userId)).toMatchObject({ consent_at: readAt, deleted_at: null, created_at: time.now })
    expect(await rowOf(old.userId)).toMatchObject({
      company_id: office.company_id,
      office_id: office.office_id,
      full_name: '山田　太郎',
      deleted_at: time.now,
      group_id: null,
      group_role: null,
    })
    expect(await companyOfLogin('goer')).toBe(elsewhere.company_id)
    expect((await people.ask('GET', '/api/UserInfo', { headers })).status).toBe(401)
    expect(await db.selectFrom('wear').select(['user_id', 'worn_to']).where('wear.device_id', '=', device.device_id).execute()).toEqual([
      { user_id: old.userId, worn_to: time.now },
    ])
    const left = await db.selectFrom('work_group').select('version').where('work_group.group_id', '=', group.group_id).executeTakeFirst()
    expect(left).toEqual({ version: 3 })
    expect((await people.call(base, 'GET', `/api/UserRole/${old.userId}`)).status).toBe(404)
    // The new account continues under its own number.
    expect((await people.call(service, 'PUT', `/api/UserRole/${userId}`, { version: 1, affiliation1: '型枠' })).status).toBe(200)
    const signIn = await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'goer', password: goodPassword } })
    expect(signIn.body).toMatchObject({ isLockedOut: false, token: expect.any(String) as string })
  })

  test('is recorded in the log of either company, in neither what belongs to the other', async () => {
    const { office, elsewhere } = people
    const old = await make('told')
    const { userId } = (await send(old.userId, elsewhere, { fullName: '新　姓' })).body as Body
    const entries = (await people.recordedOf('user')).filter(({ resource_id: id }) => [old.userId, userId].includes(Number(id)))
    expect(entries.slice(1)).toMatchObject([
      {
        action: 'movedToOtherCompany',
        resource_id: String(old.userId),
        company_id: office.company_id,
        office_id: office.office_id,
        before: { companyId: office.company_id, officeId: office.office_id, fullName: '山田　太郎' },
        after: null,
      },
      {
        action: 'create',
        resource_id: String(userId),
        company_id: elsewhere.company_id,
        office_id: elsewhere.office_id,
        before: null,
        after: { companyId: elsewhere.company_id, officeId: elsewhere.office_id, fullName: '新　姓', userName: 'told' },
      },
    ])
  })

  test('takes a new login ID and a new password along where the form has them', async () => {
    const { elsewhere } = people
    const old = await make('renamed')
    const secret = { password: 'Mimamori-2', confirmPassword: 'Mimamori-2' }
    expect(await send(old.userId, elsewhere, { userName: 'renamed-b', ...secret })).toMatchObject({
      status: 200,
      body: { userName: 'renamed-b' },
    })
    expect(await companyOfLogin('renamed')).toBeUndefined()
    const signIn = await people.ask('POST', '/api/Authenticate/Login', { payload: { username: 'renamed-b', password: 'Mimamori-2' } })
    expect(signIn.status).toBe(200)
  })

  test('stays, whole, where something refuses it', async () => {
    const { db, office, elsewhere, time } = people
    const old = await make('stays', { workerCode: 'taken' })
    await make('somebody')
    await makeUser(db, 'User', elsewhere, { worker_code: 'taken' })
    expect(await send(old.userId, elsewhere)).toMatchObject({ status: 400, body: ['入力した作業者コードはすでに登録されています。'] })
    expect(await send(old.userId, elsewhere, { userName: 'somebody' })).toMatchObject({ status: 409, body: { suggestion: 'somebody2' } })
    expect(await send(old.userId, elsewhere, { version: 7 })).toMatchObject({ status: 412 })
    const alert = await makeAlert(db, await rowOf(old.userId))
    expect(await send(old.userId, elsewhere)).toMatchObject({
      status: 400,
      body: ['「山田　太郎」には、対応の終わっていないアラートがあります。対応を終えてから削除してください。'],
    })
    expect(await rowOf(old.userId)).toMatchObject({ office_id: office.office_id, deleted_at: null, version: 1 })
    expect(await companyOfLogin('stays')).toBe(office.company_id)
    expect(await recordedOf(old.userId)).toEqual([])
    await db.updateTable('alert').set({ handling: 'closed', ended_at: time.now }).where('alert.alert_id', '=', alert.alert_id).execute()
    await db.deleteFrom('app_user').where('app_user.worker_code', '=', 'taken').where('company_id', '=', elsewhere.company_id).execute()
    expect((await send(old.userId, elsewhere)).status).toBe(200)
  })

  test('stays locked, and an administrator keeps the role', async () => {
    const { db, office, elsewhere } = people
    const locked = await makeUser(db, 'User', office, {
      gender: 1,
      date_of_birth: '1980-01-01',
    })
    await lockOut(db, locked, people.time.now)
    expect((await send(locked.user_id, elsewhere)).body).toMatchObject({ isLockedOut: true })
    const base = await makeUser(db, 'HeadquartersAdmin', office)
    expect((await send(base.user_id, elsewhere)).body).toMatchObject({ role: 'HeadquartersAdmin', userName: base.login_id })
    const contract = await makeUser(db, 'AdminUnitContract', office)
    expect(
      await people.call(people.service, 'PUT', `/api/UserRole/${contract.user_id}`, { companyId: elsewhere.company_id }),
    ).toMatchObject({ status: 200, body: { role: 'AdminUnitContract', companyId: elsewhere.company_id, officeId: null } })
  })

  test('is sent by the service alone', async () => {
    const { elsewhere, contract, base } = people
    const old = await make('kept')
    expect((await send(old.userId, elsewhere, {}, contract)).status).toBe(404)
    expect((await send(old.userId, elsewhere, {}, base)).status).toBe(404)
    expect(await rowOf(old.userId)).toMatchObject({ deleted_at: null, version: 1 })
  })
})

describe('somebody who goes to another site of the company', () => {
  test('stays the same account and is recorded at both sites, at neither what belongs to the other', async () => {
    const { db, office, beside, contract } = people
    const worker = await make('mover', { workerCode: 'W-10' })
    const group = await makeGroup(db, { office_id: office.office_id, name: '秘密の班' })
    await db
      .updateTable('app_user')
      .set({ group_id: group.group_id, group_role: 3 })
      .where('app_user.user_id', '=', worker.userId)
      .execute()
    expect(await send(worker.userId, beside, {}, contract)).toMatchObject({ status: 200, body: { userId: worker.userId, version: 2 } })
    const movements = await recordedOf(worker.userId)
    expect(movements).toMatchObject([
      {
        action: 'movedToOtherSite',
        office_id: office.office_id,
        before: { officeId: office.office_id, groupName: '秘密の班' },
        after: null,
      },
      { action: 'movedFromOtherSite', office_id: beside.office_id, before: null, after: { officeId: beside.office_id, groupName: null } },
    ])
    expect(JSON.stringify(movements[0])).not.toContain(beside.name)
    expect(JSON.stringify(movements[1])).not.toContain(office.name)
    // Both are there for the company's administrator, and for nobody of another company.
    const actionsFor = async (actor: { user_id: number }) => {
      const { body } = await people.call(actor, 'GET', '/api/AuditLog?kind=user&limit=1000')
      return (body as { data: { action: string; resourceId: string }[] }).data
        .filter(({ resourceId }) => resourceId === String(worker.userId))
        .map(({ action }) => action)
    }
    expect(await actionsFor(contract)).toEqual(['movedFromOtherSite', 'movedToOtherSite', 'create'])
    expect(await actionsFor(await makeUser(db, 'AdminUnitContract', people.elsewhere))).toEqual([])
  })

  test('leaves the devices behind, also where the form says nothing of them', async () => {
    const { db, office, beside, contract, time } = people
    const worker = await make('bare')
    const device = await makeDevice(db, 'vital', office.office_id)
    const { wear_id: wearId } = await makeWear(db, worker.userId, device.device_id)
    expect(await send(worker.userId, beside, {}, contract)).toMatchObject({ status: 200, body: { meditagId: null } })
    expect(await db.selectFrom('wear').select('worn_to').where('wear.wear_id', '=', wearId).executeTakeFirst()).toEqual({
      worn_to: time.now,
    })
  })
})

test('a guest of a day goes to no other company, where they would be a permanent worker', async () => {
  const { db, elsewhere, office } = people
  const { userId } = await make('guest-of-day')
  await db
    .updateTable('app_user')
    .set({ guest_until: people.time.now })
    .where('app_user.company_id', '=', office.company_id)
    .where('app_user.user_id', '=', userId)
    .execute()
  expect(await send(userId, elsewhere)).toMatchObject({ status: 400, body: [expect.stringContaining('ほかの会社へは移せません')] })
  expect((await rowOf(userId)).deleted_at).toBeNull()
})

test.each([
  ['goes to another site', (userId: number) => send(userId, people.beside, {}, people.contract)],
  ['goes to another company', (userId: number) => send(userId, people.elsewhere)],
  ['is deleted', (userId: number) => people.call(people.base, 'DELETE', `/api/UserRole/${userId}`)],
])('the rest of somebody who %s ends', async (way, leave) => {
  const { db, office, time } = people
  const { userId } = await make(`rester-${way.replaceAll(' ', '-')}`)
  const minutesAgo = (minutes: number) => new Date(time.now.getTime() - minutes * 60_000)
  const values = { company_id: office.company_id, office_id: office.office_id, user_id: userId, began_at: minutesAgo(30) }
  await db
    .insertInto('rest')
    .values({ ...values, source: 'place', arrived_at: minutesAgo(30), heard_at: minutesAgo(2) })
    .execute()
  expect((await leave(userId)).status).toBe(200)
  const rests = await db.selectFrom('rest').select(['ended_at', 'ended_by']).where('rest.user_id', '=', userId).execute()
  expect(rests).toEqual([{ ended_at: minutesAgo(2), ended_by: 'leader' }])
})
