import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Binaries, findFormerBinaries, majorOf } from './binaries.ts'
import { type Cluster, makeUnfinished, nameCluster, unfinishedLock } from './cluster.ts'
import type { Credentials } from './credentials.ts'
import type { Home } from './home-folder.ts'
import { ensureProductDatabase } from './product-database.ts'
import { runCluster } from './run-cluster.ts'
import { DatabaseStartError } from './start-error.ts'

/** Copies the whole product database into an empty one, and throws where the two do not say the same afterwards. */
export type CopyDatabase = (urls: { readonly from: string; readonly to: string }) => Promise<void>

interface UpgradePlan {
  home: Home
  former: Cluster
  binaries: Binaries
  credentials: Credentials
  /** Undefined for a program that only works on the database, such as a backup. */
  copy: CopyDatabase | undefined
  settings: Readonly<Record<string, string>>
  sync: boolean
  tied: boolean
  log: Logger
}

// Rows are packed more tightly than they were; the server's log comes on top.
const roomFactor = 1.2
const roomForLogBytes = 512 * 2 ** 20

/**
 * Moves the data of a former major version into a cluster of ours. The former one is only read, and stays; ours gets its name
 * when it is complete, so that whatever interrupts the move leaves everything as it was.
 * @returns the folder of ours
 * @throws DatabaseStartError with the way out, where the former programs, the room or a way to copy are missing, or copying fails
 */
export async function upgradeCluster(plan: UpgradePlan): Promise<string> {
  const { home, former, binaries, copy, log } = plan
  const ours = majorOf(binaries)
  if (copy === undefined) {
    throw new DatabaseStartError(
      `データはまだ PostgreSQL ${former.major} のものです。見守りを一度起動すると ${ours} に移します。`,
      `The data is still of PostgreSQL ${former.major}: start the product once, which moves it to ${ours}.`,
    )
  }
  const formerBinaries = await findFormerBinaries(former.major, { user: home.user, log })
  if (formerBinaries === undefined) {
    throw new DatabaseStartError(
      `データは PostgreSQL ${former.major} のものですが、この版の見守りは ${ours} で、${former.major} のプログラムがありません。Debian の postgresql-${former.major} をインストールするか、以前の版で mimamori backup を行い、新しい DATA_DIR へ mimamori restore してください。`,
      `The data is of PostgreSQL ${former.major}, this release brings ${ours} and not the programs of ${former.major}: install Debian's postgresql-${former.major}, or back up with the former release and restore into a new DATA_DIR.`,
    )
  }
  await refuseWithoutRoom(home, former, ours)
  log.warn({ from: former.major, to: ours }, 'moving the database to a new major version of PostgreSQL; the former one is only read')
  const unfinished = await makeUnfinished(home, binaries, { password: plan.credentials.postgres, sync: plan.sync, log })
  try {
    await copyInto(unfinished, formerBinaries, copy, plan)
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new DatabaseStartError(
      `データを PostgreSQL ${former.major} から ${ours} に移せませんでした。元のデータは ${former.folder} にそのままあり、以前の版の見守りで起動できます。`,
      `The data could not be moved from PostgreSQL ${former.major} to ${ours}; it is in ${former.folder} as it was, for the former release. ${reason}`,
      { cause },
    )
  }
  const folder = await nameCluster(home, unfinished, `cluster-${ours}`, plan.sync)
  log.warn({ folder, former: former.folder }, 'the database was moved; the former one stays until somebody deletes its folder')
  return folder
}

async function copyInto(unfinished: string, formerBinaries: Binaries, copy: CopyDatabase, plan: UpgradePlan): Promise<void> {
  const { home, former, binaries, credentials, settings, tied, log } = plan
  const shared = { home, credentials, tied, log }
  // Under the lock that a product holds which still runs on it, such as one in another container.
  const source = await runCluster({
    ...shared,
    clusterFolder: former.folder,
    binaries: formerBinaries,
    settings: { ...settings, default_transaction_read_only: 'on' },
  })
  try {
    const target = await runCluster({
      ...shared,
      clusterFolder: unfinished,
      binaries,
      settings,
      beside: { socketFolder: 'unfinished', lockName: unfinishedLock },
    })
    try {
      await ensureProductDatabase(target.adminUrl, credentials)
      await copy({ from: source.url, to: target.url })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

async function refuseWithoutRoom(home: Home, former: Cluster, ours: number): Promise<void> {
  const needed = (await sizeOf(join(former.folder, 'base'))) * roomFactor + roomForLogBytes
  const { bavail, bsize } = await statfs(home.path)
  if (bavail * bsize >= needed) return
  const [neededMegabytes, freeMegabytes] = [needed, bavail * bsize].map((bytes) => Math.ceil(bytes / 2 ** 20))
  throw new DatabaseStartError(
    `データを PostgreSQL ${former.major} から ${ours} に移すには、ディスクの空きが ${neededMegabytes} MB 必要です（空き ${freeMegabytes} MB）。`,
    `Moving the data from PostgreSQL ${former.major} to ${ours} needs ${neededMegabytes} MB of free disk; there are ${freeMegabytes} MB.`,
  )
}

/** The bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}
