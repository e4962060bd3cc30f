import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps.ts'
import { isOfTests, isShippedPage, shippedDocuments } from './shipped-files.ts'

const tracked = (...paths: string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...paths], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))

const program = ['apps/server', 'packages/contract', 'packages/embedded-postgres', 'packages/heat', 'packages/texts']
const isOfDemo = (path: string) => path.includes('/src/demo/')
const sources = tracked(...program.flatMap((part) => ['package.json', 'migrations', 'src'].map((name) => `${part}/${name}`))).filter(
  (path) => !isOfTests(path) && !isOfDemo(path),
)

const patterns = readFileSync(join(root, '.containerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether the build of the image does not see a path, or a folder that it is in. */
const isIgnored = (path: string): boolean =>
  path.split('/').some((_, depth, parts) => patterns.some((pattern) => matchesGlob(parts.slice(0, depth + 1).join('/'), pattern)))

it('the image is built from all that the package ships', () => {
  const pages = tracked(...shippedDocuments, ...tracked('docs').filter((path) => path.endsWith('.md') && isShippedPage(`/${path}`)))
  const shipped = [...sources, ...pages, ...tracked('scripts/package/debian', 'scripts/container', 'package.json', 'package-lock.json')]
  expect(shipped.filter(isIgnored)).toEqual([])
})

it('the examples that the page on Prometheus points to are shipped', () => {
  const examples = [...readFileSync(join(root, 'docs/operate/monitoring.md'), 'utf8').matchAll(/\]\(\.\.\/\.\.\/(ops\/[^)]+)\)/g)]
  expect(examples.length).toBeGreaterThan(3)
  expect(examples.map(([, path = '']) => path).filter((path) => !tracked(...shippedDocuments).includes(path))).toEqual([])
})

it('nothing that is shipped imports what is left out as of tests', () => {
  const faults = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)]
        .map(([, to = '']) => join(dirname(path), to))
        .filter((to) => isOfTests(to) || isOfDemo(to))
        .map((to) => `${path} imports ${to}`),
    )
  expect(faults).toEqual([])
})

it.each(['.env', 'secrets/jwt', 'mosquitto/passwords', 'compose.override.yaml'])(
  '%s, which an operator puts beside compose.yaml, comes into no image and no commit',
  (path) => {
    expect(isIgnored(path)).toBe(true)
    expect(execFileSync('git', ['check-ignore', path], { cwd: root, encoding: 'utf8' }).trim()).toBe(path)
  },
)
