import type { OfficeNow } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { storeAnnouncements } from '../../shared/monitoring/public-alerts/test-alerts.ts'
import { giveVital, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeOffice, makeUser, makeWear, setDeviceState } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeAll(async () => {
  await sql`select ensure_reading_partition(${before(1_440)}), ensure_reading_partition(${now})`.execute(product.context.db)
})

const ask = async (method: 'GET' | 'POST', user: { user_id: number }, url: string) =>
  product.ask(method, url, { headers: await product.as(user) })
const siteNow = async (user: { user_id: number }, officeId: number) => {
  const { status, body } = await ask('GET', user, `/api/Office/${officeId}/Now`)
  return { status, body: body as OfficeNow }
}
const hear = (deviceId: number, values: Parameters<typeof setDeviceState>[2]) => setDeviceState(product.context.db, deviceId, values)

test('sites and groups to choose from are those in scope', async () => {
  const { people, office, sibling, foreign, group, otherGroup } = tenants
  const sites = async (user: { user_id: number }) =>
    ((await ask('POST', user, '/api/Office/Search')).body as { officeId: number }[])
      .map(({ officeId }) => officeId)
      .toSorted((a, b) => a - b)
  const [own, company, all] = [
    [office.office_id],
    [office.office_id, sibling.office_id],
    [office.office_id, sibling.office_id, foreign.office_id],
  ]
  expect(await sites(people.service)).toEqual(all)
  expect(await sites(people.contract)).toEqual(company)
  for (const user of [people.base, people.leader, people.subLeader, people.worker]) expect(await sites(user)).toEqual(own)
  expect(await sites(people.foreignBase)).toEqual([foreign.office_id])

  const groups = async (user: { user_id: number }, query = '') => {
    const { status, body } = await ask('GET', user, `/api/Group${query}`)
    return status === 200 ? (body as { data: { id: number }[] }).data.map(({ id }) => id) : status
  }
  expect(await groups(people.contract)).toEqual([group.group_id, otherGroup.group_id])
  expect(await groups(people.service, `?OfficeId=${office.office_id}`)).toEqual([group.group_id, otherGroup.group_id])
  expect(await groups(people.service, `?companyId=${foreign.company_id}`)).toEqual([])
  expect(await groups(people.leader)).toEqual([group.group_id])
  expect(await groups(people.foreignContract, `?officeId=${office.office_id}`)).toEqual([])
  expect(await groups(people.worker)).toBe(403)
})

test('a site out of scope is not found', async () => {
  const { people, office, sibling, foreign } = tenants
  const statuses = async (user: { user_id: number }) =>
    Promise.all([office, sibling, foreign].map(async ({ office_id }) => (await siteNow(user, office_id)).status))
  expect(await statuses(people.service)).toEqual([200, 200, 200])
  expect(await statuses(people.contract)).toEqual([200, 200, 404])
  for (const user of [people.base, people.leader, people.worker]) expect(await statuses(user)).toEqual([200, 404, 404])
  expect(await statuses(people.foreignContract)).toEqual([404, 404, 200])
})

