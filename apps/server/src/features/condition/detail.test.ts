import { packState, type StoredState } from '@mimamori/heat'
import { NEW_WORKER } from '@mimamori/heat/worker-state'
import type { HealthDetail } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { giveVital, makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { createTestApp } from '../../test-app.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let tenants: Awaited<ReturnType<typeof makeTenants>>
let vitalId: number

const now = new Date('2026-07-20T13:00:00+09:00')
const at = (time: string) => new Date(`2026-07-20T${time}+09:00`)

const addReading = (time: Date, values: Record<string, unknown>, userId = tenants.people.worker.user_id, deviceId = vitalId) =>
  product.context.db
    .insertInto('reading')
    .values({
      company_id: tenants.office.company_id,
      office_id: tenants.office.office_id,
      device_id: deviceId,
      at: time,
      user_id: userId,
      received_at: time,
      ...values,
    })
    .execute()

beforeAll(async () => {
  product = await createTestApp()
  const { db } = product.context
  tenants = await makeTenants(db)
  vitalId = (await giveVital(db, tenants.people.worker)).device_id
  for (const day of ['2026-07-17', '2026-07-19', '2026-07-20', '2026-07-21'])
    await sql`select ensure_reading_partition(${`${day}T12:00:00+09:00`}::timestamptz)`.execute(db)
})
afterAll(() => product.close())

const detail = async (viewer: { user_id: number }, userId: number, dayOffset = 0) => {
  const { status, body } = await product.ask('GET', `/api/HealthCondition/${userId}/${dayOffset}`, { headers: await product.as(viewer) })
  return { status, body: body as HealthDetail }
}

test('who may read whose day', async () => {
  const { people } = tenants
  const { worker } = people
  const statuses = async (viewer: { user_id: number }) =>
    Promise.all(
      [worker, people.neighbour, people.sibling, people.foreign].map(async ({ user_id }) => (await detail(viewer, user_id)).status),
    )
  expect(await statuses(people.service)).toEqual([200, 200, 200, 200])
  expect(await statuses(people.contract)).toEqual([200, 200, 200, 404])
  expect(await statuses(people.base)).toEqual([200, 200, 404, 404])
  expect(await statuses(people.leader)).toEqual([200, 404, 404, 404])
  expect(await statuses(people.subLeader)).toEqual([200, 404, 404, 404])
  expect(await statuses(worker)).toEqual([200, 404, 404, 404])
  expect(await statuses(people.foreignBase)).toEqual([404, 404, 404, 200])
  expect((await detail(people.service, people.base.user_id)).status).toBe(404)
  expect((await detail(people.service, 999_999)).status).toBe(404)
  expect((await detail(people.service, worker.user_id, 3)).status).toBe(400)
})

test('of somebody who withdrew consent nothing is shown, and those in whose scope they are read why', async () => {
  const { people } = tenants
  const withdrawn = await makeUser(
    product.context.db,
    'User',
    { ...tenants.office, group_id: people.worker.group_id },
    { consent_withdrawn_at: now },
  )
  for (const viewer of [people.service, people.contract, people.base, people.leader, withdrawn])
    expect(await detail(viewer, withdrawn.user_id), viewer.role).toEqual({
      status: 403,
      body: ['測定への同意が取り消されているため、体調の表示、判定、通知をしていません。'],
    })
  expect((await detail(people.foreignBase, withdrawn.user_id)).status).toBe(404)
})

test('a minute says what its level was kept without, and how far the clock was off', async () => {
  const { neighbour, base } = tenants.people
  const { device_id } = await giveVital(product.context.db, neighbour)
  const add = (time: string, values: Record<string, unknown>) => addReading(at(time), values, neighbour.user_id, device_id)
  await add('09:00:00', { heart_level: 2, heat_level: 1, total_level: 3 })
  await add('09:01:00', { heart_rate: 100, heart_level: 2, heat_level: 0, total_level: 2, device_at: at('09:12:00') })
  await add('09:02:00', { heart_rate: 90, heart_level: 0, total_level: 0, device_at: at('07:02:00') })
  await add('09:03:00', { heart_rate: 90, heart_level: 0, total_level: 0, device_at: new Date('9999-07-20T09:03:00+09:00') })
  expect((await detail(base, neighbour.user_id)).body.listData).toMatchObject([
    { kept: ['heartRate', 'wbgt'], clockError: null },
    { kept: [], clockError: 660 },
    { kept: [], clockError: -7_200 },
    { kept: [], clockError: 251_603_539_200 },
  ])
})

test('the day has one item a minute that has data: the last with a heart rate', async () => {
  const { worker, base } = tenants.people
  await addReading(at('00:00:00'), { heart_rate: 60 })
  await addReading(at('10:00:05'), { heart_rate: 100, wbgt: 29.5, excess: 1.5, total_level: 2 })
  await addReading(at('10:00:50'), { heart_rate: 110, wbgt: 29.6, excess: 1.6, total_level: 2 })
  await addReading(at('10:00:55'), { wbgt: 29.7 })
  await addReading(at('10:01:10'), { wbgt: 29.8, excess: 1.8 })
  await addReading(at('10:02:10'), { hook: 1 })
  await addReading(new Date('2026-07-19T23:59:59+09:00'), { heart_rate: 61 })
  await addReading(new Date('2026-07-21T00:00:00+09:00'), { heart_rate: 62 })
  const today = await detail(base, worker.user_id)
  expect(today.body.date).toBe('2026-07-20')
  expect(today.body.listData).toEqual([
    {
      time: '2026-07-20T00:00:00+09:00',
      heartRate: 60,
      excess: null,
      wbgtValue: null,
      alertLevel: null,
      alertMail: '0',
      kept: [],
      clockError: null,
    },
    {
      time: '2026-07-20T10:00:00+09:00',
      heartRate: 110,
      excess: 1.6,
      wbgtValue: 29.6,
      alertLevel: 2,
      alertMail: '0',
      kept: [],
      clockError: null,
    },
    {
      time: '2026-07-20T10:01:00+09:00',
      heartRate: null,
      excess: 1.8,
      wbgtValue: 29.8,
      alertLevel: null,
      alertMail: '0',
      kept: [],
      clockError: null,
    },
  ])
  const yesterday = await detail(base, worker.user_id, 1)
  expect(yesterday.body).toMatchObject({ date: '2026-07-19', listData: [{ heartRate: 61 }] })
  expect((await detail(base, worker.user_id, 2)).body).toMatchObject({ date: '2026-07-18', listData: [] })
})

test("the day's episodes and the minutes of their mails are marked", async () => {
  const { db } = product.context
  const { worker, neighbour, base } = tenants.people
  const running = await makeAlert(db, worker, new Date('2026-07-19T22:00:00+09:00'), { level: 2, peak_level: 3 })
  const over = await makeAlert(db, worker, new Date('2026-07-18T22:00:00+09:00'), {
    kind: 'noHeartRate',
    ended_at: new Date('2026-07-18T23:00:00+09:00'),
  })
  const others = await makeAlert(db, neighbour, at('10:01:00'))
  const mail = { company_id: tenants.office.company_id, recipients: '[]', subject: '件名', body: '本文' }
  await db
    .insertInto('outbox_mail')
    .values([
      { ...mail, alert_id: running.alert_id, created_at: at('10:01:30') },
      { ...mail, alert_id: running.alert_id, created_at: at('11:30:00') },
      { ...mail, alert_id: others.alert_id, created_at: at('10:00:00') },
    ])
    .execute()
  const { body } = await detail(base, worker.user_id)
  expect(body.listAlert).toMatchObject([{ id: running.alert_id, alertLevel: 2, leaderName: '職長　一', leaderContact: '09000000001' }])
  expect(body.listData.filter(({ alertMail }) => alertMail === '1')).toEqual([
    {
      time: '2026-07-20T10:01:00+09:00',
      heartRate: null,
      excess: 1.8,
      wbgtValue: 29.8,
      alertLevel: null,
      alertMail: '1',
      kept: [],
      clockError: null,
    },
    {
      time: '2026-07-20T11:30:00+09:00',
      heartRate: null,
      excess: null,
      wbgtValue: null,
      alertLevel: null,
      alertMail: '1',
      kept: [],
      clockError: null,
    },
  ])
  expect((await detail(base, worker.user_id, 2)).body.listAlert).toMatchObject([{ id: over.alert_id }])
})

test('limits follow the age on that day, and are marked where it is assumed', async () => {
  const { db } = product.context
  const { base } = tenants.people
  const born = await makeUser(db, 'User', tenants.office, { date_of_birth: '1980-07-20', affiliation1: '山田組' })
  expect((await detail(base, born.user_id)).body).toMatchObject({
    age: 46,
    ageAssumed: false,
    limits: { sustained: 134 },
    affiliation1: '山田組',
  })
  expect((await detail(base, born.user_id, 1)).body).toMatchObject({ age: 45, limits: { sustained: 135 } })
  const unknown = await makeUser(db, 'User', tenants.office)
  expect((await detail(base, unknown.user_id)).body).toMatchObject({
    age: null,
    ageAssumed: true,
    limits: { sustained: 120, instantaneous: 146, maximum: 160 },
  })
})

test('the reference value comes from the person, else the group, else the site, less the clothing', async () => {
  const { db } = product.context
  const { base, worker } = tenants.people
  const reference = async () => (await detail(base, worker.user_id)).body.referenceWbgt
  expect(await reference()).toBe(28)
  await db.updateTable('work_group').set({ acclimatised: false }).where('work_group.group_id', '=', tenants.group.group_id).execute()
  expect(await reference()).toBe(26)
  await db
    .updateTable('app_user')
    .set({ metabolic_class: 3, acclimatised: true, clothing: 'doubleWoven' })
    .where('app_user.user_id', '=', worker.user_id)
    .execute()
  expect(await reference()).toBe(23)
  await db.updateTable('app_user').set({ clothing: 'impermeableCoverallWithHood' }).where('app_user.user_id', '=', worker.user_id).execute()
  expect(await reference()).toBe(15)
})

test('days without work in the heat are shown from the fourth on, after the twentieth only for somebody acclimatised', async () => {
  const { db } = product.context
  const { base, worker } = tenants.people
  const daysShown = async () => (await detail(base, worker.user_id)).body.daysWithoutExposure
  const set = (values: { acclimatised?: boolean; observed_acclimatised?: boolean; last_exposure_on?: string }) =>
    db.updateTable('app_user').set(values).where('app_user.user_id', '=', worker.user_id).execute()
  expect(await daysShown()).toBeNull()
  await set({ observed_acclimatised: true, last_exposure_on: '2026-07-16' })
  expect(await daysShown()).toBeNull()
  await set({ last_exposure_on: '2026-07-15' })
  expect(await daysShown()).toBe(4)
  await set({ acclimatised: false, last_exposure_on: '2026-06-29' })
  expect(await daysShown()).toBe(20)
  await set({ last_exposure_on: '2026-06-28' })
  expect(await daysShown()).toBeNull()
  await set({ acclimatised: true })
  expect(await daysShown()).toBe(21)
})

test('exposure days that are enough count before group and site, too few after them, and what was set before all', async () => {
  const { db } = product.context
  const { base, worker } = tenants.people
  const reference = async () => (await detail(base, worker.user_id)).body.referenceWbgt
  const set = (acclimatised: boolean | null, observed_acclimatised = true) =>
    db
      .updateTable('app_user')
      .set({ metabolic_class: 2, clothing: 'workClothes', observed_acclimatised, acclimatised })
      .where('app_user.user_id', '=', worker.user_id)
      .execute()
  await db.updateTable('work_group').set({ acclimatised: false }).where('work_group.group_id', '=', tenants.group.group_id).execute()
  await set(null)
  expect(await reference()).toBe(28)
  await set(false)
  expect(await reference()).toBe(26)
  await db.updateTable('work_group').set({ acclimatised: null }).where('work_group.group_id', '=', tenants.group.group_id).execute()
  await set(null, false)
  expect(await reference()).toBe(28)
})

test('accumulated minutes come from the judge and are held against the settings in force', async () => {
  const { db } = product.context
  const { base, worker } = tenants.people
  const accumulated = async () => (await detail(base, worker.user_id)).body.accumulated
  expect(await accumulated()).toEqual({ minutes: 0, level: 3, limitMinutes: 15 })
  const judge = (validAt: number) => {
    const { heart, emergency } = NEW_WORKER
    return { ...NEW_WORKER, heart: { ...heart, validAt }, emergency: { ...emergency, spans: [[validAt - 450_000, validAt] as const] } }
  }
  await setState(db, worker.user_id, now, { judge: JSON.stringify(packState(judge(now.getTime() - 5 * 3_600_000))) })
  expect((await accumulated()).minutes).toBe(0)
  const setJudge = (stored: StoredState) =>
    db
      .updateTable('worker_state')
      .set({ judge: JSON.stringify(stored) })
      .where('user_id', '=', worker.user_id)
      .execute()
  await setJudge(packState(judge(now.getTime() - 600_000)))
  expect((await accumulated()).minutes).toBe(7)
  const type = 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION'
  await db
    .insertInto('master_setting')
    .values([
      { company_id: tenants.office.company_id, type, key: 'LEVEL_OF_MEASURING', value: '2' },
      { company_id: tenants.office.company_id, type, key: 'ACCUMULATED_TIME', value: '20' },
      { company_id: tenants.office.company_id, office_id: tenants.office.office_id, type, key: 'ACCUMULATED_TIME', value: '30' },
    ])
    .execute()
  expect(await accumulated()).toEqual({ minutes: 7, level: 2, limitMinutes: 30 })
})

test('only the partitions of the day are read', async () => {
  const { db } = product.context
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select r.heart_rate from reading r
     where r.company_id = ${1} and r.user_id = ${1} and r.at >= ${at('00:00:00')} and r.at < ${new Date('2026-07-21T00:00:00+09:00')}`.execute(
    db,
  )
  const tables = new Set(rows.flatMap((row) => row['QUERY PLAN'].match(/reading_\d{8}/g) ?? []))
  expect([...tables].toSorted()).toEqual(['reading_20260713', 'reading_20260720'])
})

test('what is usual for a person is seen by them, their leader and their administrators, not by those of the service', async () => {
  const { db } = product.context
  const { base, contract, service, leader, worker } = tenants.people
  const kind = { kind: 'ownMean', limit: 139, over: 7, minutes: 30, compared: 131 }
  const reason = JSON.stringify([kind])
  await setState(db, worker.user_id, now, { total_level: 3, heart_level: 3, personal_level: 3, own_mean: 131, own_peak: 141, reason })
  await makeAlert(db, worker, now, { level: 3, cause: 'ownMean', reason: JSON.stringify(kind), ended_at: now, ending: 'recovered' })
  for (const viewer of [base, contract, leader, worker]) {
    const { limits, now: row, listAlert } = (await detail(viewer, worker.user_id)).body
    expect(listAlert.at(0)?.reason).toBe('30分平均146（本人の目安131＋8）')
    expect(limits).toMatchObject({ ownMean: 131, ownPeak: 141 })
    expect(row).toMatchObject({ ownMean: 131, ownPeak: 141, reason: '30分平均146（本人の目安131＋8）', personalLevel: 3 })
  }
  const { limits, now: row, listAlert } = (await detail(service, worker.user_id)).body
  expect(listAlert.at(0)?.reason).toBe('心拍の30分平均が本人の目安を超えています')
  expect(limits).toMatchObject({ ownMean: null, ownPeak: null })
  expect(row).toMatchObject({
    ownMean: null,
    ownPeak: null,
    reason: '心拍の30分平均が本人の目安を超えています',
    heartRate: expect.any(Number),
  })
})
