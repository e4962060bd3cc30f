import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { judgeBatch, judgeReading } from './judge.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { shownAt } from './shown.ts'
import { expiresAt, withoutExpired, type WorkerReading, type WorkerSettings } from './worker-state.ts'

// A worker of 40: sustained 140, instantaneous 159, maximum 180 bpm.
const heartLevels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.heartLevel)
const totalLevels = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) =>
  judgeEach(readings, settingsOf(changes)).assessments.map((one) => one.totalLevel)

describe('total level', () => {
  it.each([
    [90, 27.9, 0, 0, 0],
    [90, 28, 0, 1, 1],
    [90, 29, 0, 2, 2],
    [90, 31, 0, 3, 2],
    [141, 27.9, 1, 0, 1],
    [141, 28, 1, 1, 1],
    [141, 29, 1, 2, 2],
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
    expect(totalLevels(minutely([90, 181, 181, 181]))).toEqual([0, 0, 0, 3])
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
    expect(last).toMatchObject({ heartLevel: null, heatLevel: wbgt === 27 ? 0 : heatLevel, totalLevel })
  })
})

describe('lost data', () => {
  it('turns safe into none after more than 5 minutes without a valid heart rate', () => {
    const rates = [90, ...times(7, null)]
    expect(totalLevels(minutely(rates))).toEqual([0, 0, 0, 0, 0, 0, null, null])
    expect(totalLevels(minutely(rates, { wbgt: 27 }))).toEqual([0, 0, 0, 0, 0, 0, null, null])
    expect(totalLevels(minutely(rates, { wbgt: 29 }))).toEqual(times(8, 2))
    expect(totalLevels(minutely([...rates, 90])).at(-1)).toBe(0)
  })

  it('waits longer where the device does', () => {
    const slow = [90, null, null, null].map((heartRate, index) => readingAt(index * 10, { heartRate, intervalMinutes: 10 }))
    expect(totalLevels(slow)).toEqual([0, 0, 0, null])
  })

  it('keeps a heart level of at least 1, marked after more than 5 minutes', () => {
    const { assessments } = judgeEach(minutely([181, 181, 181, ...times(20, null)]))
    expect(assessments.slice(2).map((one) => one.heartLevel)).toEqual(times(21, 3))
    expect(assessments.slice(2).map((one) => one.totalLevel)).toEqual(times(21, 3))
    expect(assessments.map((one) => one.lost.heartRate)).toEqual([...times(8, false), ...times(15, true)])
    expect(assessments.at(-1)).toMatchObject({ conditionOpen: true, reason: { kind: 'maximum' } })
  })

  it('keeps it even where the last valid reading was lower but the hold still ran', () => {
    const { assessments } = judgeEach(minutely([181, 181, 181, 90, ...times(20, null)], { wbgt: 28 }))
    expect(assessments.slice(2).map((one) => one.heartLevel)).toEqual(times(22, 3))
    expect(assessments.slice(2).map((one) => one.totalLevel)).toEqual(times(22, 3))
  })

  it('does not raise the total on a level that only the hold still shows', () => {
    const lost = readingAt(3.5, { heartRate: null, wbgt: 28 })
    expect(totalLevels([...minutely([160, 160, 160, 90], { wbgt: 27 }), lost])).toEqual([0, 0, 2, 2, 2])
  })

  it('goes down two minutes after heart rate is back and lower', () => {
    const rates = [181, 181, 181, ...times(9, null), 90, 90, 90]
    expect(heartLevels(minutely(rates)).slice(-3)).toEqual([3, 0, 0])
    const quick = [12, 12.9, 13].map((minute) => readingAt(minute, { heartRate: 90 }))
    expect(heartLevels([...minutely(rates.slice(0, 12)), ...quick]).slice(-3)).toEqual([3, 3, 0])
  })

  it('comes down in time although every other reading has no heart rate', () => {
    const flicker = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? null : 90))
    expect(heartLevels(minutely([181, 181, 181, 90, ...flicker])).indexOf(0, 3)).toBe(5)
  })

  it('keeps a heat level of at least 1, and drops heat level 0, both marked at once', () => {
    const hot = judgeEach([readingAt(0, { wbgt: 29 }), ...minutely(times(9, 90), {}, 1)])
    expect(hot.last).toMatchObject({ heatLevel: 2, totalLevel: 2, lost: { wbgt: true }, excess: null })
    expect(hot.last.heatReason).toEqual({ kind: 'heat', limit: 28, over: 1, minutes: 0 })
    const cool = judgeEach([readingAt(0, { wbgt: 27 }), readingAt(1)])
    expect(cool.last).toMatchObject({ heatLevel: null, totalLevel: 0, lost: { wbgt: true }, heatReason: null })
    const back = judgeEach([readingAt(0, { wbgt: 29 }), readingAt(1), readingAt(3, { wbgt: 27 })])
    expect(back.last).toMatchObject({ heatLevel: 0, totalLevel: 0, lost: { wbgt: false } })
    expect(judgeEach([readingAt(0)]).last.lost).toEqual({ heartRate: false, wbgt: false })
  })

  it('lets the total follow the heat while the heart level is kept', () => {
    const lost = (minute: number, wbgt: number) => readingAt(minute, { heartRate: null, wbgt })
    const readings = [...minutely(times(6, 141), { wbgt: 27 }), lost(11, 27), lost(12, 29), lost(13, 27), lost(14, 27)]
    expect(totalLevels(readings).slice(5)).toEqual([1, 1, 2, 2, 1])
  })

  it('never lowers or ends anything by silence', () => {
    const { state } = judgeEach(minutely([181, 181, 181]))
    expect(judgeReading(state, readingAt(200, { heartRate: null }), settingsOf()).assessment).toMatchObject({
      heartLevel: 3,
      totalLevel: 3,
      conditionOpen: true,
      lost: { heartRate: true },
      noHeartRate: false,
    })
  })
})

