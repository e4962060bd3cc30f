import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { chooseEndpoint, clearEndpoint, endpointSettings, endpointUrl } from './endpoint.ts'
import { serverWrapper } from './helper-programs.ts'
import { homePlace, prepareHome, type Home } from './home-folder.ts'
import { claimHome, livingOwner, refuseOtherOwner, releaseHome } from './owner-lock.ts'
import { writePrivateFile } from './private-file.ts'
import { ensureProductDatabase, productDatabase, productRole } from './product-database.ts'
import { diskBytes, keepReserve, releaseReserve } from './reserve.ts'
import { durableSettings } from './settings.ts'
import { superviseServer } from './supervisor.ts'
import { clearRemains } from './take-over.ts'

export interface EmbeddedPostgresOptions {
  /** The product's data folder; the database lives in `postgres` inside it. Made when missing. */
  dataDir: string
  log: Logger
  /** Server settings that replace ours; for tests, which may trade durability for speed. */
  settings?: Readonly<Record<string, string>>
  /** False leaves the server running when this process is killed; for tests of taking over. */
  tied?: boolean
}

export interface EmbeddedPostgres {
  /** Of the product's database, for its owner, who is no superuser. Contains the password: never log it. */
  url: string
  /** Of the superuser's database. Contains the password: never log it. */
  adminUrl: string
  /** Fast shutdown, at once after 30 s. May be called any number of times. */
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL and keeps it running until `stop`: it is started again when it
 * dies, and the URLs stay the same. Resolves when the product's database accepts connections.
 * Call it on the main thread, whose end ends the server.
 * @throws DatabaseStartError with one line for the operator
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = await prepareHome(options.dataDir, options.log)
  await claimHome(home.path, home.user)
  try {
    return await startInHome(home, options)
  } catch (cause) {
    await releaseHome(home.path)
    throw cause
  }
}

/**
 * The URL of the embedded database of this data folder while a product process runs it.
 * Contains the password. Undefined when none runs, or when it is only just starting.
 */
export async function runningDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const home = await realpath(homePlace(dataDir)).catch(() => undefined)
  if (home === undefined || (await livingOwner(home)) === undefined) return undefined
  return readFile(join(home, 'url'), 'utf8').catch(() => undefined)
}

async function startInHome(home: Home, { log, settings = {}, tied = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await rm(join(home.path, 'url'), { force: true })
  const binaries = await findBinaries({ user: home.user, log })
  const sync = settings['fsync'] !== 'off'
  const { folder: clusterFolder, credentials } = await ensureCluster(home, binaries, { sync, log })
  const endpoint = await chooseEndpoint(home)
  const supervised = await superviseServer(
    {
      binaries,
      clusterFolder,
      settings: { ...durableSettings(home.path, await diskBytes(home)), ...endpointSettings(endpoint), ...settings },
      user: home.user,
      wrapper: await serverWrapper(home, { tied }),
      log,
    },
    async () => {
      await refuseOtherOwner(home.path)
      await clearRemains({ home, clusterFolder, binaries, log })
      await releaseReserve(home, log)
      await clearEndpoint(endpoint, home)
    },
  )
  const endReserve = keepReserve(home, log)
  const stop = async (): Promise<void> => {
    endReserve()
    await supervised.stop()
    await releaseHome(home.path)
  }
  const adminUrl = endpointUrl(endpoint, { name: 'postgres', password: credentials.postgres }, 'postgres')
  const url = endpointUrl(endpoint, { name: productRole, password: credentials.mimamori }, productDatabase)
  try {
    await ensureProductDatabase(adminUrl, credentials)
    await writePrivateFile(join(home.path, 'url'), url, home.user)
  } catch (cause) {
    await stop()
    throw cause
  }
  let stopped: Promise<void> | undefined
  return { url, adminUrl, stop: () => (stopped ??= stop()) }
}
