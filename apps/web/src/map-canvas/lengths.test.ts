import { expect, test } from 'vitest'
import { distanceInWords, lengthInWords, roundLength } from './lengths.ts'

test('a scale bar has a round length that fits', () => {
  expect([0.7, 1, 4.9, 5, 99, 100, 1_999, 20_000, 734_000].map(roundLength)).toEqual([0.5, 1, 2, 5, 50, 100, 1_000, 20_000, 500_000])
  expect([0.5, 50, 1_000, 500_000].map(lengthInWords)).toEqual(['0.5 m', '50 m', '1 km', '500 km'])
})

test('a distance is as exact as somebody who walks there needs it', () => {
  expect([0.2, 8.4, 99.4, 124, 994, 995, 1_249, 9_949, 9_950, 35_400].map(distanceInWords)).toEqual([
    '1 m',
    '8 m',
    '99 m',
    '120 m',
    '990 m',
    '1 km',
    '1.2 km',
    '9.9 km',
    '10 km',
    '35 km',
  ])
})
