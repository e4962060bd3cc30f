import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from './milliseconds.ts'
import { intervalOf, markSpacing, type Pace } from './pace.ts'

const paceOf = (minutes: number[]): Pace =>
  minutes.reduce<Pace>((pace, spacing) => markSpacing(pace, 1, spacing * MINUTE_MS), markSpacing(null, 1, null))

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
    expect(intervalOf(paceOf(spacings), 1, declared)).toBe(interval)
  })

  it("of another device is that device's own", () => {
    expect(intervalOf(paceOf([6, 6, 6]), 2, null)).toBeNull()
    expect(markSpacing(paceOf([6, 6, 6]), 2, MINUTE_MS)).toEqual({ deviceId: 2, spacings: [] })
  })
})
