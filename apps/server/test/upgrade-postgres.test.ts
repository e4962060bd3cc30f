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
import { copyAndVerify } from '../src/copy-and-verify.ts'
import { openBackup } from '../src/platform/backup/open-backup-place.ts'
import { restoreDatabase } from '../src/platform/backup/restore.ts'

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
  'a data folder of PostgreSQL 17 and the first release is moved by the start, even where it was killed before',
  async () => {
    const source = await openBackup(join(release, 'backup'))
    const before = await withFormer(async (url) => {
      await restoreDatabase({ url, source, log })
      return ask(url, counts)
    })
    await killAt('"migration":"0010-')
    expect(await withFormer((url) => ask(url, counts))).toEqual(before)

    // As the start of the product does, without waiting for the disk: the killed one proves that it gets here.
    let faults: readonly string[] | undefined
    const copy = async (urls: { from: string; to: string }) => {
      ;({ faults } = await copyAndVerify({ ...urls, log }))
    }
    const server = await startEmbeddedPostgres({ dataDir, log, copy, settings: { fsync: 'off' } })
    const after = await ask(server.url, `${counts}, current_setting('server_version_num')::integer / 10000 as major`)
    await server.stop()
    expect(after).toMatchObject([{ readings: before[0]?.['readings'], alerts: before[0]?.['alerts'], major: 18 }])
    expect(faults).toEqual([])
    const home = join(dataDir, 'postgres')
    expect((await readdir(home)).filter((name) => name.startsWith('cluster')).toSorted()).toEqual(['cluster', 'cluster-18'])
    expect(await readFile(join(home, 'cluster/PG_VERSION'), 'utf8')).toBe('17\n')
  },
  180_000,
)
