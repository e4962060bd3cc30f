import { expect, test } from 'vitest'
import { extentOf, markLength, sideOfWord, stack, windowOf } from './chart-layout.ts'
import { startOfDay } from '../platform/japan-time.ts'

test('the window begins with the chosen hour and stays within the day', () => {
  const midnight = startOfDay('2026-07-21')
  const hoursOf = (chosen: number) => Object.values(windowOf(midnight, chosen)).map((at) => (at - midnight) / 3_600_000)
  expect([0, 10, 20, 22, 23].map(hoursOf)).toEqual([
    [0, 4],
    [10, 14],
    [20, 24],
    [22, 24],
    [23, 24],
  ])
})

const placed = (x: number, y: number) => ({ ...extentOf(x), y })

test('a mark that would cover an earlier one is lifted above it, or stands below where there is no room', () => {
  const y = 60
  expect(stack([placed(300, y), placed(700, y), placed(330, 55), placed(310, y)], 22)).toEqual([60, 60, 33, 126])
  expect(stack([placed(300, 10), placed(300, 10), placed(330, 12)], 22)).toEqual([10, 76, 100])
})

test('words keep their length on a narrow chart, and one that begins left of the next reaches towards it', () => {
  const y = 60
  // On a chart of 500 px: 01:22 and 01:59, each with its word to the left.
  expect(stack([placed(171, y), placed(248, y)], 22)).toEqual([60, 38])
  expect(stack([placed(171, y), placed(171 + markLength.whole, y)], 22)).toEqual([60, 60])
  // The first one's word stands to the right, since there is no room to the left of it.
  expect([sideOfWord(60), sideOfWord(200)]).toEqual(['right', 'left'])
  expect(stack([placed(60, y), placed(200, y)], 22)).toEqual([60, 38])
})
