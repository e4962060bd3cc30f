import { expect, test } from 'vitest'
import { readSoakOptions } from './soak-options.ts'

test('a number belongs to the part before it, and hours to all', () => {
  expect(readSoakOptions(['kills', '500', 'memory', 'week', '--hours', '0.3'])).toEqual([
    { name: 'kills', count: 500, hours: 0.3 },
    { name: 'memory', count: undefined, hours: 0.3 },
    { name: 'week', count: undefined, hours: 0.3 },
  ])
  expect(readSoakOptions([])).toEqual([])
})

test('what means nothing is refused', () => {
  expect(() => readSoakOptions(['500'])).toThrow('of which part')
  expect(() => readSoakOptions(['week', '--hours', 'two'])).toThrow('above 0')
  expect(() => readSoakOptions(['week', '--minutes', '5'])).toThrow('minutes')
})
