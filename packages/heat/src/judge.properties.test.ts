import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Level } from './alert-level.ts'
import { gapLimitMs } from './gap.ts'
import { judgeEach, readingAt, settingsOf, START } from './fixtures.ts'
import { judgeBatch, judgeReading, type WorkerAssessment } from './judge.ts'
import { HEAT_KEPT_MS } from './kept-heat.ts'
import { HEART_KEPT_MS, heartLostAfterMs } from './heart-level.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './milliseconds.ts'
import type { HeatRank } from './usable-heat.ts'
import { packState, type StoredState, unpackState } from './packed-state.ts'
import { shownAt } from './shown.ts'
import { aheadOf, hasGapWithin, intervalAt, limitAt, meansAt, medianAt, type SeenReading, type ValidReading } from './test-history.ts'
import { closeEmergency, type WorkerReading, type WorkerState } from './worker-state.ts'

const settings = settingsOf({ emergencyMinutes: 4 })

/** Shifts of the days before, by which the limits of the mean and the peak do not depend on this shift. */
const shifts = [2, 3, 4].map((day) => ({ endedAt: START - day * DAY_MS, mean: 110, peak: 150 }))

// Runs of one heart rate, so that streaks come about; about a third of the time something is missing or odd.
const stepMs = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(20 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 * MINUTE_MS }) },
  { weight: 1, arbitrary: fc.constantFrom(5 * MINUTE_MS, 5 * MINUTE_MS + 1, 4 * HOUR_MS) },
)
const validBpm = fc.oneof(fc.constantFrom(90, 141, 160, 181), fc.integer({ min: 40, max: 240 }))
const heartRate = fc.oneof({ weight: 4, arbitrary: validBpm }, { weight: 1, arbitrary: fc.constantFrom(null, 35, 0, Number.NaN, 300) })
const wbgt = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 260, max: 320 }).map((tenths) => tenths / 10) },
  { weight: 2, arbitrary: fc.constantFrom(null, Number.NaN, 99) },
)
const run = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  stepMs,
  heartRate,
  wbgt,
  call: fc.boolean(),
  intervalMinutes: fc.constantFrom(null, 1, 1, 1, 10),
  deviceId: fc.constantFrom(1, 1, 1, 2),
  wbgtRank: fc.constantFrom<HeatRank>(0, 0, 0, 1, 2),
})

/** Readings in time order at distinct instants. */
const stream = fc.array(run, { minLength: 1, maxLength: 8 }).map((runs): WorkerReading[] => {
  let at = START
  return runs.flatMap(({ count, stepMs: step, call, ...rest }) =>
    Array.from({ length: count }, (_, index) => {
      at += step
      return { at, receivedAt: at, call: call && index === count - 1, ...rest }
    }),
  )
})
const calm = (readings: WorkerReading[]) => readings.map((reading) => ({ ...reading, call: false }))
const rank = (level: Level | null) => level ?? -1
/** `state` as it comes back from the database. */
const acrossJson = (state: WorkerState) => unpackState(JSON.parse(JSON.stringify(packState(state))) as StoredState)
const assess = (readings: WorkerReading[], by = settings) => judgeEach(readings, by).assessments

