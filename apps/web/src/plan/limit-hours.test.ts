import { expect, test } from 'vitest'
import { exceededInWords, highestOf, unknownHours } from './limit-hours.ts'
import { groupOf } from './test-plan.ts'

const hot = groupOf(1, '足場班')
const cool = groupOf(2, '設備班', { cooler: 4 })
/** The same group, its first hours without a value. */
const withoutFirst = (group: typeof hot, count: number) => ({
  ...group,
  hours: group.hours.map((hour, index) => (index < count ? { ...hour, wbgt: null, excess: null, restMinutes: null } : hour)),
})

test('only hours of work count', () => {
  const breaks = { ...hot, hours: hot.hours.map((hour) => (hour.hour === 13 ? { ...hour, workMinutes: 0, wbgt: null } : hour)) }
  expect([highestOf(hot), highestOf(breaks), unknownHours(breaks)]).toEqual([31.2, 31.1, 0])
})

test('where hours have no value it is not said that none exceeds', () => {
  expect(exceededInWords(cool)).toBe('超えません')
  expect(exceededInWords(withoutFirst(cool, 5))).toBe('わかる時間では超えません（値なし 5時間）')
  expect(exceededInWords(withoutFirst(cool, cool.hours.length))).toBe('値がありません')
  expect(exceededInWords(withoutFirst(hot, 1))).toBe('9時間 超える（値なし 1時間）')
})
