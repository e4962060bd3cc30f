import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Binaries, findBinaries, findFormerBinaries, majorOf } from './binaries.ts'
import { clustersIn, makeUnfinished, nameCluster, refuseNewer, removeUnfinished } from './cluster.ts'
import { type Credentials, keepCredentials } from './credentials.ts'
import { homePlace, prepareHome, type Home } from './home-folder.ts'
import { refuseMoved } from './move-mark.ts'
import { claimHome, livingOwner, releaseHome } from './owner-lock.ts'
import { writePrivateFile } from './private-file.ts'
import { ensureProductDatabase } from './product-database.ts'
import { keepReserve } from './reserve.ts'
import { runCluster } from './run-cluster.ts'
import { clearRemains } from './take-over.ts'
import { type CopyDatabase, upgradeCluster } from './upgrade-cluster.ts'

export interface EmbeddedPostgresOptions {
  /** The product's data folder; the database lives in `postgres` inside it. Made when missing. */
  dataDir: string
  log: Logger
  /** Server settings that replace ours; for tests, which may trade durability for speed. */
  settings?: Readonly<Record<string, string>>
  /** False leaves the server running when this process is killed; for tests of taking over. */
  tied?: boolean
  /** Moves the data of a former major version of PostgreSQL into ours, which is refused without it. */
  copy?: CopyDatabase | undefined
  /** The former major version whose programs are used instead of ours; for tests of the move from it. */
  major?: number
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
  await refuseMoved(options.dataDir)
  const home = await prepareHome(options.dataDir, options.log)
  await claimHome(home.path, home.user)
  try {
    // A move may have ended between the first question and the claim.
    await refuseMoved(options.dataDir)
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

/** Whether a product process of this data folder is starting its embedded database, which does not accept connections yet. */
export async function isDatabaseStarting(dataDir: string): Promise<boolean> {
  const home = await realpath(homePlace(dataDir)).catch(() => undefined)
  return home !== undefined && (await livingOwner(home)) !== undefined && (await runningDatabaseUrl(dataDir)) === undefined
}

/** Finds the home's cluster, makes it on the first start, and moves it where it is of a former major version. */
async function prepareCluster(
  home: Home,
  binaries: Binaries,
  options: Required<Pick<EmbeddedPostgresOptions, 'log' | 'settings' | 'tied'>> & Pick<EmbeddedPostgresOptions, 'copy'>,
): Promise<{ clusterFolder: string; credentials: Credentials }> {
  const { log, settings } = options
  const sync = settings['fsync'] !== 'off'
  const clusters = await clustersIn(home.path)
  const [newest] = clusters
  const credentials = await keepCredentials(home, newest !== undefined)
  refuseNewer(clusters, binaries)
  // A product of the former version may still run on it, where this process sees nothing but its lock.
  if (newest !== undefined && newest.major !== majorOf(binaries)) await clearRemains({ home, clusterFolder: newest.folder, binaries, log })
  await removeUnfinished(home, binaries, log)
  if (newest === undefined) {
    const unfinished = await makeUnfinished(home, binaries, { password: credentials.postgres, sync, log })
    return { clusterFolder: await nameCluster(home, unfinished, 'cluster', sync), credentials }
  }
  if (newest.major === majorOf(binaries)) return { clusterFolder: newest.folder, credentials }
  const clusterFolder = await upgradeCluster({ ...options, home, former: newest, binaries, credentials, copy: options.copy, sync })
  return { clusterFolder, credentials }
}

async function startInHome(
  home: Home,
  { log, settings = {}, tied = true, copy, major }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await rm(join(home.path, 'url'), { force: true })
  const search = { user: home.user, log }
  const binaries = major === undefined ? await findBinaries(search) : await findFormerBinaries(major, search)
  if (binaries === undefined) throw new Error(`there are no programs of PostgreSQL ${major}`)
  const { clusterFolder, credentials } = await prepareCluster(home, binaries, { log, settings, tied, copy })
  const running = await runCluster({ home, clusterFolder, binaries, credentials, settings, tied, log })
  const { adminUrl, url } = running
  const endReserve = keepReserve(home, log)
  const stop = async (): Promise<void> => {
    endReserve()
    await running.stop()
    await releaseHome(home.path)
  }
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
