import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { judgeBatch, judgeReading } from './judge.ts'
import { MINUTE_MS, SECOND_MS } from './milliseconds.ts'
import { shownAt, type WorkerReading, type WorkerSettings } from './worker-state.ts'

// A worker of 40: sustained 140, instantaneous 159, maximum 180 bpm.
const heartLevels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.heartLevel)
const totalLevels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.totalLevel)

describe('heart level', () => {
  it.each<[string, (number | null)[], (number | null)[]]>([
    ['at the sustained limit', times(7, 140), [0, 0, 0, 0, 0, 0, 0]],
    ['above the sustained limit for 5 minutes', times(7, 141), [0, 0, 0, 0, 0, 1, 1]],
    ['and for three times as long', times(17, 141), [...times(5, 0), ...times(10, 1), 2, 2]],
    ['at the instantaneous limit', times(3, 159), [0, 0, 0]],
    ['above the instantaneous limit for 1 minute', times(3, 160), [0, 2, 2]],
    ['at the maximum limit', times(3, 180), [0, 2, 2]],
    ['above the maximum limit for 1 minute', times(3, 181), [0, 3, 3]],
    ['at 40 bpm', times(5, 40), [0, 0, 0, 0, 0]],
    ['below 40 bpm for 3 minutes', times(5, 39), [0, 0, 0, 2, 2]],
    ['a single peak', [90, 200, 90, 90], [0, 0, 0, 0]],
    ['a streak broken by one reading', [141, 141, 141, 141, 140, 141, 141, 141], times(8, 0)],
    ['skipped readings do not break a streak', [141, null, 141, null, null, 141], [0, 0, 0, 0, 0, 1]],
    ['skipped readings do not lengthen it', [141, 141, 141, 141, null, null], times(6, 0)],
    ['implausible readings are skipped', [181, 0, 241, Number.NaN, 181], [0, 0, 0, 0, 3]],
  ])('%s', (_, heartRates, levels) => {
    expect(heartLevels(minutely(heartRates))).toEqual(levels)
  })

  it.each<[Partial<WorkerSettings>, number, number[]]>([
    [{ sustainedMinutes: 2 }, 141, [0, 0, 1, 1, 1, 1, 2]],
    [{ instantaneousMinutes: 3 }, 160, [0, 0, 0, 2, 2, 2, 2]],
    [{ maximumMinutes: 2, instantaneousMinutes: 9 }, 181, [0, 0, 3, 3, 3, 3, 3]],
    [{ maximumMinutes: 0 }, 181, times(7, 3)],
    [{ sustainedMinutes: 0 }, 141, [0, 2, 2, 2, 2, 2, 2]],
  ])('durations of the master settings: %j', (changes, bpm, levels) => {
    expect(heartLevels(minutely(times(7, bpm)), changes)).toEqual(levels)
  })

  it('rests on the one-minute median of a fast device', () => {
    const seconds = (bpm: (second: number) => number) =>
      Array.from({ length: 130 }, (_, second) => readingAt(second / 60, { heartRate: bpm(second) }))
    expect(Math.max(...(heartLevels(seconds((second) => (second % 3 === 0 ? 200 : 120))) as number[]))).toBe(0)
    expect(heartLevels(seconds((second) => (second % 3 === 0 ? 120 : 200))).at(-1)).toBe(3)
  })

  it.each([
    [5, 1, 3],
    [5.01, 1, 0],
    [25, 10, 3],
    [25.01, 10, 0],
    [25, null, 0],
  ])('a silence of %d minutes at interval %s leaves level %i', (minutes, intervalMinutes, level) => {
    const readings = [0, minutes].map((at) => readingAt(at, { heartRate: 181, intervalMinutes }))
    expect(heartLevels(readings).at(-1)).toBe(level)
  })

  it('remembers the interval of the device while it is the same', () => {
    const second = readingAt(20, { heartRate: 181, intervalMinutes: null })
    expect(heartLevels([readingAt(0, { heartRate: 181, intervalMinutes: 10 }), second])).toEqual([0, 3])
    expect(heartLevels([readingAt(0, { heartRate: 181, intervalMinutes: 10 }), { ...second, wearId: 2 }])).toEqual([0, 0])
  })

  it('begins streaks and median anew with another spell of wearing, and keeps the level for the hold', () => {
    const before = minutely([141, 141, 141, 141, 141, 181, 181])
    const after = (count: number) => minutely(times(count, 181), { wearId: 2 }, 6.5)
    expect(heartLevels([...before, ...after(1)]).slice(-2)).toEqual([3, 3])
    expect(heartLevels([...minutely(times(5, 181), {}, 0).slice(0, 1), ...after(2)])).toEqual([0, 0, 3])
    const calm = readingAt(0.5, { heartRate: 90, wearId: 2 })
    const judged = judgeEach([readingAt(0, { heartRate: 200 }), calm])
    expect(judged.state.heart.pulses?.steps).toEqual([0, 90])
  })
})

