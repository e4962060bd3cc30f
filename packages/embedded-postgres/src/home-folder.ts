import { randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, realpath, rmdir, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { runProgram, type ServerUser } from './run-program.ts'
import { canEnter, runningAsRoot, sharedFolder, systemUser } from './server-user.ts'
import { DatabaseStartError } from './start-error.ts'

export interface Home {
  /** Real path of the folder with everything of the embedded database. */
  path: string
  /** The user that PostgreSQL runs as and that owns the folder; undefined: the user of this process. */
  user: ServerUser | undefined
}

/**
 * Makes `<dataDir>/postgres`. As root it belongs to PostgreSQL's own user; where that user cannot
 * reach it, it becomes a link to a folder under /var/lib/mimamori, so that the data folder may
 * still be moved as a whole.
 */
export async function prepareHome(dataDir: string, log: Logger): Promise<Home> {
  const place = homePlace(dataDir)
  await mkdir(dirname(place), { recursive: true })
  await refuseLostHome(place)

  if (!runningAsRoot()) {
    await mkdir(place, { recursive: true, mode: 0o700 })
    return { path: await realpath(place), user: undefined }
  }
  const owner = await clusterOwner(place)
  const user = owner ?? (await systemUser(log))
  await mkdir(place, { recursive: true, mode: 0o700 })
  const path = await realpath(place)
  // A folder restored by root with cp or tar belongs to root.
  if (!owner) await runProgram('chown', ['-R', `${user.uid}:${user.gid}`, path])
  if (await canEnter(path, user)) return { path, user }
  return { path: await relocate(place, user, log), user }
}

/** The folder of a cluster: `cluster` of the version that the installation began with, `cluster-MAJOR` of each one since. */
export const clusterName = /^cluster(?:-\d+)?$/

export function homePlace(dataDir: string): string {
  return join(resolve(dataDir), 'postgres')
}

async function refuseLostHome(place: string): Promise<void> {
  const isLink = await lstat(place).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  )
  if (!isLink || (await exists(place))) return
  throw new DatabaseStartError(
    `データベースの保存先がありません (${place} のリンク先)。元に戻すか、新しく始める場合はリンクを削除してください。`,
    `The database that ${place} links to is gone: bring it back, or remove the link to begin anew.`,
  )
}

/** An existing database keeps the ordinary user who made it, also when root starts it. */
async function clusterOwner(place: string): Promise<ServerUser | undefined> {
  const names = await readdir(place).catch(() => [])
  for (const name of names.filter((entry) => clusterName.test(entry))) {
    const cluster = await stat(join(place, name)).catch(() => undefined)
    if (cluster && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid }
  }
  return undefined
}

async function relocate(place: string, user: ServerUser, log: Logger): Promise<string> {
  try {
    await rmdir(place)
  } catch (cause) {
    throw new DatabaseStartError(
      `PostgreSQL のユーザー (uid ${user.uid}) が ${place} に到達できません。上位フォルダーの権限を確認してください。`,
      `PostgreSQL's user (uid ${user.uid}) cannot reach ${place}: check the permissions of the folders above it.`,
      { cause },
    )
  }
  const name = `${basename(dirname(place))}-${randomBytes(4).toString('hex')}`
  const path = join(await sharedFolder(), name)
  await mkdir(path)
  await chmod(path, 0o700)
  await chown(path, user.uid, user.gid)
  await symlink(path, place)
  log.warn({ link: place, path }, "PostgreSQL's user cannot reach the data folder; the database is kept elsewhere")
  return path
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
