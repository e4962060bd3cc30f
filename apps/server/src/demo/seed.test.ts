import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkKey } from '../shared/access-keys/ingest-key.ts'
import { createTestApp } from '../test-app.ts'
import { type DemoSeed, readDemoFile, writeDemoFile } from './demo-file.ts'
import { fillPastWeeks } from './fill-past-weeks.ts'
import { markPastHeardInTime, missingFrom } from './fill-past.ts'
import { openPastAlerts } from './open-past-alerts.ts'
import { playAlarms } from './play-alarms.ts'
import { handlePastAlerts } from './past-alerts.ts'
import { reportFromPoster } from './poster-report.ts'
import { seedDemo } from './seed.ts'

type App = Awaited<ReturnType<typeof createTestApp>>
let product: App
let dataDir: string
let demo: DemoSeed
const nowMs = Date.parse('2026-11-20T22:00:00+09:00')

const count = async (text: string): Promise<number> => {
  const { rows } = await product.context.pool.query<{ count: number }>(`select count(*) as count from ${text}`)
  return rows[0]?.count ?? 0
}

beforeAll(async () => {
  product = await createTestApp()
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-demo-'))
  demo = await seedDemo(product.context, { dataDir, nowMs })
})
afterAll(async () => {
  await product.close()
  await rm(dataDir, { recursive: true })
})

test('two companies with three sites, one that is finished and one that has just begun, 120 workers, every kind of device in its place', async () => {
  expect(await count('company where company_id <> 0')).toBe(3)
  expect(await count('office')).toBe(5)
  expect(await count('office where archived_at is not null')).toBe(1)
  expect(await count(`app_user where worker_code is not null`)).toBe(120)
  expect(await count(`device where kind = 'vital' and installation_status = 1`)).toBe(120)
  for (const kind of ['belt', 'heat', 'gateway', 'barometer']) expect(await count(`device where kind = '${kind}'`)).toBeGreaterThan(3)
  expect(
    await count(
      `device where kind in ('heat', 'gateway', 'barometer') and installation_status = 1 and (map_id is null or position_x is null)`,
    ),
  ).toBe(0)
  expect(await count(`device where kind in ('gateway', 'belt') and installation_status = 1 and linked_device_id is null`)).toBe(0)
  // Spares, so that lists show what is not in use and links have something left to choose.
  expect(await count(`device where installation_status <> 1 and map_id is null and linked_device_id is null`)).toBe(18)
  // The night shift holds its devices by roster alone, and one person has none yet this morning.
  expect(await count(`wear where worn_to is null and slot = 'vital'`)).toBe(117)
})

test('the demo accounts sign in, each with its role', async () => {
  expect(demo.accounts.map(({ username, role }) => [username, role])).toEqual([
    ['service-admin', 'サービス管理者'],
    ['contract-admin', '契約管理者'],
    ['base-admin', '拠点管理者'],
    ['leader', '職長'],
    ['subleader', '副職長'],
    ['worker', '作業者'],
    ['other-contract-admin', '契約管理者'],
    ['other-base-admin', '拠点管理者'],
    ['new-base-admin', '拠点管理者'],
  ])
  for (const { username, password } of demo.accounts) {
    const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password } })
    expect(body).toMatchObject({ isLockedOut: false, token: expect.any(String) as string })
  }
})

test('one worker has not been asked for consent, and reads so on their own page', async () => {
  const { rows } = await product.context.pool.query<{ user_id: number; login_id: string }>(
    `select u.user_id, u.login_id from app_user u where u.worker_code is not null and u.consent_at is null`,
  )
  expect(rows.map(({ login_id: loginId }) => loginId)).toEqual(['worker-new'])
  const consent = await product.askAs({ user_id: rows[0]?.user_id ?? 0 }, 'GET', '/api/User/Consent')
  expect(consent.body).toMatchObject({ state: 'none', isDue: true })
})

test('the site that has just begun has an administrator and a key, and waits for its devices', async () => {
  const site = { name: '有明北 配送センター改修工事' }
  const { rows } = await product.context.pool.query<{ office_id: number; user_id: number }>(
    `select o.office_id, u.user_id from office o join app_user u on u.company_id = o.company_id and u.office_id = o.office_id where o.name = $1`,
    [site.name],
  )
  const [found] = rows
  const steps = await product.askAs({ user_id: found?.user_id ?? 0 }, 'GET', '/api/FirstSteps')
  const { steps: six } = steps.body as { steps: { key: string; done: boolean }[] }
  expect(six.filter(({ done }) => done).map(({ key }) => key)).toEqual(['company', 'office', 'key'])
})

test('the floor plans are in the file store under the keys of the maps', async () => {
  const { rows } = await product.context.pool.query<{ image_key: string }>(
    `select m.image_key from site_map m join stored_file f on f.company_id = m.company_id and f.file_key = m.image_key
      where f.width > 1000 and f.height > 400 and m.image_metres > 30`,
  )
  expect(rows.length).toBe(13)
  for (const { image_key } of rows) {
    const content = await product.context.files.get(image_key)
    expect(content === undefined ? undefined : (await buffer(content)).subarray(1, 4).toString()).toBe('PNG')
  }
})