describe('monotone', () => {
  it('in WBGT', () => {
    fc.assert(
      fc.property(stream, fc.double({ min: 0, max: 10, noNaN: true }), (readings, rise) => {
        const hotter = readings.map((one) => ({ ...one, wbgt: one.wbgt === null ? null : one.wbgt + rise }))
        const [before, after] = [assess(readings), assess(hotter)]
        before.forEach((one, index) => {
          expect(rank(after[index]?.heatLevel ?? null)).toBeGreaterThanOrEqual(rank(one.heatLevel))
          expect(rank(after[index]?.totalLevel ?? null)).toBeGreaterThanOrEqual(rank(one.totalLevel))
        })
      }),
    )
  })

  it('in heart rate from 40 to 240, where the own measure is known', () => {
    const known = stream.map((readings) => readings.filter((one) => one.heartRate !== 35))
    // None means a danger that is not known yet: more than 0.
    const unclear = (level: Level | null) => level ?? 0.5
    fc.assert(
      fc.property(known, fc.integer({ min: 0, max: 60 }), (readings, rise) => {
        fc.pre(readings.length > 0)
        const lift = (bpm: number | null) => (bpm === null || !(bpm >= 40 && bpm <= 240) ? bpm : Math.min(240, bpm + rise))
        // With m = 2 heat that is all that is known shows whole, and beside a heart level up to 2.
        const measured = { ...settings, shifts, heatAloneMaxLevel: 3 as const }
        const lifted = readings.map((one) => ({ ...one, heartRate: lift(one.heartRate) }))
        const [before, after] = [assess(readings, measured), assess(lifted, measured)]
        before.forEach((one, index) => {
          const higher = after[index] as WorkerAssessment
          if (one.heartRate === null) return
          expect(unclear(higher.heartLevel)).toBeGreaterThanOrEqual(unclear(one.heartLevel))
          expect(unclear(higher.totalLevel)).toBeGreaterThanOrEqual(unclear(one.totalLevel))
          expect(higher.accumulatedMinutes).toBeGreaterThanOrEqual(one.accumulatedMinutes)
        })
      }),
    )
  })
})

describe('order and batches', () => {
  it('leave the state alone if a reading is repeated or late, except for calls', () => {
    fc.assert(
      fc.property(stream, fc.nat(), heartRate, wbgt, fc.boolean(), (readings, pick, bpm, heat, call) => {
        const { state } = judgeEach(readings, settings)
        const at = Math.min((readings[pick % readings.length] as WorkerReading).at + (pick % 1000), state.at as number)
        const late = readingAt(0, { at, receivedAt: at, heartRate: bpm, wbgt: heat, call })
        const judged = judgeReading(state, late, settings)
        expect(judged.assessment.fresh).toBe(false)
        if (call) expect({ ...judged.state, emergency: 0 }).toEqual({ ...state, emergency: 0 })
        else expect(judged.state).toBe(state)
        expect(judgeReading(judged.state, late, settings).state).toBe(judged.state)
      }),
    )
  })

  it('give one result in any order within one batch, readings at one instant included', () => {
    const crowded = fc.array(
      fc.record({ heartRate, wbgt, minute: fc.integer({ min: 0, max: 20 }), call: fc.boolean(), deviceId: fc.constantFrom(1, 2) }),
      { minLength: 1, maxLength: 60 },
    )
    fc.assert(
      fc.property(crowded, fc.infiniteStream(fc.nat()), (rows, keys) => {
        const readings = rows.map(({ minute, ...row }) => readingAt(minute, row))
        const shuffled = readings
          .map((reading) => ({ reading, key: keys.next().value as number }))
          .toSorted((one, other) => one.key - other.key)
          .map((one) => one.reading)
        expect(judgeBatch(null, shuffled, settings).state).toEqual(judgeBatch(null, readings, settings).state)
      }),
    )
  })

  it('align the assessments with the input', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const inOrder = judgeBatch(null, readings, settings).assessments
        expect(judgeBatch(null, readings.toReversed(), settings).assessments.toReversed()).toEqual(inOrder)
        expect(inOrder).toEqual(assess(readings))
      }),
    )
  })

  it('give one result where each reading comes alone', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const alone = (state: WorkerState | null, reading: WorkerReading) => judgeBatch(state, [reading], settings).state
        expect(readings.reduce<WorkerState | null>(alone, null)).toEqual(judgeBatch(null, readings, settings).state)
      }),
    )
  })

  it('give one result however a batch is split, across JSON', () => {
    fc.assert(
      fc.property(stream, fc.nat(), (readings, pick) => {
        const cut = pick % (readings.length + 1)
        const whole = judgeBatch(null, readings, settings)
        const first = judgeBatch(null, readings.slice(0, cut), settings)
        const second = judgeBatch(acrossJson(first.state), readings.slice(cut), settings)
        expect(second.state).toEqual(whole.state)
        expect([...first.assessments, ...second.assessments]).toEqual(whole.assessments)
      }),
    )
  })
})

