import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { verifyLog } from '../src/features/audit-log/verify.ts'
import { openBackup } from '../src/platform/backup/open-backup-place.ts'
import { restoreDatabase } from '../src/platform/backup/restore.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { startServer } from '../src/start.ts'

const log = pino({ level: 'silent' })
const release = join(import.meta.dirname, 'upgrade/0.1.0')
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-upgrade-postgres-'))
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const withFormer = async <Answer>(work: (url: string) => Promise<Answer>) => {
  const server = await startEmbeddedPostgres({ dataDir, log, major: 17, settings: { fsync: 'off' } })
  return work(server.url).finally(() => server.stop())
}

const ask = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Record<string, unknown>>(statement).finally(() => client.end())).rows
}

const counts = `select (select count(*)::integer from reading) as readings, (select count(*)::integer from alert) as alerts,
  (select count(*)::integer from audit_log) as "logEntries"`

/** Starts the product and kills it once its log says that. */
const killAt = async (words: string) => {
  const main = join(import.meta.dirname, '../src/main.ts')
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'info', ROLES: 'api' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let said = ''
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`
    if (line.includes(words)) child.kill('SIGKILL')
  }
  await exited
  expect(said).toContain(words)
}

// npm has the programs of 17 for the tests of this machine alone.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a data folder of PostgreSQL 17 and the first release is moved by the start, however often it is killed',
  async () => {
    const source = await openBackup(join(release, 'backup'))
    await withFormer((url) => restoreDatabase({ url, source, log }))
    const before = await withFormer((url) => ask(url, counts))
    for (const words of ['making a new database', '"migration":"0010-']) {
      await killAt(words)
      expect(await withFormer((url) => ask(url, counts))).toEqual(before)
    }

    const server = await startServer(
      { ...testConfig(), roles: ['api'], port: 0, host: '127.0.0.1', databaseUrl: undefined, dataDir },
      { log, print: () => undefined },
    )
    const { pool, db } = server.context
    const version = await pool.query<{ major: number }>("select current_setting('server_version_num')::integer / 10000 as major")
    expect(version.rows).toEqual([{ major: 18 }])
    const after = (await pool.query(counts)).rows as Record<string, unknown>[]
    expect(after[0]).toMatchObject({ readings: before[0]?.['readings'], alerts: before[0]?.['alerts'] })
    expect((await verifyLog(db)).faults).toEqual([])
    await server.stop()
    const home = join(dataDir, 'postgres')
    expect((await readdir(home)).filter((name) => name.startsWith('cluster')).toSorted()).toEqual(['cluster', 'cluster-18'])
    expect(await readFile(join(home, 'cluster/PG_VERSION'), 'utf8')).toBe('17\n')
  },
  180_000,
)
