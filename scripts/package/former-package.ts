import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formerRelease } from '../former-release.ts'
import { root } from '../steps.ts'

const { version, commit } = formerRelease

/**
 * The package of the former release, made from its sources, its packages and its own script: what operators have installed. It is kept
 * in `.cache` after the first time.
 * @returns its path
 * @throws Error where this clone does not have the release's commit
 */
export const formerPackage = (): string => {
  const kept = join(root, `.cache/former-${commit.slice(0, 10)}.deb`)
  if (existsSync(kept)) return kept
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-former-'))
  const run = (program: string, ...values: string[]) =>
    execFileSync(program, values, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    execFileSync('git', ['-C', root, 'archive', '--output', join(folder, 'sources.tar'), commit], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    run('tar', '-xf', 'sources.tar')
    run('npm', 'ci')
    run('npm', 'run', 'package')
    const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
    mkdirSync(join(root, '.cache'), { recursive: true })
    copyFileSync(join(folder, `dist/mimamori_${version}_${architecture}.deb`), kept)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return kept
}

/**
 * The version to try an upgrade with: that of this repository, or the next one where it is still that of the former release.
 * @param own of package.json
 */
export const versionAfterFormer = (own: string): string => {
  if (own !== version) return own
  const [major, minor, patch] = own.split('.').map(Number)
  return [major, minor, (patch ?? 0) + 1].join('.')
}
