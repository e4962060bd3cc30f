import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'

const log = pino({ level: 'silent' })
const settings = { fsync: 'off' }
// npm has the programs of 17 for the tests of this machine alone.
const hasFormer = process.platform === 'linux' && process.arch === 'x64'
let dataDir: string

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Record<string, unknown>>(sql).finally(() => client.end())).rows
}

/** Starts, asks and stops. */
const ask = async (sql: string, options: Partial<EmbeddedPostgresOptions> = {}) => {
  const server = await startEmbeddedPostgres({ dataDir, log, settings, ...options })
  return query(server.url, sql).finally(() => server.stop())
}

const copy = async ({ from, to }: { from: string; to: string }) => {
  await expect(query(from, "insert into kept values (1, 'never')")).rejects.toThrow('read-only')
  const rows = await query(from, 'select id, name from kept')
  await query(to, 'create table kept (id integer, name text)')
  for (const { id, name } of rows) await query(to, `insert into kept values (${String(id)}, '${String(name)}')`)
}

const kept = "select id, name, current_setting('server_version_num')::integer / 10000 as version from kept"
const home = () => join(dataDir, 'postgres')
const clusters = async () => (await readdir(home())).filter((name) => name.startsWith('cluster')).toSorted()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-upgrade-'))
  await chmod(dataDir, 0o755)
  if (hasFormer) await ask("create table kept as select 7 as id, '見守り' as name", { major: 17 })
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

test.runIf(hasFormer)('data on which a server runs that cannot be seen, as in another container, is left alone', async () => {
  const pidFile = join(home(), 'cluster/postmaster.pid')
  await writeFile(pidFile, 'of the other one')
  const holder = spawn('flock', ['--no-fork', join(home(), 'server.lock'), 'sh', '-c', 'echo held; read line'])
  await once(holder.stdout, 'data')
  try {
    await expect(ask(kept, { copy })).rejects.toThrow(/ここから見えない別のサーバー/)
    expect(await readFile(pidFile, 'utf8')).toBe('of the other one')
    expect(await clusters()).toEqual(['cluster'])
  } finally {
    holder.stdin.end()
    await once(holder, 'exit')
  }
})

test.runIf(hasFormer)(
  'data of the former version is moved once, whatever failed or was killed before, and stays as it was beside ours',
  async () => {
    await expect(ask(kept)).rejects.toThrow(/PostgreSQL 17 のものです。見守りを一度起動すると 18 に移します/)
    const failing = () => Promise.reject(new Error('the counts differ'))
    await expect(ask(kept, { copy: failing })).rejects.toThrow(/元のデータは \S+\/cluster にそのままあり.*the counts differ/)
    expect(await clusters()).toEqual(['cluster'])

    const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'index.ts')).href)}
    const log = { info() {}, warn() {}, error() {}, debug() {} }
    const copy = () => { console.log('copying'); return new Promise(() => setInterval(() => undefined, 1000)) }
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, settings: { fsync: 'off' }, copy })`
    const killed = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(killed.stdout, 'data')
    expect(await clusters()).toEqual(['cluster', expect.stringMatching(/^cluster\.unfinished-/)])
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    expect(await ask(kept, { copy })).toEqual([{ id: 7, name: '見守り', version: 18 }])
    expect(await clusters()).toEqual(['cluster', 'cluster-18'])
    expect(await readFile(join(home(), 'cluster/PG_VERSION'), 'utf8')).toBe('17\n')
    expect(await ask(kept, { copy: () => Promise.reject(new Error('a second time')) })).toMatchObject([{ version: 18 }])

    // The release before: it refuses what is newer, and starts what was there before the move once that is taken away.
    await expect(ask(kept, { major: 17 })).rejects.toThrow(/この版の見守りは 17 です.*cluster-18 を別の場所へ移してから/)
    await rename(join(home(), 'cluster-18'), join(dataDir, 'taken-away'))
    expect(await ask(kept, { major: 17 })).toEqual([{ id: 7, name: '見守り', version: 17 }])
  },
)
