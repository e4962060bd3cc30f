import { allEndpoints, type Endpoint, type HealthDetail, message, readScopes } from '@mimamori/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeReadKey } from '../src/shared/access-keys/test-read-key.ts'
import { makeGroup } from '../src/shared/organisation/test-factories.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { startTestApp } from '../src/test-app.ts'
import { permissionCases } from './permissions/cases.ts'
import { makePlot } from './permissions/plot.ts'

// A person of 83 years whose heart beat at 211 while they worked in the heat: no other value is like these. They come in as any reading
// does, so that alerts, reasons and summaries are those that the product makes of them.

const product = await startTestApp({ config: testConfig({ mailFrom: 'mimamori@example.jp' }) })
const { context } = product
const { db } = context
const plot = await makePlot(context, 'SEEN')
const { office, people } = plot
const now = new Date('2026-07-20T13:00:00+09:00')
product.time.now = now
const heartRate = 211
const phone = '09012340999'
const address = 'telling@example.jp'
await sql`
  update app_user u set phone_number = ${phone}, email = ${address}, date_of_birth = '1943-01-01'
   where u.company_id = ${office.company_id}`.execute(db)
await sql`update office o set emergency_phone = ${phone}, hospital_phone = ${phone} where o.company_id = ${office.company_id}`.execute(db)

const minutes = Array.from({ length: 60 }, (_, minute) => new Date(now.getTime() - (60 - minute) * 60_000).toISOString())
const readings = minutes.flatMap((at) => [
  { kind: 'heat', device: plot.watcher.serial, at, wbgt: 33.3 },
  { kind: 'gateway', device: plot.gateway.serial, at, waveLevel: 4 },
  { kind: 'vital', device: plot.device.serial, at, heartRate, battery: 3, signal: 3, gateway: plot.gateway.serial, interval: 1 },
])
const taken = await product.ask('POST', '/api/ingest', { headers: { authorization: plot.key.bearer }, payload: { readings } })
const ownMean = 151.5
await sql`
  update worker_state s set own_mean = ${ownMean}, own_peak = 163.5, own_shifts = 7, strained_at = ${now}
   where s.company_id = ${office.company_id} and s.user_id = ${people.User.user_id}`.execute(db)
await sql`
  update alert a set note = ${`心拍${heartRate}で座り込んだ`}, handling = 'responding', handled_by = ${people.GroupLeader.user_id}
   where a.company_id = ${office.company_id} and a.user_id = ${people.User.user_id}`.execute(db)
const { rows: alerts } = await sql<{ alert_id: number; kind: string }>`
  select a.alert_id, a.kind from alert a where a.heart_rate = ${heartRate} order by a.alert_id`.execute(db)

const withoutVitals = (await makeReadKey(db, office.company_id, { scopes: readScopes.filter((scope) => scope !== 'vitals') })).headers
const withVitals = (await makeReadKey(db, office.company_id)).headers

const detailPath = `/api/HealthCondition/${people.User.user_id}/0`
const detail = (await product.askAs(people.AdminUnitContract, 'GET', detailPath)).body as HealthDetail
const { age, limits } = detail
const telling = new Set([heartRate, age, limits.sustained, limits.instantaneous, limits.maximum])

