import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { majorOf, type Binaries } from './binaries.ts'
import { errorCode } from './error-code.ts'
import { clusterName, type Home, homePlace } from './home-folder.ts'
import { writePrivateFile } from './private-file.ts'
import { runProgram } from './run-program.ts'
import { DatabaseStartError } from './start-error.ts'
import { clearRemains } from './take-over.ts'

/** The files of one PostgreSQL server, and its major version. */
export interface Cluster {
  folder: string
  major: number
}

/** The clusters in a home, the newest version first: those before it are what was there before a move from one to the next. */
export async function clustersIn(home: string): Promise<Cluster[]> {
  const names = (await readdir(home)).filter((name) => clusterName.test(name))
  const clusters = await Promise.all(
    names.map(async (name) => {
      const folder = join(home, name)
      return { folder, major: await majorIn(folder) }
    }),
  )
  return clusters.toSorted((one, other) => other.major - one.major)
}

async function majorIn(folder: string): Promise<number> {
  try {
    return Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10)
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
    throw new DatabaseStartError(
      `${folder} は PostgreSQL のデータとして完全ではありません（PG_VERSION がありません）。別の場所へ移してから起動してください。`,
      `${folder} is no complete data of PostgreSQL (it has no PG_VERSION): take it away, then start.`,
      { cause },
    )
  }
}

/** Whether there is an embedded database in this data folder. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  try {
    return (await clustersIn(homePlace(dataDir))).length > 0
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return false
    throw cause
  }
}

/**
 * Makes the files of a new cluster under a name that nothing takes for a database, so that whatever interrupts its making
 * leaves none.
 * @param options.sync false leaves the new files to the page cache, for databases that may be lost
 * @returns its folder
 */
export async function makeUnfinished(
  home: Home,
  binaries: Binaries,
  options: { password: string; sync: boolean; log: Logger },
): Promise<string> {
  const unfinished = join(home.path, `${unfinishedPrefix}${randomBytes(4).toString('hex')}`)
  options.log.info({ folder: unfinished }, 'making a new database')
  const passwordFile = join(home.path, 'initdb-password')
  await writePrivateFile(passwordFile, options.password, home.user)
  const made = await runProgram(
    binaries.initdb,
    [
      '--pgdata',
      unfinished,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=icu',
      '--icu-locale=ja-JP',
      // The ICU locale decides the order; C.UTF-8 is a name that only Linux knows.
      process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C',
      ...(options.sync ? [] : ['--no-sync']),
    ],
    { user: home.user, cwd: home.path },
  )
  await rm(passwordFile, { force: true })
  if (made.code !== 0) {
    const reason = made.stderr.trim().split('\n').at(-1) ?? ''
    throw new DatabaseStartError('データベースを作成できません。', `The database could not be made: ${reason}`)
  }
  return unfinished
}

/** Gives a complete cluster its name, in one step that no kill divides. @returns its folder */
export async function nameCluster(home: Home, unfinished: string, name: string, sync: boolean): Promise<string> {
  const folder = join(home.path, name)
  await rename(unfinished, folder)
  if (sync) await syncFolder(home.path)
  return folder
}

/** An initdb whose parent was killed may still be writing, hence a name of its own for each attempt. */
const unfinishedPrefix = 'cluster.unfinished-'

/** The lock of the server of an unfinished cluster: the home's own belongs to that of the cluster in use. */
export const unfinishedLock = 'unfinished.lock'

/** Removes what earlier attempts left, and the server that one of them may have left running. For the owner of the home. */
export async function removeUnfinished(home: Home, binaries: Binaries, log: Logger): Promise<void> {
  for (const name of await readdir(home.path)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    const clusterFolder = join(home.path, name)
    await clearRemains({ home, clusterFolder, binaries, log, lockName: unfinishedLock })
    await rm(clusterFolder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** @throws DatabaseStartError where the data is of a newer version than these programs */
export function refuseNewer(clusters: readonly Cluster[], binaries: Binaries): void {
  const [newest, former] = clusters
  const ours = majorOf(binaries)
  if (newest === undefined || newest.major <= ours) return
  const back =
    former === undefined
      ? ['', '']
      : [
          `移す前（PostgreSQL ${former.major}）に戻す場合は、${newest.folder} を別の場所へ移してから起動してください。移した後の記録は失われます。`,
          ` To return to what was there before the move, take ${newest.folder} away: what was recorded since is then lost.`,
        ]
  throw new DatabaseStartError(
    `データは PostgreSQL ${newest.major} のものですが、この版の見守りは ${ours} です。新しい版の見守りで起動してください。${back[0]}`,
    `The data is of PostgreSQL ${newest.major}, this release brings ${ours}: start a newer release.${back[1]}`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there NTFS keeps the rename in its journal.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
