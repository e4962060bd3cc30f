import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { addPeople } from './test-people.ts'

const people = await addPeople(await startTestApp())

const makeWorker = (name: string) => makeUser(people.db, 'User', people.office, { full_name: name, gender: 1, date_of_birth: '1980-01-01' })

const put = (userId: number, body: object) => people.call(people.base, 'PUT', `/api/UserRole/${userId}`, body)

const wearsOf = (userId: number) =>
  people.db
    .selectFrom('wear')
    .select(['device_id', 'slot', 'worn_from', 'worn_to'])
    .where('wear.user_id', '=', userId)
    .orderBy('wear.wear_id')
    .execute()

const morning = new Date('2026-07-20T00:00:00+09:00')

test('a device that nobody ever wore is worn from the morning on; changing it ends the one and begins the other', async () => {
  const { db, office, time } = people
  const worker = await makeWorker('機器　一郎')
  const [first, second, belt] = [
    await makeDevice(db, 'vital', office.office_id, { type: 3 }),
    await makeDevice(db, 'vital', office.office_id),
    await makeDevice(db, 'belt', office.office_id),
  ]
  const { body } = await put(worker.user_id, { meditagId: first.serial, meditagType: 3, safetyBeltId: belt.serial, safetyBeltType: '2' })
  expect(body).toMatchObject({ meditagId: first.serial, meditagType: '3', safetyBeltId: belt.serial, safetyBeltType: '2' })
  expect(await wearsOf(worker.user_id)).toEqual([
    { device_id: first.device_id, slot: 'vital', worn_from: morning, worn_to: null },
    { device_id: belt.device_id, slot: 'belt', worn_from: morning, worn_to: null },
  ])
  // Saved again, nothing moves.
  await put(worker.user_id, { meditagId: first.serial, affiliation1: 'x' })
  expect(await wearsOf(worker.user_id)).toHaveLength(2)
  await put(worker.user_id, { meditagId: second.serial, safetyBeltId: null })
  expect(await wearsOf(worker.user_id)).toEqual([
    { device_id: first.device_id, slot: 'vital', worn_from: morning, worn_to: time.now },
    { device_id: belt.device_id, slot: 'belt', worn_from: morning, worn_to: time.now },
    // Not before the one they wore until now.
    { device_id: second.device_id, slot: 'vital', worn_from: time.now, worn_to: null },
  ])
  const next = await makeWorker('機器　二郎')
  await put(next.user_id, { meditagId: first.serial })
  expect(await wearsOf(next.user_id)).toEqual([{ device_id: first.device_id, slot: 'vital', worn_from: time.now, worn_to: null }])
})

test('a device has one holder, of its own site, and nobody two of a type', async () => {
  const { db, office, beside } = people
  const [holder, other] = [await makeWorker('持　主'), await makeWorker('他　人')]
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, holder.user_id, device.device_id)
  expect((await put(other.user_id, { meditagId: device.serial })).body).toEqual([
    `体調デバイス：持　主さん（${holder.login_id}）が使っています。`,
  ])
  const foreign = await makeDevice(db, 'vital', beside.office_id)
  expect((await put(other.user_id, { meditagId: foreign.serial })).body).toEqual([
    '体調デバイス：この番号の機器は、拠点に登録されていません。',
  ])
  expect((await put(other.user_id, { safetyBeltId: device.serial, safetyBeltType: '1' })).body).toEqual([
    '同じ種類の機器を2つ選ぶことはできません。',
  ])
  expect((await put(other.user_id, { meditagId: device.serial, meditagType: '3' })).body).toEqual([
    '体調デバイス：この番号の機器は、拠点に登録されていません。',
  ])
  const free = await makeDevice(db, 'vital', office.office_id)
  const both = await Promise.all([put(holder.user_id, { meditagId: free.serial }), put(other.user_id, { meditagId: free.serial })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('somebody who moves to another site leaves the devices behind', async () => {
  const { db, office, beside, contract } = people
  const worker = await makeWorker('移　動')
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, device.device_id)
  const { status, body } = await people.call(contract, 'PUT', `/api/UserRole/${worker.user_id}`, {
    officeId: beside.office_id,
    meditagId: null,
  })
  expect({ status, body }).toMatchObject({ status: 200, body: { meditagId: null, officeId: beside.office_id } })
})

test('the site they are at is no move, in whatever digits a client writes it', async () => {
  const { db, office } = people
  const worker = await makeWorker('全　角')
  const device = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, worker.user_id, device.device_id)
  const fullWidth = String(office.office_id).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  for (const officeId of [String(office.office_id), ` ${office.office_id} `, fullWidth])
    expect((await put(worker.user_id, { officeId })).body).toMatchObject({ officeId: office.office_id, meditagId: device.serial })
})

test('once consent is withdrawn nothing is judged or shown any more', async () => {
  const { db, office, base } = people
  const worker = await makeWorker('同意　太郎')
  const device = await makeDevice(db, 'vital', office.office_id)
  await put(worker.user_id, { meditagId: device.serial, consentAt: '2026-07-01' })
  const { bearer } = await makeIngestKey(db, office.office_id)
  const send = (minute: string) =>
    people.ask('POST', '/api/ingest', {
      headers: { authorization: bearer },
      payload: { readings: [{ kind: 'vital', device: device.serial, at: `2026-07-20T12:${minute}:00+09:00`, heartRate: 90, battery: 4 }] },
    })
  const isShown = async () =>
    JSON.stringify((await people.call(base, 'GET', '/api/HealthCondition?limit=1000')).body).includes('同意　太郎')
  await send('58')
  expect(await isShown()).toBe(true)
  expect((await put(worker.user_id, { consentWithdrawnAt: '2026-07-20' })).body).toMatchObject({
    consentWithdrawnAt: '2026-07-20T00:00:00+09:00',
  })
  expect(await isShown()).toBe(false)
  expect((await send('59')).body).toMatchObject({ accepted: 1 })
  const { rows } = await sql`select r.user_id from reading r where r.device_id = ${device.device_id} order by r.at`.execute(db)
  expect(rows).toEqual([{ user_id: worker.user_id }, { user_id: null }])
  // The instant that was kept is not made into another by saving the form again.
  expect((await put(worker.user_id, { consentAt: '2026-07-01T00:00:00+09:00', consentWithdrawnAt: '' })).body).toMatchObject({
    consentAt: '2026-07-01T00:00:00+09:00',
    consentWithdrawnAt: null,
  })
})
