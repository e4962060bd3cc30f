import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { slowFiles } from './slow-tests.ts'
import { root } from './steps.ts'

it.each(slowFiles)('a fast run leaves out %s, which is there', (path) => {
  expect(globSync(path, { cwd: root })).not.toEqual([])
})
