import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { DAY_MS } from './milliseconds.ts'
import { type MeasuredShift, ownMeasureAt } from './own-measure.ts'

const shift = (daysAgo: number, mean: number, peak = mean + 30): MeasuredShift => ({ endedAt: START - daysAgo * DAY_MS, mean, peak })

describe('the own measure', () => {
  it('needs three shifts', () => {
    expect(ownMeasureAt([shift(2, 100), shift(3, 110)], START)).toBeNull()
    expect(ownMeasureAt([shift(2, 100), shift(3, 110), shift(4, 105)], START)).toEqual({ mean: 105, peak: 135, shifts: 3 })
  })

  it('is of an even number the lower of the middle two, mean and peak each by itself', () => {
    const shifts = [shift(2, 100, 150), shift(3, 110, 140), shift(4, 105, 145), shift(5, 120, 160)]
    expect(ownMeasureAt(shifts, START)).toEqual({ mean: 105, peak: 145, shifts: 4 })
  })

  it('leaves out a shift that ended within 24 hours, and one of over 30 days ago', () => {
    const three = [shift(2, 100), shift(3, 110), shift(30, 120)]
    expect(ownMeasureAt([...three, shift(1, 180), shift(30.01, 180)], START)).toEqual({ mean: 110, peak: 140, shifts: 3 })
    expect(ownMeasureAt([shift(1, 100), shift(1.01, 110), shift(2, 120)], START)).toBeNull()
  })

  it('is of the latest ten, in whatever order they come', () => {
    const shifts = Array.from({ length: 12 }, (_, index) => shift(2 + index, index < 10 ? 100 : 180))
    expect(ownMeasureAt(shifts.toReversed(), START)).toEqual({ mean: 100, peak: 130, shifts: 10 })
  })
})
