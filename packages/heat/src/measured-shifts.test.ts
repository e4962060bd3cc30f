import { describe, expect, it } from 'vitest'
import { readingAt, START } from './fixtures.ts'
import type { Pulse } from './heart-stream.ts'
import { measureShifts } from './measured-shifts.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'

const pulse = (minute: number, bpm: number, more: Partial<Pulse> = {}): Pulse => ({
  at: readingAt(minute).at,
  bpm,
  deviceId: 1,
  declaredMinutes: 1,
  ...more,
})
const steady = (from: number, count: number, bpm: number, step = 1, more: Partial<Pulse> = {}) =>
  Array.from({ length: count }, (_, index) => pulse(from + index * step, bpm, { declaredMinutes: step, ...more }))
const minute = (value: number) => START + value * MINUTE_MS

describe('a shift', () => {
  it('begins after four hours without a valid heart rate, and ends with the last one before them', () => {
    const shifts = measureShifts([...steady(0, 10, 90), ...steady(9 + 240, 10, 90), ...steady(258 + 241, 5, 90)])
    expect(shifts.map(({ beganAt, endedAt }) => [beganAt, endedAt])).toEqual([
      [minute(0), minute(258)],
      [minute(499), minute(503)],
    ])
  })

  it('is no longer than a day', () => {
    const shifts = measureShifts(steady(0, 30 * 6, 90, 10))
    expect(shifts.map(({ beganAt }) => beganAt)).toEqual([START, START + 24 * HOUR_MS])
  })

  it('is measured from four hours of minutes on', () => {
    expect(measureShifts(steady(0, 239, 100))).toMatchObject([{ minutes: 239, mean: null, peak: null }])
    expect(measureShifts(steady(0, 240, 100))).toMatchObject([{ minutes: 240, mean: 100, peak: 100 }])
  })
})

describe('the own measure of a shift', () => {
  it('is the highest mean of 20 minutes and the highest rate not gone below in 5', () => {
    const bout = [...steady(0, 120, 90), ...steady(120, 10, 150), ...steady(130, 4, 170), ...steady(134, 200, 100)]
    expect(measureShifts(bout)).toMatchObject([{ mean: (10 * 150 + 4 * 170 + 6 * 100) / 20, peak: 150 }])
    const long = [...steady(0, 120, 90), ...steady(120, 5, 170), ...steady(125, 200, 100)]
    expect(measureShifts(long)).toMatchObject([{ peak: 170 }])
  })

  it('counts the minutes of a slow tag as those of a fast one', () => {
    const fast = [...steady(0, 120, 90), ...steady(120, 30, 150), ...steady(150, 151, 100)]
    const slow = fast.filter((_, index) => index % 5 === 0).map((one) => ({ ...one, declaredMinutes: 5 }))
    expect(measureShifts(slow)).toMatchObject([{ minutes: 301, mean: 150, peak: 150, intervalMinutes: 5 }])
    expect(measureShifts(fast)).toMatchObject([{ minutes: 301, mean: 150, peak: 150, intervalMinutes: 1 }])
  })

  it('leaves minutes across a gap without a value', () => {
    const parted = [...steady(0, 200, 100), ...steady(260, 100, 100)]
    expect(measureShifts(parted)).toMatchObject([{ minutes: 300 }])
    // Eleven minutes with a value make no mean of twenty.
    const short = [...steady(0, 240, 90), ...steady(300, 11, 180)]
    expect(measureShifts(short)).toMatchObject([{ mean: 90, peak: 180 }])
  })

  it('takes the higher value of two devices', () => {
    const both = [...steady(0, 300, 100), ...steady(0.5, 300, 130, 1, { deviceId: 2 })].toSorted((one, other) => one.at - other.at)
    expect(measureShifts(both)).toMatchObject([{ mean: 130, peak: 130 }])
  })
})