describe('kept values have an end', () => {
  const hot = readingAt(0, { wbgt: 31.5 })

  it.each([
    [60, 3, 2],
    [60.01, null, 0],
  ])('a heat level, %d minutes after the last reading with a WBGT: %s', (minutes, heatLevel, totalLevel) => {
    expect(judgeEach([hot, readingAt(minutes)]).last).toMatchObject({ heatLevel, totalLevel })
  })

  it.each([
    [240, 3],
    [240.01, null],
  ])('a heart level, %d minutes after the last valid heart rate: %s', (minutes, level) => {
    const lost = readingAt(2 + minutes, { heartRate: null })
    expect(judgeEach([...minutely(times(3, 181)), lost]).last).toMatchObject({ heartLevel: level, totalLevel: level })
  })

  it("yesterday's heat makes none of today's danger", () => {
    const days = [readingAt(17 * 60, { heartRate: 80 }), readingAt(60 * 24 * 60, { heartRate: 80 })]
    for (const next of days) expect(judgeEach([hot, next]).last).toMatchObject({ heatLevel: null, totalLevel: 0 })
    const strained = judgeEach([hot, ...minutely(times(30, 145), {}, 17 * 60)])
    expect(strained.last).toMatchObject({ heartLevel: 2, totalLevel: 2, emergency: null })
  })

  it('holds nothing that rested on it for two minutes more', () => {
    const { assessments } = judgeEach([hot, ...minutely(times(62, 90), {}, 1)])
    expect(assessments.slice(59).map((one) => one.totalLevel)).toEqual([2, 2, 0, 0])
    const heart = judgeEach([...minutely(times(3, 181)), ...minutely(times(241, null), { wbgt: 28 }, 3)])
    expect(heart.assessments.slice(-3).map((one) => one.totalLevel)).toEqual([3, 3, 1])
  })

  it('leaves the heart its own two minutes when heat no longer counts', () => {
    const readings = [hot, ...minutely(times(3, 181), {}, 58), readingAt(60.5)]
    expect(totalLevels(readings)).toEqual([2, 2, 2, 3, 3])
  })

  it('leaves the heat its own two minutes when the heart no longer counts', () => {
    const atTheEnd = [
      readingAt(242, { heartRate: null, wbgt: 28 }),
      readingAt(242.5, { heartRate: 90, wbgt: 26 }),
      readingAt(244.5, { wbgt: 26 }),
    ]
    expect(totalLevels([...minutely(times(3, 90)), ...atTheEnd]).slice(-2)).toEqual([1, 0])
    expect(totalLevels([...minutely(times(3, 181)), ...atTheEnd]).slice(-2)).toEqual([1, 0])
  })

  it('takes nothing from what is held where it made no level', () => {
    const strained = minutely(times(6, 141), { wbgt: 28, wbgtRank: 1 }, 55)
    const after = readingAt(60.5, { heartRate: 90, wbgt: 28, wbgtRank: 1 })
    for (const first of [readingAt(0), readingAt(0, { wbgt: 26 })])
      expect(totalLevels([first, ...strained, after]).slice(-2)).toEqual([1, 1])
  })

  it('is known in advance', () => {
    const at = (minutes: number) => START + minutes * MINUTE_MS
    expect(judgeEach([readingAt(0, { wbgt: 27 })]).last.expiresAt).toBeNull()
    expect(judgeEach([hot]).last.expiresAt).toBe(at(60))
    const { state, last } = judgeEach(minutely(times(3, 181), { wbgt: 31.5 }))
    expect(last.expiresAt).toBe(at(62))
    const later = withoutExpired(state, at(63))
    expect(later).toMatchObject({ state: { total: 3, heat: null, keptHeat: [] }, end: null })
    expect(expiresAt(later.state)).toBe(at(242))
    const over = withoutExpired(state, at(242) + 1)
    expect(over).toMatchObject({ state: { total: null, condition: null }, end: { at: at(242), ending: 'lost' } })
    expect(expiresAt(over.state)).toBeNull()
    expect(withoutExpired(over.state, at(5000))).toEqual({ state: over.state, end: null })
  })

  it('does not restart a level that a late backlog continues', () => {
    // The job has taken the levels back by the clock, and the readings of that time come in only now.
    const { state } = judgeEach(minutely(times(3, 181)))
    const next = readingAt(3, { heartRate: 181 })
    expect(judgeReading({ ...state, condition: null }, next, settingsOf()).assessment).toMatchObject({ heartLevel: 3, conditionOpen: true })
  })
})

