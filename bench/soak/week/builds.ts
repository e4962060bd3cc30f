import { mkdir, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '@mimamori/embedded-postgres/run-program'

const root = join(import.meta.dirname, '../../..')

/** A build of the product, and which commit it is. */
export type Build = { readonly root: string; readonly name: string }

const git = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runProgram('git', ['-C', root, ...args])
  if (code !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`)
  return stdout.trim()
}

const isLink = 'EINVAL'

/** The packages of this build, with its own rooms of the repository. */
const linkPackages = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    const source = join(from, name)
    if (name !== '@mimamori') {
      await symlink(source, join(to, name))
      continue
    }
    await mkdir(join(to, name))
    for (const room of await readdir(source)) {
      const target = await readlink(join(source, room)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === isLink) return undefined
        throw error
      })
      // Relative to the repository that it is in.
      if (target !== undefined) await symlink(target, join(to, name, room))
    }
  }
}

const missing = (commit: string) =>
  `the commit ${commit} is not in this clone; a clone without history (--depth) gets it by: git fetch --depth 1 origin ${commit}`

/**
 * A build of another commit in a folder of its own; it uses the packages that are installed now.
 * @throws Error where there is no repository, or no such commit: then it says how to get it
 */
export const makeBuild = async (folder: string, commit: string): Promise<Build & { readonly remove: () => Promise<void> }> => {
  const name = await git('rev-parse', '--short=10', '--verify', '-q', `${commit}^{commit}`).catch((cause: Error) => {
    throw new Error(missing(commit), { cause })
  })
  const place = join(folder, `build-${name}`)
  // Of earlier runs that were killed, and whose folders are gone.
  await git('worktree', 'prune')
  await git('worktree', 'add', '-q', '--detach', place, name)
  const remove = async () => void (await git('worktree', 'remove', '--force', place))
  try {
    await linkPackages(join(root, 'node_modules'), join(place, 'node_modules'))
  } catch (error) {
    await remove()
    throw error
  }
  return { root: place, name, remove }
}

/** Paths that differ from the commit, which a build of it therefore does not have. */
export const uncommitted = async (): Promise<string[]> => (await git('status', '--porcelain')).split('\n').filter(Boolean)

/**
 * Two earlier builds, oldest first: what the repository was before the newest fifth of its last five changes of the schema, and
 * before the first of them. So both upgrades run migrations on a database in use. Empty without a repository; they use the packages
 * that are installed now.
 */
export const earlierBuilds = async (
  folder: string,
): Promise<{ readonly builds: readonly Build[]; readonly remove: () => Promise<void> }> => {
  const made: Awaited<ReturnType<typeof makeBuild>>[] = []
  const remove = async () => {
    for (const build of made) await build.remove().catch(() => undefined)
  }
  try {
    const changes = (await git('log', '--format=%H', '--diff-filter=A', '-5', '--', 'apps/server/migrations')).split('\n').filter(Boolean)
    for (const change of [changes.at(-1), changes[0]]) {
      if (change === undefined) continue
      made.push(await makeBuild(folder, `${change}^`))
    }
    return { builds: made, remove }
  } catch (error) {
    await remove()
    await Promise.all(made.map((build) => rm(build.root, { recursive: true, force: true })))
    console.error(`week: no earlier builds, upgrades start the same one: ${(error as Error).message}`)
    return { builds: [], remove: async () => undefined }
  }
}

/** The build of this repository as it is. */
export const presentBuild: Build = { root, name: 'present' }