test('a seeded database is left alone, its keys are kept, and the file holds what was promised', async () => {
  await writeDemoFile(dataDir, 'http://localhost:1', demo)
  const again = await seedDemo(product.context, { dataDir, nowMs: nowMs + 86_400_000 })
  expect(again).toEqual(demo)
  expect(await count('company where company_id <> 0')).toBe(3)
  const noted = await readDemoFile(dataDir)
  expect(noted).toMatchObject({ url: 'http://localhost:1', ingestKey: demo.ingestKey, accounts: demo.accounts })
  expect((await stat(join(dataDir, 'demo.json'))).mode & 0o077).toBe(0)
})

test('a revoked key is replaced by a new one that works', async () => {
  const [keyId = ''] = demo.ingestKey.split('.')
  await product.context.pool.query('update ingest_key set revoked_at = now() where key_id = $1', [keyId])
  const again = await seedDemo(product.context, { dataDir, nowMs })
  expect(again.ingestKey).not.toBe(demo.ingestKey)
  const [newId = '', secret = ''] = again.ingestKey.split('.')
  expect(await checkKey(product.context, newId, secret)).toMatchObject({ officeId: demo.sites[0]?.officeId })
})

test('the link of the wallboard shows it, and a revoked one is replaced', async () => {
  const show = async (wallboard: string) => {
    const [path = '', link = ''] = wallboard.split('#')
    const url = `/api/Wallboard/${new URLSearchParams(path.split('?')[1]).get('OfficeId')}`
    return (await product.ask('GET', url, { headers: { authorization: `Bearer ${link}` } })).status
  }
  expect(await show(demo.wallboard)).toBe(200)
  await product.context.pool.query('update office_link set revoked_at = now()')
  expect(await show(demo.wallboard)).toBe(401)
  expect(await show((await seedDemo(product.context, { dataDir, nowMs })).wallboard)).toBe(200)
})

test('the link of the poster opens its page, and a report is sent by it once, however often the demo starts', async () => {
  const [, link = ''] = demo.poster.split('#')
  // The test before has revoked all links.
  const again = await seedDemo(product.context, { dataDir, nowMs })
  expect(again.poster).not.toContain(link)
  const [office] = again.sites
  if (office === undefined) throw new Error('no site')
  await reportFromPoster(product.context, office, again.poster)
  await reportFromPoster(product.context, office, again.poster)
  expect(await count("condition_report where source = 'poster'")).toBe(1)
  const headers = { 'x-poster-secret': again.poster.split('#')[1] ?? '' }
  expect((await product.ask('GET', '/api/SiteReport', { headers })).body).toMatchObject({ place: '東側 外部足場 2段目　昇降口' })
})

test('of an empty site all days are missing, of another what came after its last reading', async () => {
  const [site] = demo.sites
  if (site === undefined) throw new Error('no site')
  expect(await missingFrom(product.context.pool, site, nowMs, 3)).toBe(nowMs - 3 * 86_400_000)
  const heard = nowMs - 3_600_000
  await product.context.pool.query(
    `insert into device_state (company_id, device_id, last_at)
     select d.company_id, d.device_id, $2 from device d where d.office_id = $1 order by d.device_id limit 1`,
    [site.officeId, new Date(heard)],
  )
  expect(await missingFrom(product.context.pool, site, nowMs, 3)).toBe(heard + 1_000)
  await markPastHeardInTime(product.context.pool, site)
  expect(await count(`device_state where heard_at = '${new Date(heard).toISOString()}'`)).toBe(1)
})

test('five weeks before its readings a site has summaries, which stay as they are', async () => {
  const { pool } = product.context
  const [, site] = demo.sites
  if (site === undefined) throw new Error('no site')
  const anchorMs = Date.parse('2026-11-20T13:40:00+09:00')
  const readingsFromMs = anchorMs - 3 * 86_400_000
  await fillPastWeeks(pool, site, 1, anchorMs, readingsFromMs)
  const bounds = `hour >= '2026-10-13T13:00+09:00' and hour < '2026-11-17T13:00+09:00'`
  const all = await count('hourly_summary')
  expect(all).toBeGreaterThan(site.scenario.people.length * 200)
  expect(await count(`hourly_summary where ${bounds} and connected_minutes between 10 and 60 and heart_rate_max between 60 and 200`)).toBe(
    all,
  )
  // Of some hours the watcher was not heard.
  expect(await count(`hourly_summary where wbgt_max between 20 and 33`)).toBeGreaterThan(all * 0.99)
  // The night before a Sunday ends on it.
  const sundays = `extract(isodow from hour at time zone 'Asia/Tokyo') = 7 and extract(hour from hour at time zone 'Asia/Tokyo') >= 6`
  expect(await count(`hourly_summary where ${sundays}`)).toBe(0)
  expect(await count('(select distinct level_max from hourly_summary) levels')).toBe(4)
  // Four weeks and more of shifts of those who are not new.
  const usual = 'own_mean between 75 and 150 and own_peak between own_mean and 190 and minutes between 120 and 660'
  const shifts = await count('worker_shift')
  expect(shifts).toBeGreaterThan(site.scenario.people.length * 20)
  expect(await count(`worker_shift where ${usual}`)).toBeGreaterThan(shifts * 0.95)
  const newcomers = `select from app_user u where u.company_id = h.company_id and u.user_id = h.user_id and u.first_exposure_on is not null`
  expect(await count(`hourly_summary h where exists (${newcomers})`)).toBe(0)
  const slots = await count('heat_summary')
  const watchers = site.scenario.watchers.length
  expect(slots).toBeLessThan(watchers * 35 * 144)
  expect(slots).toBeGreaterThan(watchers * 35 * 144 * 0.98)
  await fillPastWeeks(pool, site, 2, anchorMs, readingsFromMs + 86_400_000)
  expect([await count('hourly_summary'), await count('heat_summary')]).toEqual([all, slots])
})

