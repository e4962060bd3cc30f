import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/database/database-types.ts'
import { startTestApp } from '../../test-app.ts'
import { makeAlert, makeTenants } from '../monitoring/workers/test-workers.ts'
import { operationRegistry } from './operation-metrics.ts'

const { context, time, ask } = await startTestApp()

test('the figures of the installation are beside what the process counts, and name nobody', async () => {
  const { people, office } = await makeTenants(context.db)
  await makeAlert(context.db, people.worker, new Date(time.now.getTime() - 300_000), { kind: 'emergency', level: 3 })
  const { status, body } = await ask('GET', '/metrics')
  const text = String(body)
  expect(status).toBe(200)
  for (const line of [
    'mimamori_database_up 1',
    'mimamori_figures_up 1',
    'mimamori_alerts_open{level="emergency"} 1',
    'mimamori_alerts_unacknowledged_oldest_age_seconds{level="emergency"} 300',
    'mimamori_notices_enabled{way="mail"} 0',
    'mimamori_devices_expected{kind="gateway"} 0',
  ])
    expect(text).toContain(`\n${line}\n`)
  // Tests of a process share what it counts.
  for (const begin of ['mimamori_live_streams{kind="person"} ', 'mimamori_readings_total{outcome="accepted",key="live",by="http"} '])
    expect(text).toContain(`\n${begin}`)
  // Without SMTP_URL mails wait for ever, and without WBGT_SERVICE_URL there are no forecasts.
  expect(text).not.toContain('mimamori_notices_queued{way="mail"}')
  expect(text).not.toContain('mimamori_forecast')
  expect(text).not.toContain('mimamori_backup_age_seconds')
  expect(text).not.toContain(people.worker.full_name)
  expect(text).not.toContain(office.name)
})

test('figures that are not read in time are left out, and the log says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const client = await context.pool.connect()
  await client.query('begin; lock table alert_due in access exclusive mode')
  // What another reader has read is kept for ten seconds.
  const pool = new pg.Pool(context.pool.options)
  const text = await (await operationRegistry({ ...context, pool, log }, {}, 100)()).metrics()
  await client.query('rollback')
  client.release()
  await pool.end()
  expect(text).toContain('mimamori_figures_up 0\n')
  expect(lines).toEqual([expect.stringContaining('the operating figures could not be read in time')])
})

test('a database that lives is not said to be away where the process has no connection free', async () => {
  const pool = new pg.Pool({ ...context.pool.options, max: 1 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const busy = await pool.connect()
  pool.options.connectionTimeoutMillis = 100
  const text = await (await operationRegistry({ ...context, db, pool }, {})()).metrics()
  busy.release()
  await db.destroy()
  expect(text).toContain('mimamori_database_up 1\n')
  expect(text).toContain('mimamori_database_usable 0\n')
  expect(text).toContain('mimamori_figures_up 0\n')
})

test('while the database is away what the process knows is answered, and that the figures are not known', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const text = await (await operationRegistry({ ...context, db, pool }, { broker: () => false })()).metrics()
  expect(text).toContain('mimamori_database_up 0\n')
  expect(text).toContain('mimamori_figures_up 0\n')
  expect(text).toContain('mimamori_part_up{part="broker"} 0\n')
  expect(text).toContain('mimamori_process_info{')
  expect(text).not.toContain('mimamori_alerts_open')
  await db.destroy()
})
