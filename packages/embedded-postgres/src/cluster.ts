import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Binaries } from './binaries.ts'
import { keepCredentials, type Credentials } from './credentials.ts'
import type { Home } from './home-folder.ts'
import { writePrivateFile } from './private-file.ts'
import { runProgram } from './run-program.ts'
import { DatabaseStartError } from './start-error.ts'

/**
 * Makes the cluster folder on the first start. It gets its name only when it is complete, so an
 * interrupted first start leaves nothing that looks like a database.
 * @param sync false leaves the new files to the page cache, for databases that may be lost
 */
export async function ensureCluster(
  home: Home,
  binaries: Binaries,
  options: { sync: boolean; log: Logger },
): Promise<{ folder: string; credentials: Credentials }> {
  const folder = join(home.path, 'cluster')
  const exists = await stat(folder).then(
    () => true,
    () => false,
  )
  const credentials = await keepCredentials(home, exists)
  if (exists) {
    await refuseOtherVersion(folder, binaries)
  } else {
    await removeUnfinished(home.path)
    options.log.info({ folder }, 'making a new database')
    await initialise(home, binaries, { folder, password: credentials.postgres, sync: options.sync })
  }
  return { folder, credentials }
}

async function initialise(home: Home, binaries: Binaries, options: { folder: string; password: string; sync: boolean }): Promise<void> {
  const unfinished = join(home.path, `${unfinishedPrefix}${randomBytes(4).toString('hex')}`)
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
  await rename(unfinished, options.folder)
  if (options.sync) await syncFolder(home.path)
}

/** An initdb whose parent was killed may still be writing, hence a name of its own for each attempt. */
const unfinishedPrefix = 'cluster.unfinished-'

async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
}

async function refuseOtherVersion(folder: string, binaries: Binaries): Promise<void> {
  const written = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  const ours = binaries.version.split('.')[0]
  if (written === ours) return
  throw new DatabaseStartError(
    `データは PostgreSQL ${written} のものですが、組み込みは ${ours} です。以前の版で npm run backup を行い、新しいフォルダーへ npm run restore してください。`,
    `The data is of PostgreSQL ${written} but the embedded one is ${ours}: back up with the former release and restore into a new folder.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there NTFS keeps the rename in its journal.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
