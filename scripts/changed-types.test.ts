import { expect, it } from 'vitest'
import { foldersOfTypes } from './changed-types.ts'

const nothing = () => new Set<string>()
const device = 'apps/server/src/features/device/store.ts'

it('checks the folder of a changed file, and those that read it', () => {
  const reads = (folder: string) => new Set(folder === '.' ? [device] : [])
  expect(foldersOfTypes([device], reads)).toEqual(['.', 'apps/server'])
})

it('checks the root where a file is in no other folder', () => {
  expect(foldersOfTypes(['scripts/test.ts'], nothing)).toEqual(['.'])
})

it('checks a folder of which nothing is known, and all of them where settings or packages have changed', () => {
  const known = (folder: string) => (folder === 'apps/web' ? undefined : nothing())
  expect(foldersOfTypes([device], known).toSorted()).toEqual(['apps/server', 'apps/web'])
  expect(foldersOfTypes(['package-lock.json'], nothing)).toEqual(expect.arrayContaining(['.', 'apps/web', 'packages/heat']))
})

it('checks nothing where no file of a program has changed', () => {
  expect(foldersOfTypes(['README.md', 'apps/server/migrations/0001-begin.sql'])).toEqual([])
})
