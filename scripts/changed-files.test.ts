import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serverTestsBeside } from './changed-files.ts'
import { root } from './steps.ts'

it('takes the tests in the folder of a changed file of the server, once', () => {
  const paths = ['apps/server/src/features/device/store.ts', 'apps/server/src/features/device/list.test.ts', 'apps/web/src/main.tsx']
  expect(serverTestsBeside(paths).filter((path) => path.includes('device'))).toEqual(['apps/server/src/features/device/*.test.ts'])
})

it.each(serverTestsBeside([]))('takes %s always, which is there', (path) => {
  expect(globSync(path, { cwd: root })).not.toEqual([])
})
