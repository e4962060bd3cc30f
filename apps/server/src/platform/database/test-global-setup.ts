import { chmod, lstat, mkdtemp, readdir, readFile, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mimamori/embedded-postgres'
import { processIdentity } from '@mimamori/embedded-postgres/process-identity'
import { migrate } from './migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the test server. */
    testServerUrl: string
    /** Owner's URL of the database with every migration applied, of which tests get copies. */
    testTemplateUrl: string
  }
}

const prefix = 'mimamori-test-'
const log = pino({ level: 'warn' })
let running: { server: EmbeddedPostgres; dataDir: string } | undefined

/** Starts one database server for this test run, in a folder of its own, so that runs never meet. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<void> {
  await removeAbandonedRuns()
  const dataDir = await mkdtemp(join(await quickestFolder(), prefix))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  await writeFile(join(dataDir, 'run.json'), JSON.stringify(thisRun()))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    max_wal_size: '256MB',
    // A password costs the server and the test some milliseconds a connection, and tests open thousands.
    scram_iterations: '1',
  }
  const server = await startEmbeddedPostgres({ dataDir, log, settings })
  running = { server, dataDir }
  try {
    await migrate({ url: server.url, log })
    await sealTemplate(server)
  } catch (cause) {
    // vitest does not call teardown after a setup that failed.
    await teardown()
    throw cause
  }
  project.provide('testServerUrl', server.adminUrl)
  project.provide('testTemplateUrl', server.url)
}

export async function teardown(): Promise<void> {
  if (!running) return
  await running.server.stop()
  await removeRun(running.dataDir)
}

const memory = '/dev/shm'
const enoughBytes = 4 * 2 ** 30

/** Databases come and go with every file of tests, and their thousand files each cost a disk more than all that is read from them. */
async function quickestFolder(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined)
  return room !== undefined && room.bavail * room.bsize >= enoughBytes ? memory : tmpdir()
}

/** A database can be copied only while nobody is connected to it. */
async function sealTemplate(server: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.adminUrl })
  await client.connect()
  const name = client.escapeIdentifier(new URL(server.url).pathname.slice(1))
  await client.query(`alter database ${name} allow_connections false`)
  await client.end()
}

function thisRun(): { pid: number; identity: string | undefined } {
  return { pid: process.pid, identity: processIdentity(process.pid) }
}

/** What earlier runs left behind when they were killed. */
async function removeAbandonedRuns(): Promise<void> {
  for (const dataDir of [...(await runsIn(tmpdir())), ...(await runsIn(memory))]) {
    const folder = await lstat(dataDir).catch(() => undefined)
    // The temporary folder is everybody's: leave other people's folders alone.
    if (!folder?.isDirectory() || folder.uid !== process.getuid?.()) continue
    const text = await readFile(join(dataDir, 'run.json'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const { pid, identity } = JSON.parse(text) as ReturnType<typeof thisRun>
    if (processIdentity(pid) !== identity) await removeRun(dataDir)
  }
}

async function runsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(folder, name))
}

async function removeRun(dataDir: string): Promise<void> {
  // The database may be elsewhere, when the temporary folder is closed to PostgreSQL's user.
  const home = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (home !== undefined) await rm(home, { recursive: true, force: true, maxRetries: 5 })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
