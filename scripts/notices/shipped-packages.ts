import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One package of npm whose code is in what operators install. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  /** Where it is, from the root of the repository, such as 'node_modules/pg'. */
  readonly folder: string
  /** True where its code is only a part of the built console, and no folder of its own. */
  readonly isBundled: boolean
  /** True where a part of the product names it itself, whatever else needs it. */
  readonly isDirect: boolean
  /** Folders of the packages it needs. */
  readonly dependsOn: readonly string[]
  /** As the registry gave it: 'sha512-…' in base64. */
  readonly integrity: string | undefined
}

type LockedPackage = {
  readonly name?: string
  readonly version: string
  readonly link?: true
  readonly resolved?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
type Lock = Readonly<Record<string, LockedPackage>>

/** What runs as it is, and what becomes a part of the built console. */
const installedFrom = ['apps/server']
const bundledFrom = ['apps/web']

const modules = 'node_modules/'

/** The folders in which Node looks for what the package in this one imports, the nearest first. */
const lookedIn = (folder: string): string[] => {
  const parts = folder.split(`/${modules}`)
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join(`/${modules}`)), '']
}

const locate = (lock: Lock, folder: string, name: string): string | undefined => {
  const path = lookedIn(folder)
    .map((parent) => `${parent === '' ? '' : `${parent}/`}${modules}${name}`)
    .find((candidate) => lock[candidate] !== undefined)
  return path === undefined ? undefined : lock[path]?.link === true ? lock[path].resolved : path
}

const neededBy = (lock: Lock, folder: string): string[] => {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = lock[folder] ?? {}
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
  return [...names].flatMap((name) => locate(lock, folder, name) ?? [])
}

/** Everything that is needed from there on, by folder; packages for other machines are absent. */
const reachable = (root: string, lock: Lock, starts: readonly string[]): Map<string, readonly string[]> => {
  const found = new Map<string, readonly string[]>()
  const waiting = [...starts]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue
    const needed = neededBy(lock, folder).filter((other) => existsSync(join(root, other)))
    found.set(folder, needed)
    waiting.push(...needed)
  }
  return found
}

/**
 * The packages that the server needs to run and those whose code is in the built console, as the lock file and this machine
 * have them. npm's own list (`npm sbom --omit dev`) leaves out what the tests happen to use as well, such as `pg`.
 * @param root the repository, its packages installed
 */
export const shippedPackages = async (root: string): Promise<ShippedPackage[]> => {
  const { packages: lock } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  const installed = reachable(root, lock, installedFrom)
  const all = new Map([...reachable(root, lock, bundledFrom), ...installed])
  const isOwn = (folder: string) => !folder.includes(modules)
  const named = new Set([...all].flatMap(([folder, dependsOn]) => (isOwn(folder) ? dependsOn : [])))
  return [...all]
    .filter(([folder]) => !isOwn(folder))
    .map(([folder, dependsOn]) => {
      const { name, version, integrity } = lock[folder] ?? { version: '' }
      return {
        name: name ?? folder.slice(folder.lastIndexOf(modules) + modules.length),
        version,
        folder,
        isBundled: !installed.has(folder),
        isDirect: named.has(folder),
        dependsOn: dependsOn.filter((other) => !isOwn(other)),
        integrity,
      }
    })
    .toSorted((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1))
}