describe('levels over time', () => {
  it('do not flap: once risen to a level, not below it for 2 minutes, unless what it rests on ends before', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const assessments = assess(readings)
        for (const key of ['heartLevel', 'totalLevel'] as const) {
          assessments.forEach((one, index) => {
            const level = rank(one[key])
            if (level < 1 || level <= rank(assessments[index - 1]?.[key] ?? null)) return
            const until = Math.min((readings[index] as WorkerReading).at + 2 * MINUTE_MS - 1, one.expiresAt ?? Number.POSITIVE_INFINITY)
            for (let later = index; later < readings.length && (readings[later] as WorkerReading).at <= until; later += 1) {
              expect(rank(assessments[later]?.[key] ?? null)).toBeGreaterThanOrEqual(level)
            }
          })
        }
      }),
    )
  })

  it('count no gap as time, in streaks or in accumulation', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 150 * MINUTE_MS + 1, max: 5 * HOUR_MS }), validBpm, (readings, gap, bpm) => {
        const { state, last } = judgeEach(readings, settings)
        const at = (state.at as number) + gap
        const reading = readingAt(0, { at, receivedAt: at, heartRate: bpm })
        const after = judgeReading(state, reading, settings).assessment
        const isShift = state.heart.validAt !== null && at - state.heart.validAt <= 4 * HOUR_MS
        expect(after.accumulatedMinutes).toBe(0)
        const isBeyond = bpm > settings.limits.sustained
        const stood = isShift ? Math.min(rank(last.heartLevel ?? 0), bpm > 159 ? 3 : 2) : 0
        // After a gap nobody can tell how long the limit has been passed.
        const unclear = state.heart.validAt === null ? 0 : null
        const restsOnMean = isShift && last.heartLevel === 3 && last.reason?.kind.endsWith('Mean') === true
        const expected = isBeyond ? stood || unclear : 0
        // The limit of a mean may have moved meanwhile, and a level that rests on it stays at a lower heart rate.
        if (restsOnMean) expect(rank(after.heartLevel)).toBeGreaterThanOrEqual(rank(expected as Level))
        else expect(after.heartLevel).toBe(expected)
        if (!last.noHeartRate) expect(after.noHeartRate).toBe(false)
      }),
    )
  })

  it('are never lowered by missing data while they count', () => {
    fc.assert(
      fc.property(stream, fc.array(stepMs, { minLength: 1, maxLength: 20 }), (readings, steps) => {
        const { state, last } = judgeEach(readings, settings)
        const nearest = readings.findLast(({ wbgt: one, wbgtRank }) => wbgtRank === 0 && one !== null && one < 50)
        const isHot = nearest !== undefined && (nearest.wbgt ?? 0) >= 31
        let at = state.at as number
        const lost = steps.map((step) => readingAt(0, { at: (at += step), receivedAt: at, heartRate: null }))
        judgeEach(lost, settings, state).assessments.forEach((one, index) => {
          const now = (lost[index] as WorkerReading).at
          const isKept = state.heart.validAt !== null && now - state.heart.validAt <= HEART_KEPT_MS
          if (isKept && rank(last.heartLevel) >= 1) expect(one.heartLevel).toBe(last.heartLevel)
          if (isHot && now - nearest.at <= HEAT_KEPT_MS) expect(one.heatLevel).toBe(3)
          if (isKept) expect(one.conditionOpen).toBe(last.conditionOpen)
        })
      }),
    )
  })

  it('of at least 1 never outlive their keeping time', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 0, max: 6 * HOUR_MS }), (readings, later) => {
        let state: WorkerState | null = null
        let [validAt, heatAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
        for (const reading of readings) {
          const judged: { state: WorkerState; assessment: WorkerAssessment } = judgeReading(state, reading, settings)
          state = judged.state
          const { heartRate: bpm, excess, heartLevel, heatLevel, totalLevel, conditionOpen } = judged.assessment
          if (bpm !== null) validAt = reading.at
          if (excess !== null) heatAt = reading.at
          const [heartCounts, heatCounts] = [reading.at - validAt <= HEART_KEPT_MS, reading.at - heatAt <= HEAT_KEPT_MS]
          if (!heartCounts) expect([heartLevel, conditionOpen]).toEqual([null, false])
          if (!heatCounts) expect(heatLevel).toBeNull()
          if (!heartCounts && !heatCounts) expect(totalLevel).toBeNull()
        }
        const now = (readings.at(-1) as WorkerReading).at + later
        const { totalLevel } = shownAt(state as WorkerState, now)
        if (rank(totalLevel) >= 1) expect(now - validAt <= HEART_KEPT_MS || now - heatAt <= HEAT_KEPT_MS).toBe(true)
      }),
    )
  })

  it('never show missing data as safe', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        let validAt = Number.NEGATIVE_INFINITY
        let state: WorkerState | null = null
        for (const reading of readings) {
          const judged: { state: WorkerState; assessment: WorkerAssessment } = judgeReading(state, reading, settings)
          state = judged.state
          if (judged.assessment.heartRate !== null) validAt = reading.at
          if (reading.at - validAt > heartLostAfterMs(gapLimitMs(judged.assessment.intervalMinutes), reading.intervalMinutes)) {
            expect(judged.assessment.heartLevel).not.toBe(0)
            expect(judged.assessment.totalLevel).not.toBe(0)
          }
          expect(rank(judged.assessment.totalLevel)).toBeGreaterThanOrEqual(rank(judged.assessment.heartLevel))
          expect(shownAt(state, reading.at + 150 * MINUTE_MS + 1).totalLevel).not.toBe(0)
        }
      }),
    )
  })
})