describe('going down', () => {
  it('needs the lower level to hold for 2 minutes, step by step', () => {
    const rates = [181, 181, 160, 160, 160, 90, 90, 90]
    expect(heartLevels(minutely(rates))).toEqual([0, 3, 3, 2, 2, 2, 0, 0])
  })

  it('is due at 2 minutes to the millisecond', () => {
    const calm = (ms: number) => readingAt(1 + ms / MINUTE_MS, { heartRate: 90 })
    const from = minutely([181, 181])
    expect(heartLevels([...from, calm(90_000), calm(119_999)]).at(-1)).toBe(3)
    expect(heartLevels([...from, calm(90_000), calm(120_000)]).at(-1)).toBe(0)
  })

  it('holds the total level as it was judged, not heart and heat at their highest one by one', () => {
    const hot = (minute: number, heartRate: number, wbgt: number) => readingAt(minute, { heartRate, wbgt })
    const readings = [hot(0, 160, 27), hot(1, 160, 27), hot(1.9, 90, 27), hot(2.5, 90, 28), hot(2.9, 90, 28), hot(3, 90, 28)]
    expect(totalLevels(readings)).toEqual([0, 2, 2, 2, 2, 1])
  })
})

describe('total level', () => {
  it.each([
    [90, 27.9, 0, 0, 0],
    [90, 28, 0, 1, 1],
    [90, 29, 0, 2, 2],
    [90, 31, 0, 3, 3],
    [141, 27.9, 1, 0, 1],
    [141, 28, 1, 1, 2],
    [141, 29, 1, 2, 3],
    [160, 28, 2, 1, 3],
    [181, 31, 3, 3, 3],
  ])('%i bpm and %d °C: heart %i, heat %i, total %i', (bpm, wbgt, heartLevel, heatLevel, totalLevel) => {
    const { last } = judgeEach(minutely(times(7, bpm), { wbgt }))
    expect(last).toMatchObject({ heartLevel, heatLevel, totalLevel, conditionOpen: heartLevel >= 1 })
  })

  it('takes clothing and reference value', () => {
    const settings = settingsOf({ referenceWbgt: 26, clothingAdjustment: 2 })
    expect(judgeEach([readingAt(0, { wbgt: 26.5 })], settings).last).toMatchObject({ excess: 2.5, heatLevel: 2 })
  })

  it('is the heart level without usable WBGT', () => {
    expect(totalLevels(minutely([90, 181, 181]))).toEqual([0, 0, 3])
  })

  it.each([
    [27, null, null],
    [28, 1, 1],
    [31, 3, 3],
    [null, null, null],
    [Number.NaN, null, null],
    [50.1, null, null],
    [-10.1, null, null],
  ])('without a heart rate from the first, at %s °C: heat %s, total %s', (wbgt, heatLevel, totalLevel) => {
    // Heat level 0 is known, yet does not make a worker safe.
    const { last } = judgeEach([readingAt(0, { heartRate: null, wbgt })])
    expect(last).toMatchObject({ heartLevel: null, heatLevel: wbgt === 27 ? 0 : heatLevel, totalLevel, stale: false })
  })
})

