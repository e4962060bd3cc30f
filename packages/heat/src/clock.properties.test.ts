import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CLOCK_TOLERANCE_MS, type ClockContext, clockErrorMs, type ClockState, judgePost, judgePosts, type Post } from './clock.ts'
import { judgeEach, readingAt, settingsOf, START } from './fixtures.ts'
import { gapLimitMs } from './gap.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './milliseconds.ts'
import type { WorkerReading } from './worker-state.ts'

const settings = settingsOf({ emergencyMinutes: 6 })

const unread: ClockContext = { lastAt: null, retentionMs: 3 * 365 * DAY_MS }

/** The time of the newest reading after a post, by the clock as it is known then. */
const lastAfter = (lastAt: number | null, { freshestAt }: Post, state: ClockState | null) =>
  Math.max(lastAt ?? Number.NEGATIVE_INFINITY, freshestAt - clockErrorMs(state))

const constantError = fc.oneof(
  fc.integer({ min: -DAY_MS, max: DAY_MS }),
  fc.integer({ min: -20 * MINUTE_MS, max: 20 * MINUTE_MS }),
  fc.constantFrom(0, MINUTE_MS, -5 * MINUTE_MS, -15 * MINUTE_MS, 8 * MINUTE_MS, 11 * MINUTE_MS, -2 * HOUR_MS),
)
const stretch = fc.record({
  count: fc.integer({ min: 1, max: 15 }),
  heartRate: fc.constantFrom(90, 145, 165, 185, 195, null),
  pauseMinutes: fc.constantFrom(0, 0, 0, 12),
})

const LONGEST_LATENCY_MS = 20 * SECOND_MS

/** A worker's readings as they were taken, each sent within some seconds. */
const day = fc
  .record({
    intervalMinutes: fc.constantFrom(1, 2, 6),
    stretches: fc.array(stretch, { minLength: 1, maxLength: 6 }),
    latenciesMs: fc.array(fc.integer({ min: 0, max: LONGEST_LATENCY_MS }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ intervalMinutes, stretches, latenciesMs }) => {
    let minute = 0
    const readings = stretches.flatMap(({ count, heartRate, pauseMinutes }) => {
      minute += pauseMinutes
      return Array.from({ length: count }, () => readingAt((minute += intervalMinutes), { heartRate, intervalMinutes }))
    })
    return readings.map((reading, index): WorkerReading => ({
      ...reading,
      receivedAt: reading.at + (latenciesMs[index % latenciesMs.length] ?? 0),
    }))
  })

/** The readings once all are in, sent by a device whose clock is ahead by so many ms. */
const byClock = (readings: readonly WorkerReading[], errorMs: number): WorkerReading[] => {
  const posts = readings.map(({ at, receivedAt, intervalMinutes }): Post => ({ receivedAt, freshestAt: at + errorMs, intervalMinutes }))
  const { errorsMs } = judgePosts(null, posts, unread)
  return readings.map((reading, index) => ({ ...reading, at: reading.at + errorMs - (errorsMs[index] ?? 0) }))
}

// Such an error is seen by posts that came at once and tolerated in those that took some seconds: decisions/0032.
const isSeenBySome = (errorMs: number) => errorMs > CLOCK_TOLERANCE_MS && errorMs <= CLOCK_TOLERANCE_MS + LONGEST_LATENCY_MS
const atOnce = (readings: readonly WorkerReading[]) => readings.map((reading) => ({ ...reading, receivedAt: reading.at }))

/** Kind and peak of each episode, in the order in which they opened. */
const episodesOf = (readings: readonly WorkerReading[]): string[] => {
  const reportedCount: { kind: string; peak: number }[] = []
  let condition: { kind: string; peak: number } | null = null
  let isMissing = false
  for (const one of judgeEach(readings, settings).assessments) {
    if (one.conditionEnd !== null || !one.conditionOpen) condition = null
    if (one.conditionOpen) {
      if (condition === null) reportedCount.push((condition = { kind: 'condition', peak: 0 }))
      condition.peak = Math.max(condition.peak, one.totalLevel ?? 0)
    }
    if (one.emergencyStarted) reportedCount.push({ kind: 'emergency', peak: 3 })
    if (one.noHeartRate && !isMissing) reportedCount.push({ kind: 'noHeartRate', peak: 0 })
    isMissing = one.noHeartRate
  }
  return reportedCount.map(({ kind, peak }) => `${kind} ${peak}`)
}

it('a constant error within a day changes no episode’s kind, count or peak', () => {
  let reportedCount = 0
  fc.assert(
    fc.property(day, constantError, (sent, errorMs) => {
      const readings = isSeenBySome(errorMs) ? atOnce(sent) : sent
      const expected = episodesOf(readings)
      reportedCount += expected.length
      expect(episodesOf(byClock(readings, errorMs))).toEqual(expected)
    }),
    { numRuns: 400 },
  )
  expect(reportedCount).toBeGreaterThan(100)
})

it('an error that only some posts show is corrected from the first that shows it', () => {
  const sometimesSeen = fc.integer({ min: CLOCK_TOLERANCE_MS + 1, max: CLOCK_TOLERANCE_MS + LONGEST_LATENCY_MS })
  fc.assert(
    fc.property(day, sometimesSeen, (readings, errorMs) => {
      const aheadMs = byClock(readings, errorMs).map(({ at }, index) => at - (readings[index]?.at ?? 0))
      const corrected = aheadMs.findIndex((ms) => ms <= LONGEST_LATENCY_MS)
      // Once it is found it stays found, and nothing before it is wrong by more than the error.
      expect(aheadMs.every((ms, index) => (corrected >= 0 && index >= corrected ? ms <= LONGEST_LATENCY_MS : ms === errorMs))).toBe(true)
    }),
  )
})

it('a constant error is found except for the seconds a post takes, or it is late by less than a gap', () => {
  fc.assert(
    fc.property(day, constantError, (readings, errorMs) => {
      if (readings.length < 6) return
      const [first] = readings
      const limitMs = gapLimitMs(first?.intervalMinutes ?? null)
      const corrected = byClock(readings, errorMs)
      corrected.forEach(({ at }, index) => {
        const awayMs = at - (readings[index]?.at ?? 0)
        const isTolerated = errorMs <= CLOCK_TOLERANCE_MS + LONGEST_LATENCY_MS && errorMs >= -limitMs - LONGEST_LATENCY_MS
        expect(awayMs).toBeGreaterThanOrEqual(isTolerated ? Math.min(0, errorMs) : 0)
        expect(awayMs).toBeLessThanOrEqual(CLOCK_TOLERANCE_MS + LONGEST_LATENCY_MS)
      })
    }),
  )
})

/** Posts of any clock and radio, by receipt. */
const anyPosts = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: 20 * MINUTE_MS }),
      shownMs: fc.oneof(constantError, fc.integer({ min: -60 * 365 * DAY_MS, max: 60 * 365 * DAY_MS })),
      repeats: fc.integer({ min: 1, max: 5 }),
      intervalMinutes: fc.constantFrom(null, 1, 6, 60),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((runs) => {
    let receivedAt = START
    return runs.flatMap(({ afterMs, shownMs, repeats, intervalMinutes }) =>
      Array.from({ length: repeats }, (): Post => {
        receivedAt += afterMs
        return { receivedAt, freshestAt: receivedAt + shownMs, intervalMinutes }
      }),
    )
  })