describe('a closing', () => {
  it('passed by a replay leaves what it left in the live state', () => {
    fc.assert(
      fc.property(stream, fc.nat(), fc.nat(), (readings, first, second) => {
        const stays = calm(readings)
        const [from, cut] = [first % (stays.length + 1), second % (stays.length + 1)].toSorted((one, other) => one - other) as [
          number,
          number,
        ]
        const closedAt = (stays[cut - 1]?.at ?? START) + 1
        const checkpoint = judgeBatch(null, stays.slice(0, from), settings).state
        const closed = closeEmergency(judgeBatch(checkpoint, stays.slice(from, cut), settings).state, closedAt)
        const live = judgeBatch(closed, stays.slice(cut), settings).state
        const replayed = judgeBatch(closeEmergency(checkpoint, closedAt), stays.slice(from), settings).state
        expect(replayed).toEqual(live)
      }),
    )
  })
})

describe('against a plain reckoning from the whole history', () => {
  // The rule as written, with no state: medians, intervals, gaps and streaks looked up in all readings so far.
  function judgedAt(seen: readonly SeenReading[], index: number): Level | null {
    const valid = seen.slice(0, index + 1).filter((one): one is ValidReading => one.bpm !== null)
    const median = (at: number) => medianAt(valid, at)
    const { at: t } = valid.at(-1) as ValidReading
    const lasted = (passes: (bpm: number) => boolean) => {
      let began = Number.POSITIVE_INFINITY
      for (let place = valid.length - 1; place >= 0; place -= 1) {
        const one = valid[place] as ValidReading
        const next = valid[place + 1]
        const limitMs = limitAt(valid, Math.min(place + 1, valid.length - 1))
        if (!passes(median(one.at)) || (next !== undefined && next.at - one.at > limitMs)) break
        began = one.at
      }
      return (t - began) / MINUTE_MS
    }
    const instantaneous = lasted((bpm) => bpm > 159)
    if (lasted((bpm) => bpm > 180) >= 2 || instantaneous >= 5 || meansAt(valid)) return 3
    if (instantaneous >= 2 || lasted((bpm) => bpm < 40) >= 3) return 2
    const sustained = lasted((bpm) => bpm > 140)
    if (sustained >= 15) return 2
    if (sustained >= 5) return 1
    return aheadOf(median(t)) > 0 && intervalAt(valid, valid.length - 1) === null ? null : 0
  }

  /** Whether a limit is passed since a gap, or an unknown interval, at which nobody could tell for how long. */
  function isUnclear(seen: readonly SeenReading[], index: number, judged: readonly (Level | null)[]): boolean {
    const valid = seen.slice(0, index + 1).filter((one): one is ValidReading => one.bpm !== null)
    const [before, { at }] = [valid.at(-2), valid.at(-1) as ValidReading]
    if (before === undefined || aheadOf(medianAt(valid, at)) === 0) return false
    return at - before.at > limitAt(valid, valid.length - 1) || judged[seen.indexOf(before)] === null
  }

  /** The level before the latest gap or unknown interval that still counts, if the heart rate has stayed beyond a limit since. */
  function floorAt(seen: readonly SeenReading[], index: number, levels: readonly (Level | null)[]): number {
    const valid = seen.slice(0, index + 1).filter((one): one is ValidReading => one.bpm !== null)
    let ahead = 3
    for (let place = valid.length - 1; place > 0; place -= 1) {
      const { at } = valid[place] as ValidReading
      ahead = Math.min(ahead, aheadOf(medianAt(valid, at)))
      const interval = intervalAt(valid, place)
      const gapMs = at - (valid[place - 1] as ValidReading).at
      if (gapMs > HEART_KEPT_MS) return 0
      if (gapMs > limitAt(valid, place) || interval === null)
        return Math.min(ahead, levels[seen.findIndex((one) => one.at === at) - 1] ?? 0)
    }
    return 0
  }

  const seconds = fc.oneof(fc.constantFrom(10, 20, 30, 60, 360, 600), fc.integer({ min: 1, max: 400 }))
  const history = fc
    .tuple(
      fc.constantFrom(null, 1, 10),
      fc.array(
        fc.record({
          count: fc.integer({ min: 1, max: 20 }),
          seconds,
          bpm: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(35, 90, 141, 150, 160, 170, 181, 200) }, fc.constant(null)),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    )
    .map(([declared, runs]): SeenReading[] => {
      let at = START
      return runs.flatMap(({ count, seconds: step, bpm }) =>
        Array.from({ length: count }, () => ({ at: (at += step * SECOND_MS), bpm, declared })),
      )
    })

  it('judges each valid heart rate alike, holds the highest of two minutes, and reads no danger as 0', () => {
    fc.assert(
      fc.property(history, (seen) => {
        const readings = seen.map(({ at, bpm, declared }) =>
          readingAt(0, { at, receivedAt: at, heartRate: bpm, intervalMinutes: declared }),
        )
        const levels = assess(readings).map((one) => one.heartLevel)
        const judged: (Level | null)[] = []
        seen.forEach(({ at, bpm }, index) => {
          // Without a valid heart rate a reading has the level of the one before it; what is kept for longer is tested elsewhere.
          const streaks = bpm === null ? (judged[index - 1] ?? 0) : judgedAt(seen, index)
          const floor = bpm === null ? 0 : floorAt(seen, index, levels)
          const highest = floor === 0 ? streaks : (Math.max(rank(streaks), floor) as Level)
          const level = highest === 0 && bpm !== null && isUnclear(seen, index, judged) ? null : highest
          judged.push(level)
          if (bpm !== null) {
            expect(rank(levels[index] ?? null)).toBeGreaterThanOrEqual(rank(level))
            if (level === null) expect(levels[index]).not.toBe(0)
          }
          const lastMiss = seen.findLastIndex((one, place) => place <= index && (one.bpm === null || judged[place] === null))
          if (lastMiss !== -1 && (seen[lastMiss] as SeenReading).at > at - 10 * MINUTE_MS) return
          // A level of a mean that stays until the mean can be formed again is looked at elsewhere.
          if (hasGapWithin(seen, index, 31 * MINUTE_MS)) return
          const recent = judged.filter((_, place) => place <= index && (seen[place] as SeenReading).at > at - 2 * MINUTE_MS)
          expect(levels[index]).toBe(Math.max(...recent.map(rank)))
        })
      }),
      { numRuns: 80 },
    )
  })

  it('adds up the same time towards the emergency', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const stays = calm(readings)
        const spans: [number, number][] = []
        let earlier: { at: number; stood: boolean } | null = null
        assess(stays).forEach((one, index) => {
          const { at } = stays[index] as WorkerReading
          const since = earlier === null ? 0 : at - earlier.at
          if (one.heartRate !== null && earlier?.stood === true && since <= gapLimitMs(one.intervalMinutes)) spans.push([earlier.at, at])
          if (one.heartRate !== null) earlier = { at, stood: one.personalLevel === 3 }
          const inTheHour = spans.map(([from, to]) => Math.max(0, to - Math.max(from, at - HOUR_MS)))
          const spent = inTheHour.reduce((sum, ms) => sum + ms, 0) / MINUTE_MS
          expect(one.accumulatedMinutes).toBeCloseTo(spent, 6)
          if (spent > 4.001 && one.heartRate !== null) expect(one.emergency).not.toBeNull()
        })
      }),
    )
  })
})

