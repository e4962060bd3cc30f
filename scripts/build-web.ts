import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root, runStep } from './steps.ts'

const changedAt = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

const sources = ['apps/web/{src,public}/**/*', 'apps/web/*.*', 'packages/*/src/**/*.ts', 'package-lock.json']

const isStale = () => changedAt('apps/web/dist/index.html') < Math.max(...globSync(sources, { cwd: root }).map(changedAt))

// The server sends these as they are, so that nobody waits while it compresses on two cores.
const compress = () => {
  for (const path of globSync('apps/web/dist/**/*.{js,css,html,svg,json}', { cwd: root }).map((name) => join(root, name))) {
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content))
  }
}

// A start builds the console when it is older than what it is made of; `--always` builds it in any case.
if (process.argv.includes('--always') || isStale()) {
  const built = await runStep({ name: 'building the console', command: ['vite', 'build', 'apps/web', '--logLevel', 'warn'] })
  if (built) compress()
  else process.exitCode = 1
}