describe('lost data', () => {
  it('turns safe into none after 5 minutes without a valid heart rate', () => {
    const rates = [90, ...times(6, null)]
    expect(totalLevels(minutely(rates))).toEqual([0, 0, 0, 0, 0, null, null])
    expect(totalLevels(minutely(rates, { wbgt: 27 }))).toEqual([0, 0, 0, 0, 0, null, null])
    expect(totalLevels(minutely(rates, { wbgt: 29 }))).toEqual(times(7, 2))
    expect(totalLevels(minutely([...rates, 90])).at(-1)).toBe(0)
  })

  it('keeps a heart level of at least 1, marked after 5 minutes', () => {
    const { assessments } = judgeEach(minutely([181, 181, ...times(20, null)]))
    expect(assessments.slice(1).map((one) => one.heartLevel)).toEqual(times(21, 3))
    expect(assessments.slice(1).map((one) => one.totalLevel)).toEqual(times(21, 3))
    expect(assessments.map((one) => one.stale)).toEqual([...times(6, false), ...times(16, true)])
    expect(assessments.at(-1)).toMatchObject({ conditionOpen: true, reason: { kind: 'maximum' } })
  })

  it('keeps it even where the last valid reading was lower but the hold still ran', () => {
    const { assessments } = judgeEach(minutely([181, 181, 90, ...times(20, null)], { wbgt: 28 }))
    expect(assessments.slice(1).map((one) => one.heartLevel)).toEqual(times(22, 3))
    expect(assessments.slice(1).map((one) => one.totalLevel)).toEqual(times(22, 3))
  })

  it('does not raise the total on a level that only the hold still shows', () => {
    const lost = readingAt(2.5, { heartRate: null, wbgt: 28 })
    expect(totalLevels([...minutely([160, 160, 90], { wbgt: 27 }), lost])).toEqual([0, 2, 2, 2])
  })

  it('goes down two minutes after heart rate is back and lower', () => {
    const rates = [181, 181, ...times(9, null), 90, 90, 90]
    expect(heartLevels(minutely(rates)).slice(-3)).toEqual([3, 0, 0])
    const quick = [readingAt(11, { heartRate: 90 }), readingAt(11.9, { heartRate: 90 }), readingAt(12, { heartRate: 90 })]
    expect(heartLevels([...minutely(rates.slice(0, 11)), ...quick]).slice(-3)).toEqual([3, 3, 0])
  })

  it('comes down in time although every other reading has no heart rate', () => {
    const flicker = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? null : 90))
    expect(heartLevels(minutely([181, 181, 90, ...flicker])).indexOf(0, 2)).toBe(4)
  })

  it('keeps a heat level of at least 1, marked at once, and drops heat level 0', () => {
    const hot = judgeEach([readingAt(0, { wbgt: 29 }), ...minutely(times(9, 90), {}, 1)])
    expect(hot.last).toMatchObject({ heatLevel: 2, totalLevel: 2, stale: true, excess: null })
    const cool = judgeEach([readingAt(0, { wbgt: 27 }), readingAt(1)])
    expect(cool.last).toMatchObject({ heatLevel: null, totalLevel: 0, stale: false })
    expect(judgeEach([readingAt(0, { wbgt: 29 }), readingAt(1), readingAt(3, { wbgt: 27 })]).last).toMatchObject({
      heatLevel: 0,
      totalLevel: 0,
      stale: false,
    })
  })

  it('lets the total follow the heat while the heart level is kept', () => {
    const lost = (minute: number, wbgt: number) => readingAt(minute, { heartRate: null, wbgt })
    const readings = [...minutely(times(6, 141), { wbgt: 27 }), lost(11, 27), lost(12, 29), lost(13, 27), lost(14, 27)]
    expect(totalLevels(readings).slice(5)).toEqual([1, 1, 3, 3, 1])
  })

  it('never lowers or ends anything by silence', () => {
    const { state } = judgeEach(minutely([181, 181]))
    expect(judgeReading(state, readingAt(300, { heartRate: null }), settingsOf()).assessment).toMatchObject({
      heartLevel: 3,
      totalLevel: 3,
      conditionOpen: true,
      stale: true,
      noHeartRate: false,
    })
  })
})

describe('between readings', () => {
  it.each([
    [90, 5, 0, false],
    [90, 5.01, null, false],
    [181, 5, 3, false],
    [181, 5.01, 3, true],
    [181, 5000, 3, true],
  ])('%i bpm, %d minutes later: %s, stale %s', (bpm, minutes, totalLevel, stale) => {
    const { state } = judgeEach(minutely([bpm, bpm]))
    expect(shownAt(state, START + (1 + minutes) * MINUTE_MS)).toEqual({ totalLevel, stale })
  })

  it('waits longer for a slow device', () => {
    const { state } = judgeEach([readingAt(0, { intervalMinutes: 10 })])
    expect(shownAt(state, START + 25 * MINUTE_MS).totalLevel).toBe(0)
    expect(shownAt(state, START + 25 * MINUTE_MS + 1).totalLevel).toBeNull()
  })
})

