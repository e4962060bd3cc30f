import { describe, expect, it } from 'vitest'
import { START } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { meanOfMinutes, minuteOf, MINUTES_REMEMBERED, type MinuteValues, readingsBeyond, recordMinute } from './minute-values.ts'

const first = minuteOf(START)
const noop = () => undefined
const record = (values: MinuteValues | null, minute: number, bpm: number, carried: { from: number; bpm: number } | null = null) =>
  recordMinute(values, first + minute, bpm, carried === null ? null : { ...carried, from: first + carried.from }, noop)
/** The values of minutes from the first on, 0 for none. */
const bpmOf = (values: MinuteValues, count: number) =>
  Array.from({ length: count }, (_, minute) => meanOfMinutes(values, first + minute, 1, 1) ?? 0)

describe('a minute', () => {
  it('is that of the clock: 59.9 seconds belong to their own', () => {
    expect(minuteOf(START + 59_900)).toBe(first)
    expect(minuteOf(START + MINUTE_MS)).toBe(first + 1)
  })

  it('has the value of its last reading', () => {
    expect(bpmOf(record(record(null, 0, 150), 0, 90), 1)).toEqual([90])
  })

  it('between two readings takes the earlier value where it is carried, and else none', () => {
    const before = record(null, 0, 120)
    expect(bpmOf(record(before, 4, 90, { from: 1, bpm: 120 }), 5)).toEqual([120, 120, 120, 120, 90])
    expect(bpmOf(record(before, 4, 90), 5)).toEqual([120, 0, 0, 0, 90])
  })

  it('carried takes the higher value where another device has one', () => {
    const both = record(record(record(null, 0, 120), 1, 150), 2, 100)
    expect(bpmOf(record(both, 3, 90, { from: 1, bpm: 120 }), 4)).toEqual([120, 150, 120, 90])
  })

  it('is carried on also at a time outside of any calendar', () => {
    const far = 1e20
    const values = recordMinute(recordMinute(null, far, 90, null, noop), far * 1.0001, 100, { from: far * 1.0001 - 240_000, bpm: 90 }, noop)
    expect(meanOfMinutes(values, values.newest, 1, 1)).toBe(100)
  })

  it('is forgotten after 75', () => {
    const values = record(record(null, 0, 120), MINUTES_REMEMBERED - 1, 90)
    expect(meanOfMinutes(values, first, 1, 1)).toBe(120)
    expect(meanOfMinutes(record(values, MINUTES_REMEMBERED, 90), first, 1, 1)).toBeNull()
    const later = record(values, 10_000, 80)
    expect(meanOfMinutes(later, later.newest, MINUTES_REMEMBERED, 1)).toBe(80)
    expect(meanOfMinutes(later, later.newest, MINUTES_REMEMBERED, 2)).toBeNull()
  })
})

describe('a mean', () => {
  const steady = Array.from({ length: 30 }, (_, minute) => minute).reduce<MinuteValues | null>(
    (values, minute) => record(values, minute, minute < 15 ? 100 : 140),
    null,
  ) as MinuteValues

  it('is of the minutes that have a value, if enough do', () => {
    expect(meanOfMinutes(steady, first + 29, 30, 18)).toBe(120)
    expect(meanOfMinutes(steady, first + 17, 30, 18)).toBe((15 * 100 + 3 * 140) / 18)
    expect(meanOfMinutes(steady, first + 16, 30, 18)).toBeNull()
  })

  it('counts the readings beyond a limit, and one that fills the beginning', () => {
    expect(readingsBeyond(steady, 30, (bpm) => bpm > 120)).toBe(2)
    const once = record(record(null, 0, 180), 29, 90, { from: 1, bpm: 180 })
    expect(readingsBeyond(once, 30, (bpm) => bpm > 120)).toBe(1)
    const filled = record(record(null, 0, 180), 40, 190, { from: 1, bpm: 180 })
    expect(readingsBeyond(filled, 30, (bpm) => bpm > 120)).toBe(2)
  })
})

it('are 75 cells, none of which is written as several characters in JSON', () => {
  const { cells } = record(record(record(null, 0, 240), 9, 30, { from: 1, bpm: 240 }), 40, 117)
  expect(cells).toHaveLength(MINUTES_REMEMBERED)
  expect(JSON.stringify(cells)).toHaveLength(MINUTES_REMEMBERED + 2)
})