test("the day's heat by half hours, the forecast, and each watcher against the reference value", async () => {
  const { db } = product.context
  const office = await makeOffice(db, {
    opens_at: '07:30',
    public_wbgt_station: '44132',
    emergency_phone: '119',
    hospital_name: '中央病院',
    procedures: '日陰へ移す',
    metabolic_class: 3,
  })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const east = await makeDevice(db, 'heat', office.office_id, { serial: '000001', location_name: '東' })
  const west = await makeDevice(db, 'heat', office.office_id, { serial: '000002' })
  await makeDevice(db, 'heat', office.office_id, { serial: '000003', installation_status: 0 })
  const read = (device: { device_id: number }, minutes: number, wbgt: number) =>
    db
      .insertInto('reading')
      .values({
        company_id: office.company_id,
        office_id: office.office_id,
        device_id: device.device_id,
        at: before(minutes),
        received_at: now,
        wbgt,
      })
      .execute()
  await read(east, 1_000, 21)
  await read(east, 65, 29)
  await read(east, 62, 29.5)
  await read(east, 5, 30.5)
  await read(west, 61, 30)
  await read(west, 61.5, 77)
  await read(west, 20, 31)
  await hear(east.device_id, { last_at: before(5), wbgt: 30.5, heat_level: 3 })
  await hear(west.device_id, { last_at: before(20), wbgt: 31, heat_level: 3 })
  const value = (minutes: number, kind: string, wbgt: number) => ({ station: '44132', at: before(minutes), kind, wbgt })
  await db
    .insertInto('public_wbgt')
    .values([
      value(120, 'measured', 29),
      value(60, 'estimated', 29.9),
      value(60, 'measured', 30.1),
      value(0, 'forecast', 33),
      value(-60, 'forecast', 31),
      value(-600, 'forecast', 27),
      value(-661, 'forecast', 20),
    ])
    .execute()
  const { body } = await siteNow(admin, office.office_id)
  expect(body).toMatchObject({
    officeName: office.name,
    emergencyPhone: '119',
    hospitalName: '中央病院',
    hospitalPhone: null,
    procedures: '日陰へ移す',
    referenceWbgt: 26,
    workingHours: { opensAt: '07:30', closesAt: '20:00' },
    lastReceivedAt: '2026-07-20T12:55:00+09:00',
    heatToday: [
      { time: '2026-07-20T11:30:00+09:00', wbgtValue: 30 },
      { time: '2026-07-20T12:30:00+09:00', wbgtValue: 31 },
    ],
    heatForecast: [
      { time: '2026-07-20T14:00:00+09:00', wbgtValue: 31 },
      { time: '2026-07-20T23:00:00+09:00', wbgtValue: 27 },
    ],
    publicWbgt: { station: '44132', wbgtValue: 30.1, at: '2026-07-20T12:00:00+09:00' },
  })
  expect(body.watchers).toMatchObject([
    { serialNumber: '000001', locationName: '東', wbgtValue: 30.5, excess: 4.5, alertLevel: 3, at: '2026-07-20T12:55:00+09:00' },
    { serialNumber: '000002', wbgtValue: 31, excess: 5, alertLevel: 3 },
  ])
  expect(body.watchers[0]?.trend).toEqual([...Array.from({ length: 8 }, () => null), 29.5, null, 30.5, null])
  // Somebody who is allowed less is at the eastern watcher: the mark was judged by their limit.
  const worker = await makeUser(db, 'User', office, { metabolic_class: 4, acclimatised: false })
  await setState(db, worker.user_id, now, { last_at: before(5), wbgt_device_id: east.device_id })
  expect((await siteNow(admin, office.office_id)).body.watchers).toMatchObject([
    { referenceWbgt: 20, excess: 10.5, alertLevel: 3 },
    { referenceWbgt: 26, excess: 5, alertLevel: 3 },
  ])
  await hear(west.device_id, { last_at: before(20), heat_level: 0 })
  expect((await siteNow(admin, office.office_id)).body.watchers[1]).toMatchObject({
    wbgtValue: null,
    excess: null,
    alertLevel: null,
    at: '2026-07-20T12:40:00+09:00',
  })
})

test("the heat of a night's work is shown from its opening to its closing, over midnight", async () => {
  const { db } = product.context
  const office = await makeOffice(db, { opens_at: '20:15', closes_at: '05:00', public_wbgt_station: '44140' })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const at = (time: string) => new Date(`2026-07-${time}:00+09:00`)
  const measured = ['19T19:55', '19T20:05', '19T23:40', '20T00:10', '20T01:35'].map((time, index) => ({
    company_id: office.company_id,
    office_id: office.office_id,
    device_id: watcher.device_id,
    at: at(time),
    received_at: at(time),
    wbgt: 24 + index,
  }))
  await db.insertInto('reading').values(measured).execute()
  const foreseen = ['20T23:00', '21T04:00', '21T06:00'].map((time, index) => ({
    station: '44140',
    at: at(time),
    kind: 'forecast',
    wbgt: 24 + index,
  }))
  await db.insertInto('public_wbgt').values(foreseen).execute()
  const shown = async (time: string) => {
    product.time.now = at(time)
    const { heatToday, heatForecast } = (await siteNow(admin, office.office_id)).body
    return [heatToday, heatForecast].map((samples) => samples.map((sample) => `${sample.time.slice(8, 16)} ${sample.wbgtValue}`))
  }
  try {
    expect(await shown('20T01:40')).toEqual([['19T20:00 25', '19T23:30 26', '20T00:00 27', '20T01:30 28'], ['20T23:00 24']])
    expect((await shown('20T12:00'))[0]).toEqual(['20T00:00 27', '20T01:30 28'])
    expect((await shown('20T20:30'))[1]).toEqual(['20T23:00 24', '21T04:00 25'])
  } finally {
    product.time.now = now
  }
})