describe('nearer and farther heat', () => {
  const from = (minute: number, wbgtRank: 0 | 1 | 2, wbgt: number) => readingAt(minute, { wbgt, wbgtRank })
  const heats = (readings: WorkerReading[]) => judgeEach(readings).assessments.map((one) => one.heatLevel)

  it('a farther source never lowers a level kept from a nearer one', () => {
    expect(heats([from(0, 0, 29), from(1, 2, 25), from(2, 1, 28)])).toEqual([2, 2, 2])
  })

  it('a nearer source lowers that of a farther one, and the same its own', () => {
    expect(heats([from(0, 2, 31), from(1, 0, 27), from(2, 0, 26)])).toEqual([3, 0, 0])
  })

  it('a farther one raises, and falls back to what is kept', () => {
    expect(heats([from(0, 0, 28), from(1, 2, 31), from(2, 2, 25), readingAt(3)])).toEqual([1, 3, 1, 1])
  })

  it('what the nearer one said counts for 60 minutes', () => {
    expect(heats([from(0, 0, 29), from(60, 2, 25), from(60.01, 2, 25)])).toEqual([2, 2, 0])
  })

  it('what a farther one said does not outlive a nearer one', () => {
    expect(heats([from(0, 2, 31), from(1, 1, 27), readingAt(2)])).toEqual([3, 0, null])
  })
})

