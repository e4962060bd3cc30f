import { posix } from 'node:path'
import { importsOf, isCode, isConfig, isGenerated, isTest, type SourceFile } from './tree.ts'

type Room = { readonly name: string; readonly path: RegExp; readonly mayImport: readonly string[] }

const purePackages = ['contract', 'heat', 'texts']

/** What every screen of the console may use. */
const underScreens = [...purePackages, 'web platform', 'web kit', 'web marks']

/** What slices of the server share, lowest first: each room may import only those before it. */
const sharedRooms: readonly (readonly [name: string, folder: string])[] = [
  ['platform', 'platform'],
  ['printing', 'shared/printing'],
  // Companies, offices, people and devices by their keys, and who may see what.
  ['organisation', 'shared/organisation'],
  // Which companies of a cluster can be reached, and work that is done for each of them.
  ['cluster health', 'shared/cluster-health'],
  // Keys by which readings are sent, and links that open something of a site without sign-in.
  ['access keys', 'shared/access-keys'],
  ['accounts', 'shared/accounts'],
  ['announcements', 'shared/announcements'],
  ['settings', 'shared/settings'],
  // The reporting line and procedures of a site, in versions; who is called in which shift.
  ['duty', 'shared/duty'],
  ['duty rota', 'shared/duty-rota'],
  ['audit', 'shared/audit'],
  ['erasure', 'shared/erasure'],
  ['uplinks', 'shared/uplinks'],
  ['channels', 'shared/channels'],
  // How the condition of workers and belts is shown, which lists, stream and alerts all say.
  ['monitoring', 'shared/monitoring'],
  // Commands to devices, from the queue to the answer; settings queue them, and the ingestion's broker carries them.
  ['downlink', 'shared/downlink'],
  ['lamp signal', 'shared/lamp-signal'],
  ['plan', 'shared/plan'],
  ['operation', 'shared/operation'],
  // The rooms of the alerts that others use: they open and end episodes, say whom a notice reaches, and write who wears which device.
  ['alerts', 'features/alerts/(?:episodes|notices|silence|site-heat|wears)'],
]
const serverRooms = sharedRooms.map(([name]) => `server ${name}`)

const sharedRoomOf = ([name, folder]: (typeof sharedRooms)[number], index: number): Room => ({
  name: `server ${name}`,
  path: new RegExp(String.raw`^apps\/server\/src\/${folder}\/`),
  mayImport: name === 'platform' ? ['contract', 'texts', 'embedded postgres'] : [...purePackages, ...serverRooms.slice(0, index)],
})