describe('whatever comes in', () => {
  const anyNumber = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e308, -1e308))
  const anything = fc.record({
    at: fc.oneof(anyNumber, fc.integer({ min: START, max: START + HOUR_MS })),
    receivedAt: anyNumber,
    heartRate: fc.oneof(heartRate, anyNumber),
    wbgt: fc.oneof(wbgt, anyNumber),
    call: fc.boolean(),
    intervalMinutes: fc.option(anyNumber),
    deviceId: fc.oneof(fc.constant(1), anyNumber),
    wbgtRank: fc.constantFrom<HeatRank>(0, 1, 2),
  })
  const anySettings = fc.record({
    limits: fc.record({ sustained: anyNumber, instantaneous: anyNumber, maximum: anyNumber }),
    sustainedMinutes: anyNumber,
    instantaneousMinutes: anyNumber,
    maximumMinutes: anyNumber,
    emergencyLevel: fc.constantFrom(1 as const, 2 as const, 3 as const),
    emergencyMinutes: anyNumber,
    referenceWbgt: anyNumber,
    clothingAdjustment: anyNumber,
  })

  it('levels stay in range and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(anything, { minLength: 1, maxLength: 30 }), fc.oneof(fc.constant(settings), anySettings), (readings, any) => {
        const { state, assessments } = judgeBatch(null, readings, any)
        expect(assessments).toHaveLength(readings.length)
        for (const one of assessments) {
          for (const level of [one.heartLevel, one.heatLevel, one.totalLevel]) expect([null, 0, 1, 2, 3]).toContain(level)
          expect(one.heartRate === null || (one.heartRate >= 30 && one.heartRate <= 240)).toBe(true)
          expect(one.excess === null || Number.isFinite(one.excess)).toBe(true)
          expect(one.accumulatedMinutes).toBeGreaterThanOrEqual(0)
        }
        expect(closeEmergency(state, START).emergency.open).toBeNull()
      }),
    )
  })

  it('the state is plain JSON', () => {
    fc.assert(
      fc.property(stream, (readings) => {
        const { state } = judgeEach(readings, settings)
        expect(JSON.parse(JSON.stringify(state))).toEqual(state)
      }),
    )
  })

  it('the state is what was packed, whatever an emergency has become', () => {
    fc.assert(
      fc.property(stream, fc.boolean(), (readings, isClosed) => {
        const judged = judgeEach(readings, settings).state
        const state = isClosed ? closeEmergency(judged, (judged.at ?? START) + MINUTE_MS) : judged
        expect(acrossJson(state)).toEqual(state)
      }),
    )
  })

  it('what is stored of the state stays below 1,300 bytes at any input rate', () => {
    const fast = fc.record({
      stepMs: fc.constantFrom(1, 10, 100, 949, 950, 951, 999, 1000, 1001, 5000),
      jitterMs: fc.constantFrom(0, 1, 50),
      bpm: fc.double({ min: 100, max: 240, noNaN: true }),
    })
    fc.assert(
      fc.property(fast, ({ stepMs: step, jitterMs, bpm }) => {
        let state: WorkerState | null = null
        let at = START
        for (let index = 0; index < 400; index += 1) {
          at += step + (index % 2) * jitterMs
          const heart = index % 3 === 0 ? bpm : 240.123456789 - index / 7
          const reading = {
            at,
            receivedAt: at,
            heartRate: heart,
            wbgt: 33.333333,
            call: index === 5,
            intervalMinutes: 0.25,
            deviceId: 12_345_678,
            wbgtRank: 2 as const,
          }
          state = judgeReading(state, reading, settings).state
        }
        if (state === null) expect.unreachable()
        expect(JSON.stringify(packState(state)).length).toBeLessThan(1300)
      }),
      { numRuns: 40 },
    )
  })
})