describe('between readings', () => {
  it.each([
    [90, 5, 0, false],
    [90, 5.01, null, true],
    [181, 5, 3, false],
    [181, 5.01, 3, true],
    [181, 240, 3, true],
    [181, 240.01, null, true],
  ])('%i bpm, %d minutes later: %s, signal lost %s', (bpm, minutes, totalLevel, signalLost) => {
    const { state } = judgeEach(minutely([bpm, bpm, bpm]))
    expect(shownAt(state, START + 2 * MINUTE_MS + minutes * MINUTE_MS)).toEqual({ totalLevel, signalLost })
  })

  it('waits longer for a slow device', () => {
    const { state } = judgeEach([readingAt(0, { intervalMinutes: 10 })])
    expect(shownAt(state, START + 25 * MINUTE_MS).totalLevel).toBe(0)
    expect(shownAt(state, START + 25 * MINUTE_MS + 1).totalLevel).toBeNull()
  })

  it('lets heat end after an hour and the heart level after four', () => {
    const { state } = judgeEach(minutely(times(6, 141), { wbgt: 29 }))
    const after = (hours: number) => shownAt(state, START + 5 * MINUTE_MS + hours * HOUR_MS + 1).totalLevel
    expect([0.5, 1, 4].map(after)).toEqual([2, 1, null])
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
    expect(after.heart.streams[0]?.pulses.steps).toEqual([0, 185])
  })

  it.each<Partial<WorkerReading>[]>([
    [{ call: false }, { call: true }],
    [{ heartRate: 90 }, { heartRate: 185 }],
    [{ wbgt: 27 }, { wbgt: 31 }],
    [{ deviceId: 1 }, { deviceId: 2 }],
    [{ wbgtRank: 2 }, { wbgtRank: 0 }],
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
    const readings = minutely([90, 181, 181, 181, 80])
    const { assessments } = judgeBatch(null, readings.toReversed(), settingsOf())
    expect(assessments.map((one) => one.heartRate)).toEqual([80, 181, 181, 181, 90])
    expect(assessments.map((one) => one.heartLevel)).toEqual([3, 3, 0, 0, 0])
    expect(judgeBatch(state, [], settingsOf())).toEqual({ state, assessments: [] })
  })
})

describe('what is lost', () => {
  const lastOf = (...readings: WorkerReading[]) => judgeEach(readings).last

  it('is the WBGT of a site that has a watcher, also where no level rests on it', () => {
    const expecting = { expectsWbgt: true }
    expect(lastOf(readingAt(0, expecting)).lost).toEqual({ heartRate: false, wbgt: true })
    expect(lastOf(readingAt(0, { ...expecting, wbgt: 20 }), readingAt(70, expecting))).toMatchObject({
      totalLevel: 0,
      lost: { wbgt: true },
    })
    expect(lastOf(readingAt(0, { ...expecting, wbgt: 20 })).lost.wbgt).toBe(false)
    expect(lastOf(readingAt(0)).lost.wbgt).toBe(false)
  })

  it('is the heart rate after half an hour, where the device does not say that it sends less often', () => {
    const slow = (intervalMinutes: number | null) => [0, 60, 120, 180].map((minute) => readingAt(minute, { intervalMinutes }))
    const missing = (minute: number, intervalMinutes: number | null) => readingAt(minute, { heartRate: null, intervalMinutes })
    expect(lastOf(...slow(null), missing(210, null))).toMatchObject({ heartLevel: 0, lost: { heartRate: false } })
    expect(lastOf(...slow(null), missing(211, null))).toMatchObject({ heartLevel: null, lost: { heartRate: true } })
    expect(lastOf(...slow(60), missing(211, 60))).toMatchObject({ heartLevel: 0, lost: { heartRate: false } })
  })
})
