import { BeltRow } from '@mimamori/contract'
import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { makeAlert, makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

type List = { data: BeltRow[]; count: number }
const list = async (user: { user_id: number }, query = '') => {
  const { status, body } = await product.askAs(user, 'GET', `/api/SafetyBelt${query}`)
  return { status, body: body as List }
}
const serialsOf = ({ body }: { body: List }) => body.data.map(({ serialNumber }) => serialNumber)

type State = Updateable<Database['device_state']>
type Place = { company_id: number; office_id: number; group_id?: number | null }

/** What a belt has reported; it is on the ground without faults unless said otherwise. */
const setState = (device_id: number, company_id: number, values: State = {}) =>
  product.context.db
    .insertInto('device_state')
    .values({ company_id, device_id })
    .onConflict((conflict) => conflict.columns(['company_id', 'device_id']).doNothing())
    .execute()
    .then(() =>
      product.context.db
        .updateTable('device_state')
        .set({
          last_at: now,
          heard_at: now,
          hook: 0,
          altitude_cm: 20,
          battery: 5,
          slave_battery: 4,
          signal: 3,
          interval_minutes: 2,
          ...values,
        })
        .where('device_state.device_id', '=', device_id)
        .execute(),
    )

/** A belt with its wearer, heard unless `state` is null. */
const makeBelt = async (place: Place, serial: string, state: State | null = {}, device: Parameters<typeof makeDevice>[3] = {}) => {
  const { db } = product.context
  const wearer = await makeUser(db, 'User', { group_id: null, ...place }, { full_name: `着　${serial}`, furigana: `キ　${serial}` })
  const belt = await makeDevice(db, 'belt', place.office_id, { serial, ...device })
  await makeWear(db, wearer.user_id, belt.device_id, { slot: 'belt' })
  if (state !== null) await setState(belt.device_id, belt.company_id, state)
  return { belt, wearer }
}
const openAlert = ({ belt, wearer }: Awaited<ReturnType<typeof makeBelt>>, at: Date, values: object = {}) =>
  makeAlert(product.context.db, wearer, at, { kind: 'belt', level: 3, device_id: belt.device_id, cause: 'belt', ...values })

const makeSite = async () => {
  const office = await makeOffice(product.context.db)
  return { office, admin: await makeUser(product.context.db, 'HeadquartersAdmin', office) }
}

test('each administrator sees the belts of its scope; leaders and workers none', async () => {
  const { people, office, sibling, foreign, group } = tenants
  await makeBelt({ ...office, group_id: group.group_id }, 'HERE')
  await makeBelt(sibling, 'BESIDE')
  await makeBelt(foreign, 'FAR')
  expect(serialsOf(await list(people.service)).toSorted()).toEqual(['BESIDE', 'FAR', 'HERE'])
  expect(serialsOf(await list(people.contract)).toSorted()).toEqual(['BESIDE', 'HERE'])
  expect(serialsOf(await list(people.base))).toEqual(['HERE'])
  expect(serialsOf(await list(people.foreignBase))).toEqual(['FAR'])
  for (const person of [people.leader, people.subLeader, people.worker]) expect((await list(person)).status).toBe(403)
  expect((await list(people.contract, `?OfficeId=${foreign.office_id}`)).body).toEqual({ data: [], count: 0 })
  expect(serialsOf(await list(people.contract, `?officeid=${sibling.office_id}`))).toEqual(['BESIDE'])
  expect(serialsOf(await list(people.contract, `?GroupId=${group.group_id}`))).toEqual(['HERE'])
  expect(serialsOf(await list(people.service, `?companyId=${foreign.company_id}`))).toEqual(['FAR'])
  expect((await list(people.service, '?limit=1')).body.data[0]?.waveLevel).toBe(3)
  expect((await list(people.contract, '?limit=1')).body.data[0]?.waveLevel).toBeNull()
})

test('a base administrator is refused where the belts are not displayed, by the site before the company', async () => {
  const { db } = product.context
  const { office, admin } = await makeSite()
  const contract = await makeUser(db, 'AdminUnitContract', office)
  await makeBelt(office, 'HIDDEN')
  const setting = { company_id: office.company_id, type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY' }
  const statuses = async () => {
    const summary = await product.askAs(admin, 'GET', '/api/SafetyBelt/Summary')
    return [(await list(admin)).status, summary.status, (await list(contract)).status]
  }
  expect(await statuses()).toEqual([200, 200, 200])
  await db
    .insertInto('master_setting')
    .values({ ...setting, office_id: null, value: '0' })
    .execute()
  expect(await statuses()).toEqual([403, 403, 200])
  await db
    .insertInto('master_setting')
    .values({ ...setting, office_id: office.office_id, value: '1' })
    .execute()
  expect(await statuses()).toEqual([200, 200, 200])
})

test('a read key of several sites reads the belts of those where they are displayed', async () => {
  const { db } = product.context
  const { office } = await makeSite()
  const beside = await makeOffice(db, { company_id: office.company_id })
  await makeBelt(office, 'KEY-SHOWN')
  await makeBelt(beside, 'KEY-HIDDEN')
  const hide = ({ company_id, office_id }: { company_id: number; office_id: number }) =>
    db
      .insertInto('master_setting')
      .values({ company_id, office_id, type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY', value: '0' })
      .execute()
  const { headers } = await makeReadKey(db, office.company_id, { office_ids: [office.office_id, beside.office_id] })
  const read = async () => {
    const { status, body } = await product.ask('GET', '/api/SafetyBelt', { headers })
    return status === 200 ? serialsOf({ body: body as List }).toSorted() : status
  }
  expect(await read()).toEqual(['KEY-HIDDEN', 'KEY-SHOWN'])
  await hide(beside)
  expect(await read()).toEqual(['KEY-SHOWN'])
  await hide(office)
  expect(await read()).toBe(403)
})

test('the state of a belt follows from its alert, its data, its hook and its height; the most urgent come first', async () => {
  const { db } = product.context
  const { office, admin } = await makeSite()
  const high = { altitude_cm: 320 }
  const setting = { company_id: office.company_id, setting_altitude: 200, height_altitude: 150 }
  await makeBelt(office, 'LOW', { altitude_cm: 199.9 })
  await makeBelt(office, 'NEVER', null)
  await makeBelt(office, 'SILENT', { ...high, hook: 1, last_at: before(5.1), interval_minutes: 2 })
  await makeBelt(office, 'SLOW', { hook: 1, last_at: before(24), interval_minutes: 10 })
  await makeBelt(office, 'LOST-HEIGHT', { altitude_cm: null })
  await makeBelt(office, 'LOST-HOOK', { hook: null })
  await makeBelt(office, 'HOOKED', { ...high, hook: 1, altitude_cm: null })
  const unchecked = await makeBelt(office, 'UNCHECKED', high)
  await db
    .insertInto('belt_setting')
    .values({ ...setting, device_id: unchecked.belt.device_id, check_altitude: false })
    .execute()
  const strict = await makeBelt(office, 'STRICT', { altitude_cm: 200 })
  const lenient = await makeBelt(office, 'LENIENT', { altitude_cm: 400 })
  await db
    .insertInto('belt_setting')
    .values({ ...setting, device_id: lenient.belt.device_id, setting_altitude: 500 })
    .execute()
  // A belt that has stopped reporting keeps its alert: silence makes nobody safe.
  await openAlert(await makeBelt(office, 'ALERT-SILENT', { ...high, last_at: before(90) }), before(95))
  await openAlert(await makeBelt(office, 'ALERT', high), before(2))
  await openAlert(await makeBelt(office, 'OVER', { hook: 1, altitude_cm: 900 }), before(60), { ended_at: before(30) })
  // Somebody who wore it before may have an open alert.
  const handed = await makeBelt(office, 'HANDED')
  await makeAlert(db, await makeUser(db, 'User', { ...office, group_id: null }), before(9), {
    kind: 'belt',
    device_id: handed.belt.device_id,
  })

  const rows = (await list(admin)).body.data
  expect(rows.map(({ serialNumber, state, status }) => [serialNumber, state, status])).toEqual([
    ['ALERT-SILENT', 'alert', '0'],
    ['ALERT', 'alert', ''],
    [strict.belt.serial, 'high', ''],
    ['HOOKED', 'hooked', ''],
    ['OVER', 'hooked', ''],
    ['SLOW', 'hooked', ''],
    ['HANDED', 'low', ''],
    ['LENIENT', 'low', ''],
    ['LOW', 'low', ''],
    ['UNCHECKED', 'unchecked', ''],
    ['LOST-HEIGHT', 'unknown', ''],
    ['LOST-HOOK', 'unknown', ''],
    ['NEVER', 'silent', '0'],
    ['SILENT', 'silent', '0'],
  ])
  expect(rows[1]).toMatchObject({ alertSince: '2026-07-20T12:58:00+09:00', settingAltitude: 200 })
  expect(rows[7]).toMatchObject({ alertSince: null, settingAltitude: 500 })
  const summary = await product.askAs(admin, 'GET', '/api/SafetyBelt/Summary')
  expect(summary.body).toEqual({ alert: 2, high: 1, hooked: 3, low: 3, unchecked: 1, unknown: 2, silent: 2 })
  expect((await list(admin, '?Situation=1')).body.count).toBe(4)
  expect(serialsOf(await list(admin, '?situation=0'))).toHaveLength(8)
  expect((await list(admin, '?situation=2')).status).toBe(400)
})

test('a height says how far it may be off: 25 cm where it was zeroed this shift', async () => {
  const { office, admin } = await makeSite()
  const barometer = await makeDevice(product.context.db, 'barometer', office.office_id)
  await setState(barometer.device_id, barometer.company_id, { pressure: 100_812.4, last_at: before(15) })
  const linked_device_id = barometer.device_id
  // The office opens at six; what was zeroed two hours before is of this shift.
  const opening = new Date('2026-07-20T04:00:00+09:00')
  await makeBelt(office, 'ZEROED', { altitude_cm: 482.6 }, { linked_device_id, altitude_zeroed_at: opening })
  await makeBelt(office, 'YESTERDAY', {}, { linked_device_id, altitude_zeroed_at: new Date(opening.getTime() - 1) })
  await makeBelt(office, 'NEVER', {}, { linked_device_id })
  await makeBelt(office, 'UNKNOWN', { altitude_cm: null, last_at: before(31) }, { linked_device_id, altitude_zeroed_at: opening })
  const rows = new Map((await list(admin)).body.data.map((row) => [row.serialNumber, row]))
  expect(rows.get('ZEROED')).toMatchObject({ altitude: 4.83, accuracy: 25, referenceAirPressure: 1008.12 })
  expect(rows.get('YESTERDAY')).toMatchObject({ altitude: 0.2, accuracy: 100 })
  expect(rows.get('NEVER')).toMatchObject({ accuracy: 100 })
  // The barometer's value is too far away in time to be measured by.
  expect(rows.get('UNKNOWN')).toMatchObject({ altitude: null, accuracy: null, referenceAirPressure: null })
})

test('listed is what somebody wears, and what sends though nobody is known to wear it', async () => {
  const { db } = product.context
  const { office, admin } = await makeSite()
  const store = await makeDevice(db, 'belt', office.office_id, { serial: 'STORE' })
  await setState(store.device_id, store.company_id, { last_at: before(60) })
  const stray = await makeDevice(db, 'belt', office.office_id, { serial: 'STRAY' })
  await setState(stray.device_id, stray.company_id)
  const gone = await makeBelt(office, 'GONE', { last_at: before(60) })
  await db.updateTable('app_user').set({ deleted_at: now }).where('user_id', '=', gone.wearer.user_id).execute()
  const unwilling = await makeBelt(office, 'UNWILLING')
  await db.updateTable('app_user').set({ consent_withdrawn_at: now }).where('user_id', '=', unwilling.wearer.user_id).execute()
  await makeDevice(db, 'vital', office.office_id)
  const { body } = await list(admin)
  expect(body.data.map(({ serialNumber, fullName, userId }) => [serialNumber, fullName, userId])).toEqual([
    ['STRAY', null, null],
    ['UNWILLING', null, null],
  ])
  expect(body.count).toBe(2)
})

test('every field sorts either way with missing values last; any other is refused', async () => {
  const { db } = product.context
  const { office, admin } = await makeSite()
  const group = await makeGroup(db, { office_id: office.office_id })
  await makeBelt({ ...office, group_id: group.group_id }, 'B', { altitude_cm: 120 })
  await makeBelt(office, 'A', { altitude_cm: 90, signal: 4 })
  await makeBelt(office, 'C', null)
  expect(serialsOf(await list(admin, '?sortKey=altitude&sortOrder=asc'))).toEqual(['A', 'B', 'C'])
  expect(serialsOf(await list(admin, '?sortKey=Altitude&sortOrder=descend'))).toEqual(['B', 'A', 'C'])
  for (const key of BeltRow.keyof().options)
    for (const order of ['asc', 'desc']) expect((await list(admin, `?sortKey=${key}&sortOrder=${order}`)).body.count, key).toBe(3)
  for (const key of ['altitude_cm', 'd.serial', 'password', '1'])
    expect(await list(admin, `?sortKey=${key}`)).toEqual({ status: 400, body: ['並べ替えの項目：選べる値ではありません。'] })
  // An order by signal strength reveals it to nobody else.
  expect(serialsOf(await list(admin, '?sortKey=waveLevel&sortOrder=desc'))).toEqual(['A', 'B', 'C'])
  expect(serialsOf(await list(tenants.people.service, `?sortKey=waveLevel&sortOrder=asc&officeId=${office.office_id}`))).toEqual([
    'B',
    'A',
    'C',
  ])
})

test('a page is stable, and one beyond the end is empty with the full count', async () => {
  const { office, admin } = await makeSite()
  for (const n of [1, 2, 3, 4, 5, 6, 7]) await makeBelt(office, `P${n}`)
  const pages = await Promise.all([0, 3, 6, 9].map((offset) => list(admin, `?limit=3&offset=${offset}`)))
  expect(pages.flatMap(serialsOf)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'])
  expect(pages.map(({ body }) => body.count)).toEqual([7, 7, 7, 7])
  expect((await list(admin, '?limit=1001')).status).toBe(400)
})
