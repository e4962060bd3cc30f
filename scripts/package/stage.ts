import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { settingsFile } from '../../apps/server/src/platform/config/settings-file.ts'
import { shippedPackages } from '../notices/shipped-packages.ts'
import { nodePackages } from '../notices/shipped-programs.ts'
import { root } from '../steps.ts'
import { writeNotices } from '../write-notices.ts'
import { isOfTests, isShippedPage, shippedDocuments } from './shipped-files.ts'

/** What a package is made of: `version` as Debian orders them, `architecture` as Debian names it, `at` for the dates of its files. */
export type Build = { readonly version: string; readonly architecture: string; readonly at: Date }

const home = 'usr/lib/mimamori'
const documents = 'usr/share/doc/mimamori'
const ownPackages = ['contract', 'embedded-postgres', 'heat', 'texts']

// Of other people's packages, what runs nothing: types, maps, static libraries, headers, settings of their tools, weights of fonts.
const needless = [
  /\.(map|d\.[cm]?ts|a)$/,
  /\/\.[^/]+$/,
  /\/@embedded-postgres\/[^/]+\/native\/(include|lib\/postgresql\/pgxs)$/,
  /\/@expo-google-fonts\/[^/]+\/(?!400Regular|700Bold)\d{3}\w+$/,
]
// Their tests and pages, in the first folder of each.
const besides = ['test', 'tests', 'benchmark', 'benchmarks', 'integration', 'examples', 'docs', 'node_modules']

/** Whether a path of a package is needed to run it. A package inside of its folder comes by itself. */
const isNeeded = (folder: string, path: string): boolean =>
  !needless.some((pattern) => pattern.test(path)) && !besides.some((name) => path === join(root, folder, name))

const copy = async (from: string, to: string, isWanted: (path: string) => boolean = () => true): Promise<void> => {
  await mkdir(dirname(to), { recursive: true })
  await cp(join(root, from), to, { recursive: true, verbatimSymlinks: true, filter: isWanted })
}

const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

/** The folders of `node_modules` that the server needs; the Node that runs it is a program of its own. */
const installedFolders = async (): Promise<string[]> => {
  const packages = await shippedPackages(root)
  return packages.filter(({ name, isBundled }) => !isBundled && !nodePackages.includes(name)).map(({ folder }) => folder)
}

const stageProgram = async (into: string, { version }: Build): Promise<void> => {
  const place = (path: string) => join(into, home, path)
  const { name, license, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, string>
  await write(place('package.json'), `${JSON.stringify({ name, version, license, type }, undefined, 2)}\n`)
  await copy('node_modules/node/bin/node', place('bin/node'))
  for (const part of ['package.json', 'migrations', 'src'])
    await copy(`apps/server/${part}`, place(`apps/server/${part}`), (path) => !isOfTests(path))
  await copy('apps/web/dist', place('apps/web/dist'))
  await mkdir(place('node_modules/@mimamori'), { recursive: true })
  for (const own of ownPackages) {
    for (const part of ['package.json', 'src'])
      await copy(`packages/${own}/${part}`, place(`packages/${own}/${part}`), (path) => !isOfTests(path))
    await symlink(`../../packages/${own}`, place(`node_modules/@mimamori/${own}`))
  }
  for (const folder of await installedFolders()) {
    await copy(folder, place(folder), (path) => isNeeded(folder, path))
  }
}

const debianChangelog = ({ version, at }: Build): string =>
  `mimamori (${version}) stable; urgency=medium\n\n  * What changed is in CHANGELOG.md beside this file.\n\n -- The Mimamori authors <mimamori@localhost>  ${at.toUTCString().replace('GMT', '+0000')}\n`

const stageDocuments = async (into: string, build: Build): Promise<void> => {
  const place = (path: string) => join(into, documents, path)
  for (const page of shippedDocuments) await copy(page, place(page))
  await copy('docs', place('docs'), isShippedPage)
  await copy('scripts/package/debian/copyright', place('copyright'))
  await write(place('changelog.gz'), gzipSync(debianChangelog(build), { level: 9 }))
  await writeNotices({ into: join(into, documents), at: build.at })
}

/** What is started as a program; libraries are only read. */
const isProgram = (path: string): boolean => /\/(usr\/bin\/mimamori|usr\/lib\/mimamori\/bin\/node|native\/bin\/\w+)$/.test(path)

/**
 * Gives the same rights on every machine that builds: all may read, root may write, programs run.
 * @returns bytes of all files, and their sums as `dpkg --verify` reads them
 */
const levelRights = async (folder: string): Promise<{ bytes: number; sums: string }> => {
  let bytes = 0
  const sums: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    await chmod(path, entry.isDirectory() || isProgram(path) ? 0o755 : 0o644)
    if (entry.isDirectory()) continue
    const content = await readFile(path)
    bytes += content.length
    sums.push(`${createHash('md5').update(content).digest('hex')}  ${relative(folder, path)}\n`)
  }
  return { bytes, sums: sums.toSorted().join('') }
}

const maintainerScripts = ['preinst', 'postinst', 'prerm', 'postrm']

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => values[name] ?? whole)

/**
 * Fills a folder with what the package installs, and with its `DEBIAN`. The console must be built.
 * @param into a folder that is not there yet
 */
export const stagePackage = async (into: string, build: Build): Promise<void> => {
  await rm(into, { recursive: true, force: true })
  await stageProgram(into, build)
  await stageDocuments(into, build)
  const debian = (name: string) => `scripts/package/debian/${name}`
  await copy(debian('mimamori.service'), join(into, 'usr/lib/systemd/system/mimamori.service'))
  await copy(debian('mimamori.sh'), join(into, 'usr/bin/mimamori'))
  await write(join(into, 'usr/share/man/man8/mimamori.8.gz'), gzipSync(await readFile(join(root, debian('mimamori.8'))), { level: 9 }))
  await copy(debian('lintian-overrides'), join(into, 'usr/share/lintian/overrides/mimamori'))
  await write(join(into, 'usr/share/mimamori/mimamori.env'), settingsFile({ DATA_DIR: '/var/lib/mimamori' }))
  const { bytes, sums } = await levelRights(into)
  const values = { VERSION: build.version, ARCHITECTURE: build.architecture, SIZE: String(Math.ceil(bytes / 1_024)) }
  await write(join(into, 'DEBIAN/md5sums'), sums)
  for (const name of ['control', ...maintainerScripts]) {
    const path = join(into, 'DEBIAN', name)
    await write(path, fill(await readFile(join(root, debian(name)), 'utf8'), values))
    if (name !== 'control') await chmod(path, 0o755)
  }
}
