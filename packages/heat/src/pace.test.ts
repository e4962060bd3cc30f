import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from './milliseconds.ts'
import { intervalOf, markSpacing } from './pace.ts'

const spacingsOf = (minutes: number[]): readonly number[] =>
  minutes.reduce<readonly number[]>((spacings, minute) => markSpacing(spacings, minute * MINUTE_MS), [])

describe('interval', () => {
  it.each<[string, number[], number | null, number | null]>([
    ['is not known where nothing is said and fewer than three spacings are', [6, 6], null, null],
    ['is what is said until there are three', [6, 6], 1, 1],
    ['is the median of three', [6, 1, 8], null, 6],
    ['is of an even number the larger of the middle two', [1, 2, 3, 4], null, 3],
    ['is the larger of what is said and the median', [6, 6, 6], 1, 6],
    ['is the larger of the median and what is said', [1, 1, 1], 10, 10],
    ['goes by the last nine', [...Array.from({ length: 9 }, () => 9), ...Array.from({ length: 5 }, () => 1)], null, 1],
    ['still goes by the last nine', [...Array.from({ length: 9 }, () => 9), ...Array.from({ length: 4 }, () => 1)], null, 9],
    ['as a median is at most 60 minutes', [90, 90, 90], null, 60],
    ['as said may be longer', [90, 90, 90], 80, 80],
    ['that is no time is not said', [1, 1], -3, null],
  ])('%s', (_, spacings, declared, interval) => {
    expect(intervalOf(spacingsOf(spacings), declared)).toBe(interval)
  })
})
