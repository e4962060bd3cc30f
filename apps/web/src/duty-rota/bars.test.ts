import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'
import { placeOf } from './test-rota.ts'

const shapesOf = (places: Parameters<typeof barsOf>[0], off = new Set<string>()) =>
  barsOf(places, off).map(({ place, days, isNow, isOff }) => [place.fullName, days, isNow, isOff])

test('days in a row of the same person are one bar, which is of now where one of them is', () => {
  const places = [placeOf(0, 1, 1), placeOf(1, 1, 2, { isNow: true }), placeOf(2, 1, 2), placeOf(3, 1, 1)]
  expect(shapesOf(places)).toEqual([
    ['西田　光', 1, false, false],
    ['岩本　鉄男', 2, true, false],
    ['西田　光', 1, false, false],
  ])
})

test('a substitute and each empty place are bars of their own', () => {
  const override = { id: 1, insteadOf: '岩本　鉄男', plannedUserId: 2 }
  const places = [
    placeOf(1, 1, 3),
    placeOf(2, 1, 3, { override }),
    placeOf(3, 1, 3, { override }),
    placeOf(4, 1, null),
    placeOf(5, 1, null),
  ]
  expect(shapesOf(places).map(([, days]) => days)).toEqual([1, 2, 1, 1])
})

test('a person who may not be called any more is no part of a bar', () => {
  expect(barsOf([placeOf(1, 1, 2), placeOf(2, 1, 2, { gap: 'disabled' })], new Set())).toHaveLength(2)
})

test('a bar is pale where all of its days are days off', () => {
  const off = new Set(['2026-07-20'])
  expect(shapesOf([placeOf(0, 1, 1)], off)).toEqual([['西田　光', 1, false, true]])
  expect(shapesOf([placeOf(0, 1, 1), placeOf(1, 1, 1)], off)).toEqual([['西田　光', 2, false, false]])
})
