import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runStep } from './steps.ts'

const changedAt = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = ['apps/web/{src,public}/**/*', 'apps/web/*.*', 'packages/*/src/**/*.ts', 'package-lock.json']

const isStale = () => changedAt('apps/web/dist/index.html') < Math.max(...globSync(sources, { cwd: root }).map(changedAt))

// A start builds the console when it is older than what it is made of; `--always` builds it in any case.
if (process.argv.includes('--always') || isStale()) {
  const build = ['vite', 'build', 'apps/web', '--logLevel', 'warn'] as const
  // The page behind a poster is added to what the first one makes.
  const built =
    (await runStep({ name: 'building the console', command: build })) &&
    (await runStep({ name: 'building the page of reports', command: [...build, '--config', 'apps/web/vite.site-report.config.ts'] }))
  if (!built) process.exitCode = 1
}
