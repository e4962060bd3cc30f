import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, times } from './fixtures.ts'
import { MINUTE_MS, SECOND_MS } from './milliseconds.ts'
import type { WorkerReading, WorkerSettings } from './worker-state.ts'

// A worker of 40: sustained 140, instantaneous 159, maximum 180 bpm.
const levels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.heartLevel)

describe('heart level', () => {
  it.each<[string, (number | null)[], (number | null)[]]>([
    ['at the sustained limit', times(7, 140), times(7, 0)],
    ['above the sustained limit for 5 minutes', times(7, 141), [0, 0, 0, 0, 0, 1, 1]],
    ['and for three times as long', times(17, 141), [...times(5, 0), ...times(10, 1), 2, 2]],
    ['at the instantaneous limit', times(4, 159), times(4, 0)],
    ['above the instantaneous limit for 2 minutes', times(4, 160), [0, 0, 2, 2]],
    ['and without an own measure for 5 minutes', times(7, 160), [0, 0, 2, 2, 2, 3, 3]],
    ['at the maximum limit', times(4, 180), [0, 0, 2, 2]],
    ['above the maximum limit for 2 minutes', times(4, 181), [0, 0, 3, 3]],
    ['at 40 bpm', times(5, 40), times(5, 0)],
    ['below 40 bpm for 3 minutes', times(5, 39), [0, 0, 0, 2, 2]],
    ['a single peak', [90, 200, 90, 90], times(4, 0)],
    ['a streak broken by one reading', [141, 141, 141, 141, 140, 141, 141, 141], times(8, 0)],
    ['skipped readings do not break a streak', [141, null, 141, null, null, 141], [0, 0, 0, 0, 0, 1]],
    ['skipped readings do not lengthen it', [141, 141, 141, 141, null, null], times(6, 0)],
    ['implausible readings are skipped', [181, 0, 241, Number.NaN, 181], [0, 0, 0, 0, 3]],
  ])('%s', (_, heartRates, expected) => {
    expect(levels(minutely(heartRates))).toEqual(expected)
  })

  it.each<[Partial<WorkerSettings>, number, number[]]>([
    [{ sustainedMinutes: 2 }, 141, [0, 0, 1, 1, 1, 1, 2]],
    [{ instantaneousMinutes: 1 }, 160, [0, 2, 2, 2, 2, 3, 3]],
    [{ maximumMinutes: 3, instantaneousMinutes: 9 }, 181, [0, 0, 0, 3, 3, 3, 3]],
    [{ maximumMinutes: 9 }, 181, [0, 0, 2, 2, 2, 3, 3]],
    [{ maximumMinutes: 0 }, 181, times(7, 3)],
    [{ sustainedMinutes: 0 }, 141, [0, 2, 2, 2, 2, 2, 2]],
  ])('durations of the master settings: %j', (changes, bpm, expected) => {
    expect(levels(minutely(times(7, bpm)), changes)).toEqual(expected)
  })

  it('has lasted a duration to the millisecond', () => {
    const second = (ms: number) => readingAt(ms / MINUTE_MS, { heartRate: 181 })
    expect(levels([readingAt(0, { heartRate: 181 }), second(2 * MINUTE_MS - 1)]).at(-1)).toBe(0)
    expect(levels([readingAt(0, { heartRate: 181 }), second(2 * MINUTE_MS)]).at(-1)).toBe(3)
  })

  it('rests on the one-minute median of a fast device', () => {
    const seconds = (bpm: (second: number) => number) =>
      Array.from({ length: 190 }, (_, second) => readingAt(second / 60, { heartRate: bpm(second) }))
    expect(Math.max(...(levels(seconds((second) => (second % 3 === 0 ? 200 : 120))) as number[]))).toBe(0)
    expect(levels(seconds((second) => (second % 3 === 0 ? 120 : 200))).at(-1)).toBe(3)
  })

  it('a fast device keeps a streak through readings that are milliseconds apart', () => {
    const fast = Array.from({ length: 1300 }, (_, index) => readingAt((index * SECOND_MS) / 10 / MINUTE_MS, { heartRate: 181 }))
    expect(levels(fast).at(-1)).toBe(3)
  })
})

