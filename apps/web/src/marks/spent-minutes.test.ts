import { expect, test } from 'vitest'
import { isSpent, withSpent } from './spent-minutes.ts'
import { limitedOf } from './test-limited.ts'
import { rowOf } from './test-rows.ts'

test('minutes spent follow the readings, and stay once nothing is heard any more', () => {
  const people = [limitedOf(1), limitedOf(2, { spentMinutes: null }), limitedOf(3)]
  const rows = [rowOf(1, { heatMinutesToday: 190 }), rowOf(2, { heatMinutesToday: 3 }), rowOf(3, { heatMinutesToday: null }), rowOf(4)]
  const spent = withSpent(people, rows)
  expect(spent.map(({ spentMinutes }) => spentMinutes)).toEqual([190, 3, 42])
  expect(spent[2]).toBe(people[2])
})

test.each([
  [189, 190, false],
  [190, 190, true],
  [null, 190, false],
  [5, null, false],
  // Somebody who must not be in heat at all has spent nothing before the first minute in it.
  [0, 0, false],
  [1, 0, true],
])('%s of %s minutes: spent is %s', (spentMinutes, allowedMinutes, expected) => {
  expect(isSpent({ spentMinutes, allowedMinutes })).toBe(expected)
})
