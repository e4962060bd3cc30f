import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runStep } from './steps.ts'

const changedAt = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = ['apps/web/{src,public}/**/*', 'apps/web/*.*', 'packages/*/src/**/*.ts', 'package-lock.json']

const isStale = () => changedAt('apps/web/dist/index.html') < Math.max(...globSync(sources, { cwd: root }).map(changedAt))

/**
 * Builds the console; where it is as new as what it is made of, only if it is to be built in any case. Resolves to whether there is one.
 * @param options.packed as small as a release is: nobody downloads what is built for a start or for tests
 */
export const buildConsole = async ({ always = false, packed = false } = {}): Promise<boolean> => {
  if (!always && !isStale()) return true
  const build = ['vite', 'build', 'apps/web', '--logLevel', 'warn', ...(packed ? [] : ['--mode', 'start'])] as const
  // The page behind a poster is added to what the first one makes.
  return (
    (await runStep({ name: 'building the console', command: build })) &&
    (await runStep({ name: 'building the page of reports', command: [...build, '--config', 'apps/web/vite.site-report.config.ts'] }))
  )
}

// A start builds the console when it is older than what it is made of; `--always` builds it in any case, `--release` also packs it.
if (import.meta.main) {
  const packed = process.argv.includes('--release')
  const isBuilt = await buildConsole({ always: packed || process.argv.includes('--always'), packed })
  if (!isBuilt) process.exitCode = 1
}