describe('a gap', () => {
  it.each([
    [5, 1, 3],
    [5.01, 1, null],
    [25, 10, 3],
    [25.01, 10, null],
    [5, null, 3],
  ])('of %d minutes at an interval said as %s leaves level %s', (minutes, intervalMinutes, level) => {
    const readings = [0, minutes].map((at) => readingAt(at, { heartRate: 181, intervalMinutes }))
    expect(levels(readings).at(-1)).toBe(level)
  })

  it('is one between valid readings, whatever comes without a heart rate', () => {
    expect(levels(minutely([181, ...times(5, null), 181])).at(-1)).toBeNull()
    expect(levels(minutely([181, ...times(4, null), 181])).at(-1)).toBe(3)
  })

  it.each([6, 10, 15, 37, 45, 60])('is none where a device that does not say reads every %i minutes: danger is seen', (step) => {
    const readings = times(20, 195).map((heartRate, index) => readingAt(index * step, { heartRate, intervalMinutes: null }))
    // Nobody knows whether the first three follow each other; the fourth ends the third spacing.
    expect(levels(readings)).toEqual([null, null, null, ...times(17, 3)])
  })

  it.each([30, 45, 60])(
    'is one where a device that says a minute reads every %i: until three spacings are known, not safe but none',
    (step) => {
      const readings = times(20, 195).map((heartRate, index) => readingAt(index * step, { heartRate }))
      expect(levels(readings)).toEqual([0, null, null, ...times(17, 3)])
    },
  )

  it('makes a heart rate above a limit none until its duration could be judged, and one below it 0', () => {
    const after = (...rates: number[]) => levels([...minutely(times(3, 90)), ...minutely(rates, {}, 20)]).slice(3)
    expect(after(...times(6, 150))).toEqual([...times(5, null), 1])
    expect(after(150, 150, 165, 165, 165)).toEqual([null, null, null, null, 2])
    expect(after(150, 90, 150)).toEqual([null, 0, 0])
  })

  it.each<[string, number, number, Partial<WorkerSettings>]>([
    ['the maximum', 195, 3, {}],
    ['the maximum, for ten minutes', 195, 3, { maximumMinutes: 10 }],
    ['the instantaneous limit, for long', 160, 3, {}],
    ['the sustained limit, for long', 150, 2, {}],
    ['40 bpm from below', 35, 3, {}],
  ])('lowers no level whose heart rate is still beyond %s', (_, bpm, level, changes) => {
    const after = levels([...minutely(times(20, bpm)), ...minutely(times(20, bpm), {}, 26)], changes).slice(19)
    expect(after).toEqual(times(21, level))
  })

  it('keeps a level only until the heart rate falls below the limit', () => {
    const readings = [...minutely(times(4, 195)), ...minutely([195, 90, 195, 195, 90, 90, 90], {}, 10)]
    expect(levels(readings, { maximumMinutes: 3, instantaneousMinutes: 9 })).toEqual([0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0])
    expect(levels([...minutely(times(4, 195)), ...minutely([90, 195], {}, 10)]).slice(-2)).toEqual([0, 0])
  })

  it('while the interval is not known makes a heart rate above a limit none, and one below it 0', () => {
    const unsaid = { intervalMinutes: null }
    expect(levels([readingAt(0, { heartRate: 140, ...unsaid })])).toEqual([0])
    for (const heartRate of [141, 160, 181, 39]) expect(levels([readingAt(0, { heartRate, ...unsaid })])).toEqual([null])
    expect(levels(minutely([90, 181, 90], unsaid))).toEqual([0, null, 0])
    expect(levels(minutely([181, 181, 181], unsaid))).toEqual([null, null, 3])
    expect(levels([readingAt(0, { heartRate: 181, intervalMinutes: 10 })])).toEqual([0])
  })

  it('while the interval is not known lowers no level', () => {
    const other = (minute: number) => readingAt(minute, { heartRate: 185, deviceId: 2, intervalMinutes: null })
    const { assessments } = judgeEach([...minutely(times(4, 181)), other(10), other(16), other(22), other(28)])
    expect(assessments.slice(-4).map((one) => one.heartLevel)).toEqual([3, 3, 3, 3])
  })

  it('uses the larger of the given and the observed interval', () => {
    const slow = [0, 6, 12, 18, 24].map((minute) => readingAt(minute, { heartRate: 181 }))
    expect(levels(slow)).toEqual([0, null, null, 3, 3])
    const declared = [...minutely(times(4, 90), { intervalMinutes: 10 }), readingAt(20, { heartRate: 181, intervalMinutes: 10 })]
    expect(levels([...declared, readingAt(44, { heartRate: 181, intervalMinutes: 10 })]).at(-1)).toBe(3)
  })

  it('does not restart a streak with another device of the same worker, and uses that device’s interval', () => {
    const before = minutely(times(3, 150))
    const after = [3, 4, 5].map((minute) => readingAt(minute, { heartRate: 150, deviceId: 2, intervalMinutes: null }))
    expect(levels([...before, ...after])).toEqual([0, 0, 0, null, null, 1])
    const { assessments } = judgeEach([...minutely(times(3, 90), { intervalMinutes: 10 }), ...after])
    expect(assessments.map((one) => one.intervalMinutes)).toEqual([10, 10, 10, null, null, null])
  })
})