test('what is announced for the area of the station is there for today and tomorrow, and nothing without a station', async () => {
  const { db } = product.context
  const office = await makeOffice(db, { public_wbgt_station: '62078' })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const osaka = { code: '270000', name: '大阪府', prefix: '62' }
  await storeAnnouncements(
    db,
    { day: '2026-07-19', flag: 1, at: '2026-07-18T17:00', area: osaka },
    { day: '2026-07-20', flag: 1, at: '2026-07-20T05:00', area: osaka },
    { day: '2026-07-21', flag: 3, at: '2026-07-20T10:00', area: osaka },
    { day: '2026-07-21', flag: 1, at: '2026-07-20T10:00' },
  )
  expect((await siteNow(admin, office.office_id)).body.publicAlerts).toEqual([
    { day: '2026-07-20', level: 'alert', area: '大阪府', announcedAt: '2026-07-20T05:00:00+09:00' },
    { day: '2026-07-21', level: 'special', area: '大阪府', announcedAt: '2026-07-20T10:00:00+09:00' },
  ])
  expect((await siteNow(tenants.people.base, tenants.office.office_id)).body.publicAlerts).toEqual([])
})

test('a public value too old, or none at all, is shown as none', async () => {
  const { db } = product.context
  const office = await makeOffice(db, { public_wbgt_station: '11001' })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  expect((await siteNow(admin, office.office_id)).body).toMatchObject({
    publicWbgt: { station: '11001', wbgtValue: null, at: null },
    heatToday: [],
    heatForecast: [],
  })
  await db
    .insertInto('public_wbgt')
    .values({ station: '11001', at: before(91), kind: 'measured', wbgt: 28 })
    .execute()
  expect((await siteNow(admin, office.office_id)).body.publicWbgt?.wbgtValue).toBeNull()
  expect((await siteNow(tenants.people.base, tenants.office.office_id)).body.publicWbgt).toBeNull()
})

test('silent are installed equipment and worn devices, to each role those of its scope', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const { office_id: officeId } = office
  const gateway = await makeDevice(db, 'gateway', officeId, { serial: 'GW-1', location_name: '正門' })
  const barometer = await makeDevice(db, 'barometer', officeId, { serial: 'RB-1' })
  const patient = await makeDevice(db, 'heat', officeId, { serial: 'H-1' })
  await makeDevice(db, 'gateway', officeId, { serial: 'GW-9', installation_status: 9 })
  await hear(gateway.device_id, { last_at: before(16) })
  await hear(barometer.device_id, { last_at: before(15) })
  await hear(patient.device_id, { last_at: before(24), interval_minutes: 10 })
  const ours = await giveVital(db, people.worker)
  const theirs = await giveVital(db, people.neighbour)
  const heard = await giveVital(db, people.subLeader)
  await makeDevice(db, 'vital', officeId)
  const belt = await makeDevice(db, 'belt', officeId)
  await makeWear(db, people.leader.user_id, belt.device_id, { slot: 'belt', worn_from: before(10) })
  // A worn vital tag's readings move its wearer's state only.
  await setState(db, people.worker.user_id, before(30), { device_id: ours.device_id })
  await setState(db, people.neighbour.user_id, before(40), { device_id: theirs.device_id })
  await setState(db, people.subLeader.user_id, before(1), { device_id: heard.device_id })
  const silent = async (user: { user_id: number }) => (await siteNow(user, officeId)).body.silentDevices.map(({ name }) => name)
  // The leader's belt was never heard: it is among the others at once, after those that fell silent.
  expect(await silent(people.base)).toEqual([people.neighbour.full_name, people.worker.full_name, '正門', people.leader.full_name])
  expect(await silent(people.leader)).toEqual([people.worker.full_name, '正門', people.leader.full_name])
  expect(await silent(people.worker)).toEqual([])
  expect((await siteNow(people.base, officeId)).body.silentDevices[1]).toEqual({
    kind: 'vital',
    serialNumber: ours.serial,
    name: people.worker.full_name,
    lastAt: '2026-07-20T12:30:00+09:00',
    state: 'silent',
  })
})

test('what was never heard is missed at once and at any hour, whatever kind it is, and counted alike on home and board', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const [admin, wearer] = [await makeUser(db, 'HeadquartersAdmin', office), await makeUser(db, 'User', office)]
  for (const kind of ['heat', 'gateway', 'barometer'] as const) await makeDevice(db, kind, office.office_id, { location_name: kind })
  for (const slot of ['vital', 'belt'] as const) {
    const { device_id } = await makeDevice(db, slot, office.office_id)
    await makeWear(db, wearer.user_id, device_id, { slot, worn_from: before(1) })
  }
  const board = async () => {
    const { body } = await ask('GET', admin, `/api/Wallboard/${office.office_id}`)
    return (body as { silent: { count: number } }).silent.count
  }
  for (const clock of ['05:00', '13:00', '22:00']) {
    product.time.now = new Date(`2026-07-20T${clock}:00+09:00`)
    const missed = (await siteNow(admin, office.office_id)).body.silentDevices
    expect(missed.map(({ kind }) => kind).toSorted()).toEqual(['barometer', 'belt', 'gateway', 'heat', 'vital'])
    expect(new Set(missed.map(({ state, lastAt }) => `${state} ${lastAt}`))).toEqual(new Set(['never null']))
    expect(await board()).toBe(5)
  }
  product.time.now = now
})

