import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { accessTokens, type AccessTokens } from '../apps/server/src/platform/secrets/access-token.ts'
import type { Db } from '../apps/server/src/platform/context.ts'
import { connectDatabase } from '../apps/server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { hashCheaply } from '../apps/server/src/shared/organisation/test-factories.ts'
import { consoleFolder } from '../apps/server/src/platform/http/web-console.ts'

/** The password of every account of the tests. */
export const password = 'Demo-1234'

const main = join(import.meta.dirname, '../apps/server/src/main.ts')
const jwtSecret = 'a secret of the browser tests, long enough'

/** The whole product as its operator runs it, and the database behind it. */
export type Product = {
  readonly url: string
  readonly db: Db
  readonly pool: Pool
  /** Signs access tokens as the product does, for any instant. */
  readonly tokens: AccessTokens
  /** The stored form of `password`: making one takes a while. */
  readonly passwordHash: string
  readonly stop: () => Promise<void>
}

const launch = async (databaseUrl: string, dataDir: string) => {
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      LOG_LEVEL: 'warn',
      JWT_SECRET: jwtSecret,
      ADMIN_PASSWORD: password,
      DISK_FLOOR_MB: '0',
      MAIL_FROM: 'mimamori@example.jp',
      // Where a test has a push service of its own.
      PUSH_HOSTS: '127.0.0.1',
      // And a company's provider of single sign-on.
      SSO_HOSTS: '127.0.0.1',
      // And a service that alerts are sent to.
      CHANNEL_HOSTS: '127.0.0.1:*',
      // Nothing is asked of the world outside.
      TILE_URL: 'none',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A test run that is broken off must leave nothing behind.
  const abandon = () => server.kill('SIGKILL')
  process.once('exit', abandon)
  const stop = async () => {
    process.off('exit', abandon)
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  }
  for await (const line of createInterface(server.stdout)) {
    const port = /https?:\/\/localhost:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    server.stdout.resume()
    return { url: `http://127.0.0.1:${port}`, stop }
  }
  throw new Error('the product ended before it listened')
}

type Stop = () => Promise<unknown>

const stopInReverse = async (stops: readonly Stop[]): Promise<void> => {
  for (const stop of stops.toReversed()) await stop()
}

const start = async (stops: Stop[]): Promise<Omit<Product, 'stop'>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-e2e-'))
  stops.push(() => rm(dataDir, { recursive: true, force: true }))
  // PostgreSQL never runs as root: its own user must get through the folder.
  await chmod(dataDir, 0o755)
  const log = pino({ level: 'silent' })
  const database = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  stops.push(() => database.stop())
  const server = await launch(database.url, dataDir)
  const { db, pool, close } = connectDatabase({ url: database.url, log, max: 4 })
  stops.push(close, server.stop)
  return { url: server.url, db, pool, tokens: accessTokens([jwtSecret]), passwordHash: await hashCheaply(password) }
}

/** Starts the product on an empty database of its own. The console must have been built. */
export const startProduct = async (): Promise<Product> => {
  if (!existsSync(join(consoleFolder, 'index.html'))) throw new Error('the console is not built: run `npm run build` first')
  const stops: Stop[] = []
  const stop = () => stopInReverse(stops)
  try {
    return { ...(await start(stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