describe('going down', () => {
  it('needs the lower level to hold for 2 minutes, step by step', () => {
    const rates = [181, 181, 181, 160, 160, 90, 90, 90]
    expect(levels(minutely(rates))).toEqual([0, 0, 3, 3, 2, 2, 0, 0])
  })

  it('is due at 2 minutes to the millisecond', () => {
    const calm = (ms: number) => readingAt(2 + ms / MINUTE_MS, { heartRate: 90 })
    const from = minutely([181, 181, 181])
    expect(levels([...from, calm(90_000), calm(119_999)]).at(-1)).toBe(3)
    expect(levels([...from, calm(90_000), calm(120_000)]).at(-1)).toBe(0)
  })

  it('holds the total level as it was judged, not heart and heat at their highest one by one', () => {
    const hot = (minute: number, heartRate: number, wbgt: number) => readingAt(minute, { heartRate, wbgt })
    const readings = [
      hot(0, 160, 27),
      hot(1, 160, 27),
      hot(2, 160, 27),
      hot(2.9, 90, 27),
      hot(3.5, 90, 28),
      hot(3.9, 90, 28),
      hot(4, 90, 28),
    ]
    expect(judgeEach(readings).assessments.map((one) => one.totalLevel)).toEqual([0, 0, 2, 2, 2, 2, 1])
  })
})

describe('reason', () => {
  it.each([
    [141, 6, { kind: 'sustained', limit: 140, over: 1, minutes: 5 }],
    [141, 16, { kind: 'sustainedLong', limit: 140, over: 1, minutes: 15 }],
    [160, 3, { kind: 'instantaneous', limit: 159, over: 1, minutes: 2 }],
    [160, 7, { kind: 'instantaneousLong', limit: 159, over: 1, minutes: 6 }],
    [185, 3, { kind: 'maximum', limit: 180, over: 5, minutes: 2 }],
    [38, 4, { kind: 'low', limit: 40, over: 2, minutes: 3 }],
    [90, 9, null],
    [null, 9, null],
  ])('of %s bpm for %i readings', (bpm, count, reason) => {
    expect(judgeEach(minutely(times(count, bpm))).last.reason).toEqual(reason)
  })

  it('of a level that a gap left of a higher one is that of the higher one', () => {
    const { last } = judgeEach([...minutely(times(4, 195)), readingAt(10, { heartRate: 150 })])
    expect([last.heartLevel, last.reason]).toEqual([2, { kind: 'maximum', over: 15, minutes: 3, limit: 180 }])
  })

  it('stays with the level that is held, and changes with it', () => {
    const { assessments } = judgeEach(minutely([181, 181, 181, 160, 160, 90, 90, 90]))
    const kinds = assessments.map((one) => one.reason?.kind)
    const [max, inst] = ['maximum', 'instantaneous']
    expect(kinds).toEqual([undefined, undefined, max, max, inst, inst, undefined, undefined])
  })
})
