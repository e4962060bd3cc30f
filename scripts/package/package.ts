import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runStep } from '../steps.ts'
import { type Build, stagePackage } from './stage.ts'

const output = join(root, 'dist')

const textOf = (program: string, ...values: string[]) => execFileSync(program, values, { cwd: root, encoding: 'utf8' }).trim()

/** The date of the last commit, so that the same sources give the same package; now where there is no repository. */
const dateOfSources = (): Date => {
  try {
    return new Date(Number(textOf('git', 'log', '-1', '--format=%ct')) * 1_000)
  } catch {
    return new Date()
  }
}

/**
 * Makes `dist/mimamori_VERSION_ARCHITECTURE.deb` of this repository and its installed packages. Needs Debian's dpkg.
 * @param options.version another version than package.json's, to try an upgrade
 * @param options.compression 1 to 22 of zstd: what is only tried need not be small
 * @returns the path of the package; undefined where a step failed, which then has said why
 */
export const makePackage = async (options: { version?: string | undefined; compression?: number } = {}): Promise<string | undefined> => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const architecture = textOf('dpkg', '--print-architecture')
  const build: Build = { version: options.version ?? manifest.version, architecture, at: dateOfSources() }
  const name = `mimamori_${build.version}_${architecture}`
  const staged = join(output, name)
  const file = `${staged}.deb`
  if (!(await runStep({ name: 'the console', command: ['node', 'scripts/build-web.ts', '--release'] }))) return undefined
  await mkdir(output, { recursive: true })
  await stagePackage(staged, build)
  // xz makes it a fifth smaller and takes ten times as long.
  const isBuilt = await runStep({
    name: `packing ${name}`,
    command: ['dpkg-deb', '--root-owner-group', '-Zzstd', `-z${options.compression ?? 10}`, '--build', staged, file],
    env: { SOURCE_DATE_EPOCH: String(Math.floor(build.at.getTime() / 1_000)) },
  })
  await rm(staged, { recursive: true })
  return isBuilt ? file : undefined
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { version: { type: 'string' } } })
  const file = await makePackage(values)
  if (file === undefined) process.exitCode = 1
  else console.log(`${file}: ${Math.round((await stat(file)).size / 2 ** 20)} MB`)
}
