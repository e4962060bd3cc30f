import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { DAY_MS } from './milliseconds.ts'
import type { WorkerReading, WorkerSettings } from './worker-state.ts'

// Somebody of 40: sustained 140, instantaneous 159, maximum 180 bpm.
const shiftsOf = (mean: number, peak: number) => [2, 3, 4].map((days) => ({ endedAt: START - days * DAY_MS, mean, peak }))
const levels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.heartLevel)
const last = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) => judgeEach(readings, settingsOf(changes)).last

describe('a mean of 30 minutes', () => {
  it('above the own one makes level 3, once eighteen minutes have a value', () => {
    const strained = minutely(times(30, 139), { wbgt: 29.5 })
    const found = levels(strained, { shifts: shiftsOf(130, 150) })
    expect(found.indexOf(3)).toBe(17)
    expect(last(strained, { shifts: shiftsOf(130, 150) }).reason).toEqual({
      kind: 'ownMean',
      limit: 138,
      over: 1,
      minutes: 30,
      compared: 130,
    })
    // Somebody for whom it is usual is at 0: 139 is below the limits of their age.
    expect(new Set(levels(strained, { shifts: shiftsOf(140, 160) }))).toEqual(new Set([0]))
  })

  it('of the age makes it where nothing is known of the person', () => {
    expect(levels(minutely(times(40, 150))).indexOf(3)).toBe(-1)
    const found = last(minutely(times(40, 151)))
    expect(found).toMatchObject({ heartLevel: 3, reason: { kind: 'ageMean', limit: 150, over: 1, minutes: 30 } })
    expect(levels(minutely(times(40, 154), { wbgt: 27 })).indexOf(3)).toBe(-1)
  })

  it('of the shift itself is the measure after 90 minutes', () => {
    const calm = minutely(times(95, 120))
    const rising = minutely(times(30, 139), {}, 95)
    const found = last([...calm, ...rising])
    expect(found).toMatchObject({ heartLevel: 3, reason: { kind: 'shiftMean', limit: 137, compared: 120 } })
    // What has lasted for 45 minutes is what is usual in this shift.
    const used = [...minutely(times(80, 132)), ...minutely(times(40, 139), {}, 80)]
    expect(last(used).heartLevel).toBe(0)
  })

  it('needs two readings beyond it: one sample makes no danger', () => {
    const slow = (minute: number, heartRate: number) => readingAt(minute, { heartRate, intervalMinutes: 30 })
    const once = [slow(0, 90), slow(30, 90), slow(60, 155), slow(89, 90)]
    expect(levels(once, { shifts: shiftsOf(110, 150) })).toEqual([0, 0, 0, 0])
    const twice = [slow(0, 90), slow(30, 90), slow(60, 155), slow(89, 155)]
    expect(levels(twice, { shifts: shiftsOf(110, 150) }).at(-1)).toBe(3)
  })

  it('keeps its level after a gap while the heart rate is beyond its limit, until it can be formed again', () => {
    const shifts = shiftsOf(110, 150)
    const strained = minutely(times(25, 139), { wbgt: 29.5 })
    const after = (bpm: number, count: number) =>
      levels([...strained, ...minutely(times(count, bpm), { wbgt: 29.5 }, 60)], { shifts }).slice(25)
    expect(after(139, 25)).toEqual(times(25, 3))
    expect(after(136, 5).slice(-2)).toEqual([0, 0])
  })

  it('is the same for a tag of five minutes', () => {
    const shifts = shiftsOf(110, 150)
    const slow = Array.from({ length: 8 }, (_, index) => readingAt(index * 5, { heartRate: 139, wbgt: 29.5, intervalMinutes: 5 }))
    expect(levels(slow, { shifts })).toEqual([0, 0, 0, 0, 3, 3, 3, 3])
  })
})

describe('a mean of 10 minutes', () => {
  it('below 40 makes level 3, once six have a value', () => {
    const found = judgeEach(minutely(times(8, 38))).assessments
    expect(found.map((one) => one.heartLevel)).toEqual([0, 0, 0, 2, 2, 3, 3, 3])
    expect(found.at(-1)?.reason).toEqual({ kind: 'lowMean', limit: 40, over: 2, minutes: 10 })
  })
})

describe('the own peak', () => {
  it('is passed after four minutes', () => {
    const found = judgeEach(minutely(times(6, 175), { wbgt: 29.5 }), settingsOf({ shifts: shiftsOf(110, 160) })).assessments
    expect(found.map((one) => one.heartLevel)).toEqual([0, 0, 2, 2, 3, 3])
    expect(found.at(-1)?.reason).toEqual({ kind: 'ownPeak', limit: 168, over: 7, minutes: 5, compared: 160 })
  })

  it('is no danger to somebody who works so each day, until ten minutes above the instantaneous limit', () => {
    const found = levels(minutely(times(12, 175), { wbgt: 29.5 }), { shifts: shiftsOf(140, 170) })
    expect(found).toEqual([0, 0, ...times(8, 2), 3, 3])
  })

  it('moves with the heat', () => {
    const hotter = [...minutely(times(3, 170), { wbgt: 27 }), ...minutely(times(3, 170), { wbgt: 31.5 }, 3)]
    expect(levels(hotter, { shifts: shiftsOf(110, 164) })).toEqual([0, 0, 2, 2, 2, 2])
    expect(levels([...hotter, ...minutely(times(2, 170), { wbgt: 31.5 }, 6)], { shifts: shiftsOf(110, 164) }).at(-1)).toBe(3)
  })
})