it('no corrected time lies after its receipt by more than a minute', () => {
  fc.assert(
    fc.property(anyPosts, (posts) => {
      let state: ClockState | null = null
      let { lastAt } = unread
      for (const post of posts) {
        ;({ state } = judgePost(state, post, { ...unread, lastAt }))
        lastAt = lastAfter(lastAt, post, state)
        expect(post.freshestAt - clockErrorMs(state)).toBeLessThanOrEqual(post.receivedAt + CLOCK_TOLERANCE_MS)
      }
    }),
  )
})

it('a post that comes with the last of those that agree, and is ahead of them, is not placed after its receipt', () => {
  const at = (receivedAt: number, lateMs: number, intervalMinutes: number | null = null) => ({
    receivedAt,
    freshestAt: receivedAt - lateMs,
    intervalMinutes,
  })
  const agreeing = [0, 1, 2].map((minute) => at(minute * MINUTE_MS, 9_000_002))
  const ahead = at(2 * MINUTE_MS + 1, 8_940_001, 60)
  const errorMs = judgePosts(null, [...agreeing, ahead], unread).errorsMs.at(-1) ?? 0
  expect(ahead.freshestAt - errorMs).toBeLessThanOrEqual(ahead.receivedAt + CLOCK_TOLERANCE_MS)
})

it('splitting posts into batches, and storing the state between them, changes nothing', () => {
  fc.assert(
    fc.property(anyPosts, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), (posts, sizes) => {
      const whole = judgePosts(null, posts, unread)
      let state: ClockState | null = null
      let { lastAt } = unread
      const errors = new Map<Post, number>()
      for (let from = 0, turn = 0; from < posts.length; turn++) {
        const batch = posts.slice(from, (from += sizes[turn % sizes.length] ?? 1))
        const judged: ReturnType<typeof judgePosts> = judgePosts(state, batch, { ...unread, lastAt })
        // What was stored before the batch is moved, as the ingestion does it.
        for (const [post] of errors)
          if (judged.misplaced !== null && post.receivedAt >= judged.misplaced.since) errors.set(post, judged.misplaced.errorMs)
        batch.forEach((post, index) => errors.set(post, judged.errorsMs[index] ?? 0))
        const before = { ...unread, lastAt }
        batch.forEach((post, index) => (lastAt = lastAfter(lastAt, post, judgePosts(state, batch.slice(0, index + 1), before).state)))
        state = JSON.parse(JSON.stringify(judged.state)) as ClockState | null
      }
      expect(state).toEqual(whole.state)
      expect(posts.map((post) => errors.get(post))).toEqual(whole.errorsMs)
    }),
  )
})

it('a clock that is right leaves no state, however irregular its posts', () => {
  fc.assert(
    fc.property(anyPosts, fc.integer({ min: -4 * MINUTE_MS, max: MINUTE_MS }), (posts, lateMs) => {
      for (const { receivedAt, intervalMinutes } of posts)
        expect(judgePost(null, { receivedAt, freshestAt: receivedAt + lateMs, intervalMinutes }, unread).state).toBeNull()
    }),
  )
})
