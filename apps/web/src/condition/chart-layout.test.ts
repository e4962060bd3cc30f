import { expect, test } from 'vitest'
import { markLength, placeMarks, sideOfWord, windowOf } from './chart-layout.ts'
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

const height = 22
const level = (y: number) => [
  { x: 0, y },
  { x: 1_000, y },
]
const places = (marks: readonly (readonly [x: number, y: number])[], line = level(200)) =>
  placeMarks(
    marks.map(([x, y]) => ({ x, y })),
    height,
    line,
  ).map(({ y, hasWord }) => (hasWord ? y : `${y} alone`))

test('a mark that would cover an earlier one is lifted above it, without its word where that has no room', () => {
  expect(
    places([
      [300, 60],
      [700, 60],
      [330, 55],
      [310, 60],
    ]),
  ).toEqual([60, 60, 33, 11])
  expect(
    places([
      [300, 20],
      [340, 20],
      [341, 42],
    ]),
  ).toEqual([20, '20 alone', 42])
})

test('a mark is never on the line of the heart rate nor beneath it', () => {
  // 80 px before the moment of the mark the heart was quicker: there the word would cross its line.
  const hill = [
    { x: 0, y: 200 },
    { x: 200, y: 200 },
    { x: 220, y: 70 },
    { x: 240, y: 200 },
    { x: 1_000, y: 200 },
  ]
  expect(places([[300, 150]], hill)).toEqual([40])
  expect(places([[300, 40]], level(30))).toEqual([18])
  // The axis leaves room above the highest rate, so that this is no line of a heart.
  expect(places([[300, 40]], level(15))).toEqual(['11 alone'])
  // Readings an hour apart: the line between them counts as well.
  expect(
    places(
      [[300, 150]],
      [
        { x: 100, y: 60 },
        { x: 900, y: 160 },
      ],
    ),
  ).toEqual([40])
})

test('words keep their length on a narrow chart, and one that begins left of the next reaches towards it', () => {
  // On a chart of 500 px: 01:22 and 01:59, each with its word to the left.
  expect(
    places([
      [171, 60],
      [248, 60],
    ]),
  ).toEqual([60, 38])
  expect(
    places([
      [171, 60],
      [171 + markLength.whole, 60],
    ]),
  ).toEqual([60, 60])
  // The first one's word is to the right, since there is no room to the left of it.
  expect([sideOfWord(60), sideOfWord(200)]).toEqual(['right', 'left'])
  expect(
    places([
      [60, 60],
      [200, 60],
    ]),
  ).toEqual([60, 38])
})
