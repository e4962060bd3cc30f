/** An entry of `packages` in package-lock.json, by the folder that it is installed in. */
export type LockedPackage = {
  readonly version?: string
  readonly license?: string
  readonly link?: true
  /** Of a link: the folder in this repository that it leads to. */
  readonly resolved?: string
  /** True where an installation may do without it, as on another kind of machine. */
  readonly optional?: true
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

const parentOf = (folder: string) => folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))

/** Where Node finds a package from a folder: there, or in the nearest folder above that has it. */
const findPackage = (packages: LockedPackages, from: string, name: string): string | undefined => {
  const folder = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[folder] !== undefined) return folder
  return from === '' ? undefined : findPackage(packages, parentOf(from), name)
}

const needsOf = ({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta }: LockedPackage) => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(optionalDependencies ?? {}),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
]

/**
 * The folders of all that a program needs to run: its own, those of this repository's packages that it uses, and those in
 * `node_modules`, in the order of their names. Packages for other kinds of machines are among them (`optional`).
 * @param packages `packages` of package-lock.json
 * @param start folders of this repository or of `node_modules`, such as `apps/server`
 */
export const productionPackages = (packages: LockedPackages, start: readonly string[]): string[] => {
  const reached = new Set<string>()
  const waiting = [...start]
  for (const folder of waiting) {
    const entry = packages[folder]
    if (entry === undefined || reached.has(folder)) continue
    reached.add(folder)
    if (entry.link === true) waiting.push(entry.resolved ?? '')
    else waiting.push(...needsOf(entry).flatMap((name) => findPackage(packages, folder, name) ?? []))
  }
  return [...reached].toSorted()
}

/** Where the product that is shipped begins: the server, and the Node that runs it. */
export const shippedPrograms = ['apps/server', 'node_modules/node'] as const