describe('no heart rate', () => {
  it.each<[string, WorkerReading[], boolean[]]>([
    ['after 5 minutes of readings without one', minutely([90, ...times(6, null)]), [...times(5, false), true, true]],
    ['from the first reading on', minutely(times(7, null)), [...times(5, false), true, true]],
    ['over with a valid one', minutely([...times(7, null), 90, null]), [...times(5, false), true, true, false, false]],
    ['not at the first reading after a silence', [readingAt(0), ...minutely([null, null], {}, 60)], [false, false, false]],
    ['but 5 minutes into it', [readingAt(0), ...minutely(times(6, null), {}, 60)], [...times(6, false), true]],
    ['begun anew by another device', [...minutely(times(5, null)), ...minutely([null, null], { wearId: 2 }, 5)], times(7, false)],
  ])('%s', (_, readings, expected) => {
    expect(judgeEach(readings).assessments.map((one) => one.noHeartRate)).toEqual(expected)
  })
})

describe('reason', () => {
  it.each([
    [141, 6, { kind: 'sustained', limit: 140, minutes: 5 }],
    [141, 16, { kind: 'sustainedLong', limit: 140, minutes: 15 }],
    [160, 2, { kind: 'instantaneous', limit: 159, minutes: 1 }],
    [181, 2, { kind: 'maximum', limit: 180, minutes: 1 }],
    [39, 4, { kind: 'low', limit: 40, minutes: 3 }],
    [90, 9, null],
    [null, 9, null],
  ])('of %s bpm for %i readings', (bpm, count, reason) => {
    expect(judgeEach(minutely(times(count, bpm))).last.reason).toEqual(reason)
  })

  it('stays with the level that is held, and changes with it', () => {
    const { assessments } = judgeEach(minutely([181, 181, 160, 160, 90, 90, 90]))
    const kinds = assessments.map((one) => one.reason?.kind)
    const [max, inst] = ['maximum', 'instantaneous']
    expect(kinds).toEqual([undefined, max, max, inst, inst, undefined, undefined])
  })
})

describe('order', () => {
  const { state } = judgeEach(minutely(times(7, 181), { wbgt: 29 }))

  it.each([
    ['repeated', 6],
    ['older', 5.5],
    ['much older', -600],
    ['without a time', Number.NaN],
  ])('a %s reading is measured but leaves the state alone', (_, minute) => {
    const judged = judgeReading(state, readingAt(minute, { heartRate: 88, wbgt: 27 }), settingsOf())
    expect(judged.state).toBe(state)
    expect(judged.assessment).toMatchObject({ fresh: false, heartRate: 88, excess: -1, heartLevel: 3, totalLevel: 3 })
  })

  it('of several at one instant the worst is judged, once', () => {
    const twins = [readingAt(8, { heartRate: 90 }), readingAt(8, { heartRate: 185 }), readingAt(8, { heartRate: null })]
    const { assessments, state: after } = judgeBatch(state, twins, settingsOf())
    expect(assessments.map((one) => one.fresh)).toEqual([false, true, false])
    expect(after.heart.pulses?.steps).toEqual([0, 185])
  })

  it.each<Partial<WorkerReading>[]>([
    [{ call: false }, { call: true }],
    [{ heartRate: 90 }, { heartRate: 185 }],
    [{ wbgt: 27 }, { wbgt: 31 }],
    [{ wearId: 1 }, { wearId: 2 }],
    [{ intervalMinutes: null }, { intervalMinutes: 10 }],
    [{ receivedAt: START + 40 * MINUTE_MS }, { receivedAt: START + 30 * MINUTE_MS }],
  ])('of %j and %j at one instant the second is judged, however they arrive', (less, more) => {
    const twins = [readingAt(8, less), readingAt(8, more)]
    const there = judgeBatch(state, twins, settingsOf())
    const back = judgeBatch(state, twins.toReversed(), settingsOf())
    expect(there.assessments.map((one) => one.fresh)).toEqual([false, true])
    expect(back.assessments.toReversed()).toEqual(there.assessments)
    expect(back.state).toEqual(there.state)
  })

  it('of a batch is by time, the assessments aligned with the input', () => {
    const readings = minutely([90, 181, 181, 90])
    const { assessments } = judgeBatch(null, readings.toReversed(), settingsOf())
    expect(assessments.map((one) => one.heartRate)).toEqual([90, 181, 181, 90])
    expect(assessments.map((one) => one.heartLevel)).toEqual([3, 3, 0, 0])
    expect(judgeBatch(state, [], settingsOf())).toEqual({ state, assessments: [] })
  })

  it('a fast device keeps a streak through readings that are milliseconds apart', () => {
    const fast = Array.from({ length: 700 }, (_, index) => readingAt((index * SECOND_MS) / 10 / MINUTE_MS, { heartRate: 181 }))
    expect(judgeEach(fast).last.heartLevel).toBe(3)
  })
})
