import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { heapFlags } from '../apps/server/test/heap-flags.ts'
import { parentOf, usedByFamily, usedByProcess } from './processor-time.ts'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))

/** A port nobody listens on just now. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The product in a process of its own, on a database of its own that the bench can reach as well. */
export type Product = {
  readonly url: string
  readonly mqttPort: number
  readonly pool: pg.Pool
  readonly databaseUrl: string
  /** Resident memory of the server process in MB. */
  readonly residentMb: () => Promise<number>
  /** Processor time used so far by the server and by the database, all nodes of a cluster, in microseconds. */
  readonly usedUs: () => Promise<Used>
  readonly stop: () => Promise<void>
}

export type Used = { readonly server: number; readonly database: number }

const whenReady = async (url: string): Promise<void> => {
  // On a cluster laying out the tables takes a minute.
  for (let attempt = 0; attempt < 1_800; attempt++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok === true) return
    await after(100)
  }
  throw new Error('the product did not get ready')
}

/** The main processes of the database's server, or of all nodes of a cluster, which run on this machine. */
const postmastersOf = async (pool: pg.Pool): Promise<number[]> => {
  const { rows: own } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { rows: present } = await pool.query<{ isCluster: boolean }>(`select to_regclass('pg_dist_node') is not null as "isCluster"`)
  // A session on another node may be over by the time it is looked for: a process that stays as long as the server does.
  const lasting = `select a.pid from pg_stat_activity a where a.backend_type = 'checkpointer'`
  const { rows: ofWorkers } =
    present[0]?.isCluster === true
      ? await pool.query<{ pid: number }>('select w.result::int as pid from run_command_on_workers($1) w', [lasting])
      : { rows: [] }
  return Promise.all([...own, ...ofWorkers].map(({ pid }) => parentOf(pid)))
}

/** A database for the product, and how to remove it afterwards. */
export type BenchDatabase = { readonly url: string; readonly stop: () => Promise<void> }

/** A module that is loaded into the server's process first, and what is done with what it sends. */
type Preloaded = { readonly module: URL; readonly onMessage: (message: unknown) => void }

/**
 * Starts the product on a database of its own: the embedded one, unless given another.
 * @param keptIn a data folder that stays, so that what was filled into its database is there the next time
 * @param settings of its environment beside those that every part of the bench has
 */
export const startProduct = async (
  given?: BenchDatabase,
  preloaded?: Preloaded,
  keptIn?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> => {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), 'mimamori-bench-')))
  await mkdir(dataDir, { recursive: true })
  // The database's own user must be able to reach it where the bench runs as root.
  await chmod(dataDir, 0o755)
  const database = given ?? (await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) }))
  const port = await freePort()
  const mqttPort = await freePort()
  const preload = preloaded === undefined ? [] : ['--import', preloaded.module.href]
  const server = spawn(process.execPath, [...heapFlags, ...preload, main], {
    env: {
      ...process.env,
      // Many arenas of the C library's memory keep some 30 MB around.
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: 'Bench-1234',
      // Nothing is asked of the world outside.
      TILE_URL: 'none',
      ...settings,
    },
    stdio: preloaded === undefined ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  if (preloaded !== undefined) server.on('message', preloaded.onMessage)
  const url = `http://127.0.0.1:${port}`
  await whenReady(url)
  const pool = new pg.Pool({ connectionString: database.url, max: 8 })
  const postmasters = await postmastersOf(pool)
  return {
    url,
    mqttPort,
    pool,
    databaseUrl: database.url,
    residentMb: async () => {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
    },
    usedUs: async () => {
      const ofServers = await Promise.all(postmasters.map(usedByFamily))
      return { server: await usedByProcess(server.pid ?? 0), database: ofServers.reduce((sum, used) => sum + used, 0) }
    },
    stop: async () => {
      await pool.end()
      server.kill('SIGTERM')
      await once(server, 'exit')
      await database.stop()
      if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