test('an administrator handles what is old, some minutes after it began, and leaves what is new', async () => {
  const [site] = demo.sites
  if (site === undefined) throw new Error('no site')
  await product.context.pool.query(
    `insert into alert (kind, company_id, office_id, user_id, company_name, base_name, full_name, level, cause, started_at)
     select 'emergency', u.company_id, u.office_id, u.user_id, 'x', 'x', u.full_name, 3, 'accumulated', $2::timestamptz - hours * interval '1 hour'
       from (select row_number() over () as n, p.* from app_user p where p.office_id = $1 and p.role = 'User' limit 2) u
       join (values (1, 20), (2, 1)) as ages (n, hours) on ages.n = u.n`,
    [site.officeId, new Date(nowMs)],
  )
  await product.context.pool.query(
    `insert into worker_state (company_id, user_id, emergency_since, emergency_cause)
     select a.company_id, a.user_id, a.started_at, a.cause from alert a where a.kind = 'emergency'`,
  )
  expect(await handlePastAlerts(product.context, site, 1, nowMs)).toBe(1)
  // Nobody is shown in an emergency that is closed.
  expect(await count('worker_state where emergency_since is not null')).toBe(1)
  expect(
    await count(
      `alert where kind = 'emergency' and handling = 'closed' and note is not null and handled_at < ended_at + interval '1 hour'`,
    ),
  ).toBe(1)
  expect(await count(`alert where kind = 'emergency' and handling = 'open'`)).toBe(1)
  const answered = `select min(e.at) from alert_event e where e.company_id = a.company_id and e.alert_id = a.alert_id and e.event = 'acknowledged'`
  expect(
    await count(`alert a where (${answered}) between a.started_at + interval '1 minute' and a.started_at + interval '45 minutes'`),
  ).toBe(1)
})

test('by its summaries a new site has alerts of past weeks, ended and without notices, once', async () => {
  const { context } = product
  const [, site] = demo.sites
  if (site === undefined) throw new Error('no site')
  const readingsFromMs = Date.parse('2026-11-17T13:40:00+09:00')
  const before = [await count('alert_due'), await count('outbox_mail')]
  const opened = await openPastAlerts(context, site, 1, readingsFromMs)
  const here = `a.company_id = ${site.companyId} and a.office_id = ${site.officeId}`
  // Hours of the week in which readings begin would be computed again, from none.
  expect(await count(`alert a where ${here} and a.ended_at > a.started_at and a.started_at < '2026-11-16T00:00Z'`)).toBe(opened)
  expect(await count(`alert a where ${here} and a.kind = 'condition' and a.location_name is not null and a.wbgt_point is not null`)).toBe(
    40,
  )
  expect(await count(`alert a where ${here} and a.kind = 'emergency'`)).toBe(2)
  expect(await count(`alert a where ${here} and a.kind = 'siteHeat' and a.wbgt >= 28 and a.wbgt_point is not null`)).toBe(opened - 42)
  expect(opened).toBeGreaterThan(50)
  expect(await handlePastAlerts(context, site, 1, nowMs)).toBe(opened)
  expect([await count('alert_due'), await count('outbox_mail')]).toEqual(before)
  expect(await openPastAlerts(context, site, 1, readingsFromMs)).toBe(0)
})

test('a band judged a fall that the leader answered, and another one a fall that its wearer cancelled', async () => {
  const [site] = demo.sites
  if (site === undefined) throw new Error('no site')
  await playAlarms(product.context, site, 'leader', nowMs)
  const falls = `alert a where a.company_id = ${site.companyId} and a.office_id = ${site.officeId} and a.kind = 'fall'`
  expect(await count(`${falls} and a.handling = 'closed' and a.outcome = 'rested' and a.ending = 'closed'`)).toBe(1)
  expect(await count(`${falls} and a.withdrawn and a.ending = 'cancelled'`)).toBe(1)
  expect(await count(falls)).toBe(2)
  // Nobody is shown in an emergency that is over.
  expect(await count('worker_state where alarm_since is not null')).toBe(0)
})
