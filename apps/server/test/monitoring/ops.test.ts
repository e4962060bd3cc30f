import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { endpoints } from '@mimamori/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { makeChannel } from '../../src/shared/channels/test-channel-row.ts'
import { giveVital, makeAlert, makeTenants } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeIngestKey } from '../../src/shared/organisation/test-factories.ts'
import { startServer } from '../../src/start.ts'
import { startPrometheus } from './prometheus.ts'

const run = promisify(execFile)
const textOf = (path: string) => readFileSync(path, 'utf8')
const rules = textOf('ops/prometheus/rules.yml')
const testFiles = ['ops/prometheus/rules.test.yml', 'ops/prometheus/days.test.yml']
const dashboard = textOf('ops/grafana/mimamori.json')
const page = textOf('docs/operate/monitoring.md')

const found = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()
const alarms = found(rules, /alert: (\w+)/g)

/** The queries of a dashboard's panels, as Grafana asks them over some minutes. */
const queriesOf = (text: string): string[] => {
  const { panels } = JSON.parse(text) as { readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[] }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')))
}

const stops: (() => Promise<void>)[] = []
let url: string
let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let sendReading: () => Promise<void>

/** A product with a bit of everything that is measured, and Prometheus beside it. */
beforeAll(async () => {
  const database = await createTestDatabase()
  stops.unshift(() => database.drop())
  const { db } = database
  const { people, office } = await makeTenants(db)
  await makeAlert(db, people.worker, new Date(), { kind: 'emergency', level: 3 })
  await makeChannel(db, office)
  const { serial } = await giveVital(db, people.worker)
  const { keyId, secret } = await makeIngestKey(db, office.office_id)
  await sql`
    insert into device (company_id, office_id, kind, serial, type)
    select ${office.company_id}::int, ${office.office_id}::int, kind, kind, 1 from unnest(array['gateway', 'heat']) as kind`.execute(db)
  await sql`
    update office o set public_wbgt_station = '44132' where o.company_id = ${office.company_id} and o.office_id = ${office.office_id}`.execute(
    db,
  )
  await sql`
    insert into public_station_fetch (station, observed_requested_at, forecast_requested_at, forecast_answered, forecast_issued_at)
    values ('44132', now(), now(), true, now())`.execute(db)
  await sql`
    insert into backup_run (run_id, kind, state, started_at, ended_at, file, is_encrypted)
    values (gen_random_uuid(), 'backup', 'done', now(), now(), 'a', false), (gen_random_uuid(), 'check', 'done', now(), now(), 'a', false)`.execute(
    db,
  )
  const nowhere = { wbgtServiceUrl: 'http://127.0.0.1:1', smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@example.com' }
  const server = await startServer(
    { ...testConfig(), jwtSecrets: undefined, port: 0, host: '127.0.0.1', databaseUrl: database.url, ...nowhere },
    { log: pino({ level: 'silent' }), print: () => undefined },
  )
  stops.unshift(server.stop)
  url = server.url.replace('localhost', '127.0.0.1')
  sendReading = async () => {
    const reading = { kind: 'vital', device: serial, at: new Date().toISOString(), heartRate: 80 }
    const response = await fetch(`${url}${endpoints.ingest.post.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keyId}.${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [reading] }),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  prometheus = await startPrometheus(new URL(url).host)
  stops.unshift(prometheus.stop)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

test('the examples are as Prometheus and Alertmanager want them, and each alarm fires and is quiet as its tests say', async () => {
  const [promtool, amtool] = [process.env['PROMTOOL_PATH'] ?? 'promtool', process.env['AMTOOL_PATH'] ?? 'amtool']
  await Promise.all([
    run(promtool, ['check', 'config', 'ops/prometheus/prometheus.yml']),
    run(promtool, ['test', 'rules', ...testFiles]),
    run(amtool, ['check-config', 'ops/alertmanager/alertmanager.yml']),
  ])
  const tests = testFiles.map(textOf).join('\n')
  const tried = [...tests.matchAll(/alertname="(\w+)"[^\n]*\n *eval_time: [^\n]*\n *exp_samples: (\[\]|\[\{)/g)]
  const withEnd = (end: string) => [...new Set(tried.flatMap(([, name = '', samples]) => (samples === end ? [name] : [])))].toSorted()
  expect(withEnd('[{')).toEqual(alarms)
  // It fires always.
  expect(withEnd('[]')).toEqual(alarms.filter((name) => name !== 'Watchdog'))
})

test('alarms of others that the same Alertmanager knows are neither taken for ours nor muted by them', () => {
  expect(rules.match(/^ +product: mimamori$/gm)).toHaveLength(alarms.length)
  const matchers = textOf('ops/alertmanager/alertmanager.yml').match(/^ +(?:- )?(?:source_|target_)?matchers: .*$/gm) ?? []
  expect(matchers.length).toBeGreaterThan(10)
  expect(matchers.filter((line) => !line.includes('product="mimamori"'))).toEqual([])
})

test('each alarm names a heading of the page that says what to do', () => {
  const headings = found(page, /^### (\w+)$/gm)
  expect(headings).toEqual(alarms)
  expect(found(rules, /runbook: (\S+)/g)).toEqual(alarms.map((name) => `docs/operate/monitoring.md#${name.toLowerCase()}`).toSorted())
  expect(found(textOf('ops/alertmanager/alertmanager.yml'), /alertname="(\w+)"/g).filter((name) => !alarms.includes(name))).toEqual([])
})

test('the page has each figure that is given, and rules and dashboard ask for no other', async () => {
  const given = found(await (await fetch(`${url}/metrics`)).text(), /^# TYPE (mimamori_\w+) /gm)
  expect(found(page, /^\| `(mimamori_\w+)` \|/gm)).toEqual(given)
  const queried = found(rules + dashboard, /\b(mimamori_[a-z_]+)\b/g).map((name) => name.replace(/_(?:bucket|count)$/, ''))
  expect(queried.filter((name) => !given.includes(name))).toEqual([])
})

test('Prometheus answers each query of the dashboard with numbers, and follows each rule', async () => {
  const queries = queriesOf(dashboard)
  expect(queries.length).toBeGreaterThan(30)
  const unanswered = async (): Promise<string[]> => {
    await sendReading()
    const answers = await Promise.all(queries.map(async (query) => ({ query, series: await prometheus.query(query) })))
    return answers.flatMap(({ query, series = [] }) => (series.some(({ value: [, text] }) => Number.isFinite(Number(text))) ? [] : [query]))
  }
  await expect.poll(unanswered, { interval: 1_000, timeout: 60_000 }).toEqual([])
  const followed = (await prometheus.rules()) ?? []
  expect(followed.map(({ name }) => name).toSorted()).toEqual(alarms)
  await expect.poll(async () => (await prometheus.rules())?.filter(({ health }) => health !== 'ok')).toEqual([])
})