/** The rooms of the house, first match wins, and the arrows between them. A room may always import itself. */
const rooms: readonly Room[] = [
  { name: 'contract', path: /^packages\/contract\//, mayImport: [] },
  { name: 'heat', path: /^packages\/heat\//, mayImport: ['contract'] },
  // The workers' pages, notices and posters in each language.
  { name: 'texts', path: /^packages\/texts\//, mayImport: ['contract'] },
  { name: 'embedded postgres', path: /^packages\/embedded-postgres\//, mayImport: [] },
  { name: 'simulator', path: /^apps\/simulator\//, mayImport: ['contract', 'heat'] },

  ...sharedRooms.map(sharedRoomOf),
  {
    name: 'server demo',
    path: /^apps\/server\/src\/demo\//,
    mayImport: [...purePackages, 'simulator', ...serverRooms, 'server slice', 'server entry'],
  },
  { name: 'server slice', path: /^apps\/server\/src\/features\/[^/]+\//, mayImport: [...purePackages, ...serverRooms] },
  {
    name: 'server entry',
    path: /^apps\/server\/src\/(?:commands\/)?[^/]+$/,
    mayImport: [...purePackages, 'embedded postgres', ...serverRooms, 'server slice', 'server demo'],
  },
  {
    // Tests of the whole server: who may call what, and what a killed process loses.
    name: 'server tests',
    path: /^apps\/server\/test\//,
    mayImport: [...purePackages, 'embedded postgres', ...serverRooms, 'server slice', 'server entry'],
  },

  { name: 'web platform', path: /^apps\/web\/src\/platform\//, mayImport: purePackages },
  { name: 'web kit', path: /^apps\/web\/src\/kit\//, mayImport: ['contract', 'texts', 'web platform'] },
  { name: 'web marks', path: /^apps\/web\/src\/marks\//, mayImport: [...purePackages, 'web platform', 'web kit'] },
  { name: 'web emergency', path: /^apps\/web\/src\/emergency\//, mayImport: underScreens },
  // Companies and sites to choose from, accounts, the heat profile: what the masters of an organisation share.
  { name: 'web organisation', path: /^apps\/web\/src\/organisation\//, mayImport: underScreens },
  // The drawing room of maps: what is on them, and how they are moved.
  { name: 'web map canvas', path: /^apps\/web\/src\/map-canvas\//, mayImport: underScreens },
  {
    name: 'web entry',
    path: /^apps\/web\/(src\/shell\/|src\/[^/]+$|[^/]+$)/,
    mayImport: [...underScreens, 'web emergency', 'web slice'],
  },
  {
    name: 'web slice',
    path: /^apps\/web\/src\/[^/]+\//,
    mayImport: [...underScreens, 'web map canvas', 'web emergency', 'web organisation'],
  },

  // Around the house: these may look in everywhere, and nothing in the house knows them.
  { name: 'rules', path: /^rules\//, mayImport: ['contract', 'scripts', 'server platform'] },
  { name: 'scripts', path: /^scripts\//, mayImport: ['contract', 'embedded postgres', 'server platform'] },
  {
    name: 'e2e',
    path: /^e2e\//,
    mayImport: [...purePackages, 'embedded postgres', 'simulator', 'scripts', 'server platform', 'server organisation', 'server entry'],
  },
  {
    name: 'bench',
    path: /^bench\//,
    mayImport: [
      ...purePackages,
      'embedded postgres',
      'simulator',
      'scripts',
      ...serverRooms,
      'server slice',
      'server entry',
      'server demo',
      'server tests',
      'e2e',
    ],
  },
  { name: 'configuration', path: /^[^/]+\.config\.ts$/, mayImport: ['e2e', 'scripts'] },
]

const roomOf = (path: string) => rooms.find((room) => room.path.test(path))

/** The slice's own folder, where the room holds many: the alerts are a feature of several slices. */
const sliceOf = (path: string) => /^apps\/(?:server|web)\/src\/((?:features\/)?(?:alerts\/)?[^/]+)\//.exec(path)?.[1]

/** Where an import leads inside the repository; undefined where it leads outside. */
const resolveImport = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(from), specifier)
    // The product's name and version, which is no code of a room.
    return target === 'package.json' ? undefined : target
  }
  const [, name, rest] = /^@mimamori\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  const folder = ['contract', 'embedded-postgres', 'heat', 'texts'].includes(name) ? 'packages' : 'apps'
  return `${folder}/${name}/src/${rest ?? 'index'}.ts`
}

const edgesOf = (file: SourceFile) =>
  importsOf(file).flatMap(({ specifier, names }) => {
    const target = resolveImport(file.path, specifier)
    return target === undefined ? [] : [{ target, names }]
  })

const forbidden = (from: string, to: string): boolean => {
  const [source, target] = [roomOf(from), roomOf(to)]
  if (source === undefined || target === undefined) return true
  // Tests beside a slice come in by the front door, which is the whole app.
  if (target.name === 'server entry' && isTest({ path: from })) return false
  // Tests below the slices may arrange with the help of a later room, as the platform's make companies and people.
  if (isTest({ path: from }) && serverRooms.includes(source.name) && serverRooms.includes(target.name)) return false
  if (source.name !== target.name) return !source.mayImport.includes(target.name)
  return source.name.endsWith(' slice') && sliceOf(from) !== sliceOf(to)
}

/** Imports that run against the arrows, and files that are in no room. */
export const wrongArrows = (files: readonly SourceFile[]): string[] =>
  files.filter(isCode).flatMap((file) => {
    if (roomOf(file.path) === undefined) return [`${file.path} stands in no room: ARCHITECTURE.md says where things go`]
    return edgesOf(file)
      .filter(({ target }) => forbidden(file.path, target))
      .map(({ target }) => `${file.path} may not import ${target}`)
  })

// What a pure package may use from outside; the tests beside the code may use more.
const outsideOf: Record<string, readonly string[]> = { contract: ['zod'], heat: [], texts: ['i18next'] }

/** Imports of other people's packages, or of Node itself, into the packages that promise to do no I/O. */
export const impureImports = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isCode(file) && !isTest(file) && !isConfig(file))
    .flatMap((file) => {
      const allowed = outsideOf[roomOf(file.path)?.name ?? '']
      if (allowed === undefined) return []
      return importsOf(file)
        .filter(({ specifier }) => resolveImport(file.path, specifier) === undefined && !allowed.includes(specifier))
        .map(({ specifier }) => `${file.path} may not import ${specifier}`)
    })

/** Circles among nodes and what each of them needs, each named once from its alphabetically first node. */
const circlesOf = (targets: ReadonlyMap<string, Iterable<string>>): string[] => {
  const circles = new Set<string>()
  const finished = new Set<string>()
  const follow = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = trail.slice(start)
      const first = circle.indexOf(circle.toSorted()[0] ?? path)
      circles.add([...circle.slice(first), ...circle.slice(0, first), circle[first]].join(' → '))
      return
    }
    if (finished.has(path)) return
    for (const next of targets.get(path) ?? []) follow(next, [...trail, path])
    finished.add(path)
  }
  for (const path of targets.keys()) follow(path, [])
  return [...circles]
}

/** Circles of imports, types included, each named once from its alphabetically first file. */
export const importCircles = (files: readonly SourceFile[]): string[] =>
  circlesOf(new Map(files.filter(isCode).map((file) => [file.path, edgesOf(file).map((edge) => edge.target)])))

/** The folders that hold a file, from the outermost on. */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => names.slice(0, index + 1).join('/'))

/**
 * Circles of imports between the folders of one folder, with all that is in them. What two of them share belongs into a
 * third or beside them. Tests are left out: they may arrange with the help of a later folder.
 */
export const folderCircles = (files: readonly SourceFile[]): string[] => {
  const targets = new Map<string, Set<string>>()
  for (const file of files.filter((one) => isCode(one) && !isTest(one)))
    for (const { target } of edgesOf(file)) {
      const [from, to] = [foldersOf(file.path), foldersOf(target)]
      const depth = from.findIndex((folder, index) => folder !== to[index])
      const [one, other] = [from[depth], to[depth]]
      if (one === undefined || other === undefined) continue
      targets.set(one, (targets.get(one) ?? new Set()).add(other))
    }
  return circlesOf(targets)
}

/** A room that knows nothing of people, devices and heat. */
type NeutralRoom = {
  readonly name: string
  /** Modules of the contract that it may use, since they belong to no resource of the domain. */
  readonly modules: readonly string[]
  readonly domainWords: RegExp
}

const neutralModules = [
  'csv-cell',
  'day',
  'endpoint',
  'headings',
  'import-files',
  'issue-text',
  'labels',
  'language',
  'live-names',
  'mail-address',
  'message-text',
  'messages',
  'typed-lists',
  'wire',
]

// A tenant's ids pass through the server's platform (companyId, office_id): it stores and compares them, no more.
const neutralRooms: readonly NeutralRoom[] = [
  {
    name: 'web kit',
    modules: neutralModules,
    domainWords:
      /worker|heart|wbgt|gateway|\bbelt|safetybelt|emergency|barometer|sismil|vitaldevice|headquat|作業者|心拍|緊急|拠点|現場|安全帯|総合アラート/gi,
  },
  {
    name: 'server platform',
    // Signing in, what is settled before work, roles, imports, jobs, what a notice carries and a key reads: the platform's own.
    modules: [...neutralModules, 'endpoints', 'exported-schemas', 'import', 'job', 'owed', 'push', 'read-scope', 'role', 'session'],
    domainWords:
      /\bworkers?\b|worker(?:Roles|_state)|[Hh]eart ?[Rr]ate|[Ww]bgt|WBGT|\b[Hh]eat|[Gg]ateway|\b[Bb]elt|[Ss]afetyBelt|[Ee]mergency|[Bb]arometer|[Ss]is[Mm]il|[Vv]ital|[Hh]eadquat|\b(?:[Cc]ompan(?:y|ies)|[Oo]ffices?|[Ss]ites?)\b|作業者|心拍|緊急|会社|拠点|現場|安全帯|総合アラート/g,
  },
]

/** What a neutral room takes from the contract beyond the modules that belong to no resource. */
export const resourcesInNeutralRooms = (files: readonly SourceFile[]): string[] =>
  neutralRooms.flatMap(({ name: room, modules }) => {
    const allowed = new Set(modules.map((module) => `packages/contract/src/${module}.ts`))
    const allowedNames = new Set(
      files
        .filter((file) => allowed.has(file.path))
        .flatMap((file) => [...file.text.matchAll(/^export (?:const|type|function) (\w+)/gm)].map((match) => match[1])),
    )
    return files
      .filter((file) => isCode(file) && !isTest(file) && roomOf(file.path)?.name === room)
      .flatMap((file) =>
        edgesOf(file)
          .filter(({ target }) => target.startsWith('packages/contract/') && !allowed.has(target))
          .flatMap(({ names }) => names.filter((name) => !allowedNames.has(name)))
          .map((name) => `${file.path} imports ${name}, which belongs to a resource`),
      )
  })

/** Files of neutral rooms that say a domain word, with the word. */
export const domainWordsInNeutralRooms = (files: readonly SourceFile[]): string[] =>
  neutralRooms.flatMap(({ name: room, domainWords }) =>
    files
      .filter((file) => isCode(file) && !isTest(file) && !isGenerated(file) && roomOf(file.path)?.name === room)
      .flatMap((file) => [...new Set(file.text.match(domainWords))].map((word) => `${file.path} says “${word}”`)),
  )