/** What of an answer reveals somebody's heart or age: the paths of its leaves. Numbers of rows are no values. */
const shownIn = (value: unknown, path = ''): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => shownIn(item, `${path}[${index}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, field]) => (/id$/i.test(name) ? [] : shownIn(field, `${path}.${name}`)))
  if (typeof value === 'number') return telling.has(value) ? [`${path} ${value}`] : []
  return typeof value === 'string' && /心拍|\b211\b|\b83歳/.test(value) ? [`${path} ${value}`] : []
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text.split('\n')
  }
}

type Ask = { readonly name: string; readonly method: Endpoint['method']; readonly url: string; readonly payload?: object }

/** Each call that keys may make, as the permission test asks it, and more of those that show health. */
const asks = async (): Promise<Ask[]> => {
  const own: Ask[] = []
  for (const { method, path } of allEndpoints.filter(({ readBy }) => readBy !== undefined)) {
    const name = `${method} ${path}`
    const entry = permissionCases[name]
    if (entry === undefined) throw new Error(`${name} has no entry in cases.ts`)
    const { url, payload } = await entry.ask(plot, 'HeadquartersAdmin')
    own.push({ name, method, url, ...(payload === undefined ? {} : { payload }) })
  }
  const { rows: maps } = await sql<{ map_id: number }>`select m.map_id from site_map m where m.company_id = ${office.company_id}`.execute(
    db,
  )
  const report = (reportType: number): Ask => ({
    name: `a report of type ${reportType}`,
    method: 'POST',
    url: '/api/Report',
    payload: { officeId: office.office_id, reportType, period: 2, requestDate: '2026-07-20' },
  })
  const get = (url: string): Ask => ({ name: `GET ${url}`, method: 'GET', url })
  return [
    ...own,
    ...alerts.map(({ alert_id: alertId }) => get(`/api/Alert/${alertId}`)),
    ...maps.flatMap(({ map_id: mapId }) => [get(`/api/Map/${mapId}`), get(`/api/Map/${mapId}/Emergencies`)]),
    get('/api/HealthCondition/Alert?allTime=1&drill=all&limit=1000'),
    get('/api/Device?limit=1000'),
    ...[1, 2, 3, 5].map(report),
  ]
}

const ask = async ({ method, url, payload }: Ask, headers: Record<string, string>) => {
  const { statusCode, body } = await product.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return { status: statusCode, body }
}

test('the telling values were taken, judged and shown to people', () => {
  expect(taken.body).toMatchObject({ accepted: readings.length })
  expect(alerts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['condition', 'emergency']))
  expect(age).toBe(83)
  expect(detail.now).toMatchObject({ heartRate, ownMean, attention: expect.any(Boolean) as boolean })
  expect(shownIn(detail).length).toBeGreaterThan(20)
})

const all = await asks()
// Making a map for them gave the worker a state of its own.
await sql`
  update worker_state s set heart_rate = ${heartRate}, heart_level = 3, total_level = 3
   where s.company_id = ${office.company_id} and s.user_id = ${people.User.user_id}`.execute(db)

test.each(all.map((one) => [one.name, one] as const))(
  '%s shows a key without vital values no heart rate, age or reason',
  async (_, one) => {
    const { status, body } = await ask(one, withoutVitals)
    expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
    expect(shownIn(bodyOf(body))).toEqual([])
  },
)

test('a key with vital values is shown them, so that nothing above is hidden by accident', async () => {
  const shown = new Set<string>()
  for (const one of all) if (shownIn(bodyOf((await ask(one, withVitals)).body)).length > 0) shown.add(one.name.replaceAll(/\d+/g, ':id'))
  expect([...shown]).toEqual(
    expect.arrayContaining([
      'GET /api/HealthCondition',
      'GET /api/HealthCondition/:userId/:dayOffset',
      'GET /api/HealthCondition/Alert',
      'GET /api/Alert/:id',
      'GET /api/Map/:id',
      'GET /api/Map/:id/Emergencies',
      'GET /api/Device?limit=:id',
    ]),
  )
})

test('no key is shown a phone number, a mail address or what is usual for a person', async () => {
  for (const one of all) {
    const { body } = await ask(one, withVitals)
    const found = [phone, address, String(ownMean), '163.5'].filter((value) => body.includes(value))
    expect({ name: one.name, found }).toEqual({ name: one.name, found: [] })
    expect(body).not.toMatch(/"(?:attention|strainedAt|ownShifts)":(?!null)/)
  }
})

test('the reference value of a day says to no key that a person is 要注意', async () => {
  const set = (to: string) =>
    sql`update app_user u set attention = ${to}::tstzmultirange where u.company_id = ${office.company_id} and u.user_id = ${people.User.user_id}`.execute(
      db,
    )
  const referenceFor = async (headers: Record<string, string>) =>
    (JSON.parse((await ask({ name: '', method: 'GET', url: detailPath }, headers)).body) as HealthDetail).referenceWbgt
  const [usual, person] = [await referenceFor(withVitals), await product.as(people.AdminUnitContract)]
  await set('{[2026-07-20 07:00+09, 2026-07-21 00:30+09)}')
  expect(await referenceFor(person)).toBeLessThan(usual)
  expect([await referenceFor(withVitals), await referenceFor(withoutVitals)]).toEqual([usual, usual])
  await set('{}')
})

test('alerts are in the answers of other scopes for a key of alerts alone', async () => {
  const { headers } = await makeReadKey(db, office.company_id, { scopes: ['condition', 'vitals'] })
  const { rows } = await sql<{ map_id: number }>`
    select m.map_id from site_map m where m.company_id = ${office.company_id} order by m.map_id limit 1`.execute(db)
  const mapPath = `/api/Map/${rows[0]?.map_id}`
  const fieldsFor = async (by: Record<string, string>) => {
    const [detailOfKey, map] = [
      await ask({ name: '', method: 'GET', url: detailPath }, by),
      await ask({ name: '', method: 'GET', url: mapPath }, by),
    ].map(({ body }) => JSON.parse(body) as { listAlert?: unknown; listEmergencies?: unknown })
    return [detailOfKey?.listAlert, map?.listEmergencies]
  }
  expect(await fieldsFor(headers)).toEqual([null, null])
  expect(await fieldsFor(withVitals)).toEqual([expect.any(Array), expect.any(Array)])
  expect((await ask({ name: '', method: 'GET', url: `${mapPath}/Emergencies` }, headers)).status).toBe(403)
})

test('the order of rows says nothing either, and a report of heart rates is refused', async () => {
  for (const query of ['sortKey=age', 'sortKey=HeartRate', 'sort=age', 'sortKey=ownMean', 'sortKey=attention'])
    expect([query, await ask({ name: '', method: 'GET', url: `/api/HealthCondition?${query}` }, withoutVitals)]).toEqual([
      query,
      { status: 403, body: JSON.stringify([message('apiTokenOrder')]) },
    ])
  expect((await ask({ name: '', method: 'GET', url: '/api/HealthCondition?sortKey=ownMean' }, withVitals)).status).toBe(403)
  expect((await ask({ name: '', method: 'GET', url: '/api/HealthCondition?sortKey=age' }, withVitals)).status).toBe(200)
  const payload = { officeId: office.office_id, reportType: 4, period: 2, requestDate: '2026-07-20' }
  const report = { name: '', method: 'POST', url: '/api/Report', payload } as const
  expect((await ask(report, withoutVitals)).status).toBe(403)
  expect((await ask(report, withVitals)).status).toBe(200)
})

test('a key of one site sees nothing of a group beside, and reads in bulk are on the log, one entry a key', async () => {
  await makeGroup(db, { office_id: office.office_id, name: '隣' })
  await db.deleteFrom('audit_log').execute()
  const { headers, keyId } = await makeReadKey(db, office.company_id, { name: '勤怠', office_ids: [office.office_id] })
  for (const url of ['/api/HealthCondition', '/api/HealthCondition?officeId=1']) await ask({ name: '', method: 'GET', url }, headers)
  await ask({ name: '', method: 'GET', url: detailPath }, headers)
  const reads = (await product.recordedOf('conditionList')).concat(await product.recordedOf('healthCondition'))
  expect(reads.map(({ action, resource, user_name }) => [action, resource, user_name])).toEqual([
    ['read', 'conditionList', `トークン「勤怠」（${keyId}）`],
    ['read', 'healthCondition', `トークン「勤怠」（${keyId}）`],
  ])
})
