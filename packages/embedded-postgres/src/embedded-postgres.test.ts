import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { runningDatabaseUrl, startEmbeddedPostgres, type EmbeddedPostgres } from './index.ts'
import { processIdentity } from './process-identity.ts'

const log = pino({ level: 'silent' })
const run = promisify(execFile)
let root: string
let dataDir: string
let started: EmbeddedPostgres[]
let owners: ChildProcess[]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mimamori-embedded-'))
  await chmod(root, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: join(root, 'seed'), log, settings: { fsync: 'off' } })
  await server.stop()
})

afterAll(async () => {
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

beforeEach(async ({ task }) => {
  dataDir = join(root, task.id)
  // Copying an empty database takes a fifth of the time of making one.
  await run('cp', ['-a', join(root, 'seed'), dataDir])
  started = []
  owners = []
})

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  for (const server of started) await server.stop()
  // What a killed owner left running is taken over once more, so that it can be stopped.
  if (owners.length > 0)
    await startEmbeddedPostgres({ dataDir, log }).then(
      (server) => server.stop(),
      () => undefined,
    )
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  started.push(server)
  return server
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Queries until the database answers; the caller's test limit is the limit. */
async function queryEventually(url: string, sql: string): Promise<Record<string, unknown>[]> {
  for (;;) {
    const rows = await query(url, sql).catch(() => undefined)
    if (rows) return rows
    await sleep(20)
  }
}

/** Another process that starts the database and is then there to be killed. */
function spawnOwner(options: { tied: boolean }): ChildProcess & { stdout: Readable } {
  const launcher = pathToFileURL(join(import.meta.dirname, 'index.ts')).href
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(launcher)}
    const log = { info() {}, warn() {}, error() {}, debug() {} }
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log, tied: ${options.tied} })
    console.log(url)`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.push(owner)
  return owner
}

async function startOwner(options: { tied: boolean }): Promise<{ owner: ChildProcess; url: string }> {
  const owner = spawnOwner(options)
  const [line] = (await once(owner.stdout, 'data')) as [Buffer]
  return { owner, url: line.toString().trim() }
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL')
  await once(owner, 'exit')
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
}

test('starts an empty database as asked for and keeps its content over a restart', async () => {
  const first = await start()
  expect(
    await query(
      first.url,
      `
    select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
      current_setting('TimeZone') as zone, pg_database.datlocale as locale, rolsuper as superuser
    from pg_database join pg_roles on rolname = current_user where datname = current_database()`,
    ),
  ).toEqual([{ fsync: 'on', encoding: 'UTF8', zone: 'UTC', locale: 'ja-JP', superuser: false }])
  const sorted = await query(first.url, `select string_agg(kana, '' order by kana) as kana from unnest('{う,イ,ア,い}'::text[]) kana`)
  expect(sorted).toEqual([{ kana: 'アいイう' }])
  await query(first.url, 'create table kept as select 42 as answer')
  await Promise.all([first.stop(), first.stop()])
  await first.stop()

  const second = await start()
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('shows the URL of a running database to its owner only, and none when stopped', async () => {
  const server = await start()
  expect(await runningDatabaseUrl(dataDir)).toBe(server.url)
  for (const secret of ['url', 'credentials.json']) {
    expect((await stat(join(dataDir, 'postgres', secret))).mode & 0o777).toBe(0o600)
  }
  await server.stop()
  expect(await runningDatabaseUrl(dataDir)).toBeUndefined()
})

test('refuses a data folder that a living process owns, naming the process', async () => {
  const { owner } = await startOwner({ tied: true })
  await expect(start()).rejects.toThrow(new RegExp(`PID ${owner.pid}.*running process ${owner.pid}`))
})

test.each([{ tied: true }, { tied: false }])('takes over after its owner was killed hard ($tied)', async ({ tied }) => {
  const { owner, url } = await startOwner({ tied })
  await query(url, 'create table kept as select 42 as answer')
  const orphan = await postmasterPid()
  await kill(owner)
  const server = await start()
  expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(await postmasterPid()).not.toBe(orphan)
})

test.runIf(process.platform === 'linux')('does not outlive its killed owner', async () => {
  const { owner } = await startOwner({ tied: true })
  const pid = await postmasterPid()
  await kill(owner)
  await expect.poll(() => processIdentity(pid), { timeout: 60_000 }).toBeUndefined()
})

test('starts again by itself under the same URL after the server was killed', async () => {
  const server = await start()
  await query(server.url, 'create table kept as select 42 as answer')
  for (let round = 0; round < 2; round += 1) {
    const killed = await postmasterPid()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => postmasterPid().catch(() => killed), { timeout: 60_000 }).not.toBe(killed)
    expect(await queryEventually(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  }
})

test('starts again although a busy backend of the killed server continues', async () => {
  const server = await start()
  const busy = query(server.url, 'do $$ begin loop null; end loop; end $$').catch(() => 'ended')
  const working = "select from pg_stat_activity where state = 'active' and query like 'do %'"
  await expect.poll(() => query(server.url, working)).toHaveLength(1)
  process.kill(await postmasterPid(), 'SIGKILL')
  expect(await queryEventually(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await busy).toBe('ended')
})

test('can be stopped while it is being started again', async () => {
  const server = await start()
  process.kill(await postmasterPid(), 'SIGKILL')
  await server.stop()
  await start()
})

test('clears away a stale postmaster.pid that names an innocent process', async () => {
  const server = await start()
  await server.stop()
  const innocent = spawn('sleep', ['600'])
  owners.push(innocent)
  const stale = join(dataDir, 'postgres/cluster/postmaster.pid')
  await writeFile(stale, `${innocent.pid}\n${dataDir}/postgres/cluster\n1795210323\n5432\n\n\n\nready\n`, { mode: 0o644 })
  await start()
  expect(innocent.exitCode).toBeNull()
})

test.runIf(process.platform === 'linux')('refuses a folder on which a server out of sight works', async () => {
  const server = await start()
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  const home = join(dataDir, 'postgres')
  // Seen from another container, neither the owner nor the server exists: only the kernel lock does.
  const holder = spawn('flock', ['--no-fork', join(home, 'server.lock'), 'sh', '-c', 'echo held; read line'])
  owners.push(holder)
  const held = once(holder.stdout, 'data')
  await server.stop()
  await held
  await writeFile(pidFile, '999999\n')
  await expect(start()).rejects.toThrow(/別のコンテナー.*cannot be seen from here/)
  expect(await readFile(pidFile, 'utf8')).toBe('999999\n')
})

test('recovers from an initdb that was cut short', async () => {
  dataDir = join(dataDir, 'new')
  const owner = spawnOwner({ tied: true })
  const home = join(dataDir, 'postgres')
  await expect.poll(() => readdir(home).catch(() => []), { interval: 5 }).toContainEqual(expect.stringContaining('cluster.unfinished'))
  await kill(owner)
  expect(await readdir(home)).not.toContain('cluster')
  const server = await start()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(home)).filter((name) => name.includes('cluster.unfinished'))).toEqual([])
})

test('listens on 127.0.0.1 where the path is too long for a socket', async () => {
  dataDir = join(dataDir, 'long'.repeat(20))
  const server = await start()
  expect(new URL(server.url).hostname).toBe('127.0.0.1')
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)("keeps the database where PostgreSQL's user can reach it", async () => {
  await chmod(dataDir, 0o700)
  dataDir = join(dataDir, 'closed')
  const server = await start()
  const home = await realpath(join(dataDir, 'postgres'))
  expect(home).toMatch(/^\/var\/lib\/mimamori\//)
  await query(server.url, 'create table kept as select 42 as answer')
  await server.stop()
  const again = await start()
  expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await again.stop()
  await rm(home, { recursive: true })
  await expect(start()).rejects.toThrow(/is gone/)
})
