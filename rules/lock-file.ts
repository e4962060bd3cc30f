type Locked = {
  readonly version?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

export type LockFile = { readonly packages: Record<string, Locked> }

const dirname = (place: string) => place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))

/**
 * Optional packages that the lock file leaves out. npm drops those of other platforms when its registry does not
 * have them, and then refuses `npm ci`.
 */
export const missingFromLock = ({ packages }: LockFile): string[] =>
  Object.entries(packages).flatMap(([place, locked]) => {
    const folders = [place]
    while (folders.at(-1) !== '' && folders.length < 9) folders.push(dirname(folders.at(-1) ?? ''))
    const found = (name: string) =>
      folders.some((folder) => packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined)
    return Object.keys(locked.optionalDependencies ?? {})
      .filter((name) => !found(name))
      .map((name) => `${place} lacks ${name}`)
  })

/**
 * Rooms of the repository that ask for a version of another one. `npm version` changes their own versions and not these, and npm then
 * asks the public registry for our private names.
 */
export const boundRooms = ({ packages }: LockFile): string[] =>
  Object.entries(packages).flatMap(([place, { dependencies = {} }]) =>
    Object.entries(dependencies)
      .filter(([name, version]) => name.startsWith('@mimamori/') && version !== '*')
      .map(([name, version]) => `${place} asks for ${name} ${version}: write "*"`),
  )
