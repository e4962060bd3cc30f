import { chmod, mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { runProgram, type ServerUser } from './run-program.ts'
import { DatabaseStartError } from './start-error.ts'

const userName = 'mimamori'

export function runningAsRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * The user for PostgreSQL when we are root, since it refuses to run as root: a system user
 * `mimamori`, made when missing, else `nobody`.
 */
export async function systemUser(log: Logger): Promise<ServerUser> {
  const existing = await lookUp(userName)
  if (existing) return existing
  const made = await runProgram('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    userName,
  ])
  const created = await lookUp(userName)
  if (created) return created
  const nobody = await lookUp('nobody')
  if (nobody && nobody.uid !== 0) {
    log.warn({ reason: made.stderr.trim() }, 'could not make the system user mimamori; PostgreSQL runs as nobody')
    return nobody
  }
  throw new DatabaseStartError(
    'root では PostgreSQL を起動できず、専用ユーザーも作成できません。一般ユーザーで起動するか DATABASE_URL を設定してください。',
    'PostgreSQL cannot run as root and no system user could be made: start as an ordinary user or set DATABASE_URL.',
  )
}

async function lookUp(name: string): Promise<ServerUser | undefined> {
  // `id` also knows users from LDAP and the like, which /etc/passwd does not.
  const [uid, gid] = await Promise.all([runProgram('id', ['-u', name]), runProgram('id', ['-g', name])])
  if (uid.code !== 0 || gid.code !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/**
 * Whether that user can enter the folder. Found out by trying, because the mode bits of the parents do not show access
 * lists.
 */
export async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  const tried = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { user })
  return tried.code === 0
}

/** A folder that the PostgreSQL user can always reach, for files that it could not reach elsewhere. */
export async function sharedFolder(): Promise<string> {
  const folder = '/var/lib/mimamori'
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  return folder
}
