import { expect, test } from 'vitest'
import { isDue } from './new-build.ts'

const hour = 3_600_000

test('a page takes another build once, and not from servers that take turns', () => {
  expect(isDue('index-a.js', 'index-a.js', 0, hour)).toBe(false)
  expect(isDue('index-a.js', 'index-b.js', 0, hour)).toBe(true)
  expect(isDue('index-b.js', 'index-a.js', hour - 60_000, hour)).toBe(false)
  expect(isDue('index-b.js', 'index-a.js', hour - 600_000, hour)).toBe(true)
})

test('neither an unbuilt page nor an unbuilt server reloads the page', () => {
  expect(isDue(null, 'index-b.js', 0, hour)).toBe(false)
  expect(isDue('index-a.js', null, 0, hour)).toBe(false)
})