test('a gateway lives by what it passes on, as in its own list', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const [admin, wearer] = [await makeUser(db, 'HeadquartersAdmin', office), await makeUser(db, 'User', office)]
  const gateway = await makeDevice(db, 'gateway', office.office_id)
  const tag = await giveVital(db, wearer)
  await setState(db, wearer.user_id, before(1), { device_id: tag.device_id, gateway_id: gateway.device_id })
  const { body } = await ask('GET', admin, '/api/Gateway')
  expect((body as { data: { isAlive: boolean }[] }).data).toMatchObject([{ isAlive: true }])
  expect((await siteNow(admin, office.office_id)).body.silentDevices).toEqual([])
})

test('a tag that somebody else wore before is not missed from its new wearer until an hour has gone', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const [admin, former, next] = await Promise.all([
    makeUser(db, 'HeadquartersAdmin', office),
    makeUser(db, 'User', office),
    makeUser(db, 'User', office),
  ])
  const tag = await makeDevice(db, 'vital', office.office_id)
  await setState(db, former.user_id, before(200), { device_id: tag.device_id })
  await makeWear(db, former.user_id, tag.device_id, { worn_from: before(400), worn_to: before(190) })
  await makeWear(db, next.user_id, tag.device_id, { worn_from: before(30) })
  const missed = async () => (await siteNow(admin, office.office_id)).body.silentDevices
  expect(await missed()).toEqual([])
  product.time.now = before(-30)
  expect(await missed()).toMatchObject([{ name: next.full_name, state: 'unheard', lastAt: '2026-07-20T09:40:00+09:00' }])
  product.time.now = now
})

test('what is laid down after work is not silent, unless its wearer is at a level', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const [calm, alerted, noon] = [await makeUser(db, 'User', office), await makeUser(db, 'User', office), await makeUser(db, 'User', office)]
  const evening = new Date('2026-07-20T19:50:00+09:00')
  for (const [user, at, level] of [
    [calm, evening, 0],
    [alerted, evening, 2],
    [noon, new Date('2026-07-20T12:00:00+09:00'), 0],
  ] as const) {
    const device = await giveVital(db, user)
    await setState(db, user.user_id, at, { device_id: device.device_id, total_level: level })
  }
  product.time.now = new Date('2026-07-20T22:00:00+09:00')
  const names = (await siteNow(admin, office.office_id)).body.silentDevices.map(({ name }) => name)
  product.time.now = now
  expect(names).toEqual([noon.full_name, alerted.full_name])
})

test('what is assigned and unheard an hour after opening is listed as such, also where its silence was quieted', async () => {
  const { db } = product.context
  const office = await makeOffice(db)
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const [never, drawer, home, late] = await Promise.all(['1', '2', '3', '4'].map((furigana) => makeUser(db, 'User', office, { furigana })))
  const yesterday = new Date('2026-07-19T17:00:00+09:00')
  for (const user of [never, drawer, home, late]) {
    if (user === undefined) throw new Error('nobody')
    const device = await makeDevice(db, 'vital', office.office_id, { serial: String(9_000 + user.user_id) })
    await makeWear(db, user.user_id, device.device_id, user === late ? { worn_from: new Date('2026-07-20T12:30:00+09:00') } : {})
    if (user === drawer) await setState(db, user.user_id, new Date('2026-07-18T19:50:00+09:00'), { device_id: device.device_id })
    if (user === late) await setState(db, user.user_id, yesterday, { device_id: device.device_id })
    if (user === home)
      await setState(db, user.user_id, yesterday, { device_id: device.device_id, quiet_since: new Date('2026-07-19T17:05:00+09:00') })
  }
  const listed = async (clock: string) => {
    product.time.now = new Date(`2026-07-20T${clock}:00+09:00`)
    const { silentDevices } = (await siteNow(admin, office.office_id)).body
    product.time.now = now
    return silentDevices.map(({ name, state }) => [name, state])
  }
  const neverHeard = [never?.full_name, 'never']
  expect(await listed('06:59')).toEqual([neverHeard])
  const unheard = [...[drawer, home].map((user) => [user?.full_name, 'unheard']), neverHeard]
  expect(await listed('07:00')).toEqual(unheard)
  expect(await listed('13:29')).toEqual(unheard)
  expect(await listed('13:30')).toEqual(expect.arrayContaining([...unheard, [late?.full_name, 'unheard']]))
  expect(await listed('13:30')).toHaveLength(4)
  expect(await listed('20:00')).toEqual([neverHeard])
})
