import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AlarmClosing, type AlarmReading, alarmRuns, alarmSpan, followAlarms, isInTime, type StoredAlarm } from './device-alarm.ts'

const secondMs = 1_000
const windowMs = 30 * secondMs
const basis = { windowMs, closings: [], from: -Infinity, heldUntil: -Infinity }

/** The stored alarms after one more reading came. */
const after = (stored: readonly StoredAlarm[], came: readonly AlarmReading[]): StoredAlarm[] => {
  const changes = followAlarms(stored, came, basis)
  const kept = stored.flatMap((one) => {
    const change = changes.find((own) => own.stored === one)
    return change === undefined ? [one] : (change.alarm ?? [])
  })
  return [...kept, ...changes.flatMap((change) => (change.stored === undefined ? [change.alarm] : []))]
}

/** Readings of ten minutes, a second at least between two; each is received up to four minutes after it was taken. */
const readings = fc
  .uniqueArray(
    fc.record({
      second: fc.integer({ min: 0, max: 600 }),
      alarm: fc.constantFrom('fall', 'noMotion', 'deviceHeat', 'help', 'none', null),
      delay: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 240 })),
    }),
    { selector: ({ second }) => second, maxLength: 12 },
  )
  .map((all) =>
    all.map(({ second, alarm, delay }): AlarmReading => ({
      at: second * secondMs,
      receivedAt: (second + delay) * secondMs,
      alarm,
      gapMs: 60 * secondMs,
    })),
  )

/** The readings come one by one as they are received, and what is due is opened at each second. */
const live = (all: readonly AlarmReading[]): { stored: StoredAlarm[]; opened: StoredAlarm[] } => {
  const arrivals = Map.groupBy(all, ({ receivedAt }) => receivedAt)
  const came: AlarmReading[] = []
  const opened: StoredAlarm[] = []
  let stored: StoredAlarm[] = []
  for (let now = 0; now <= 1_000 * secondMs; now += secondMs) {
    for (const reading of arrivals.get(now) ?? []) {
      came.push(reading)
      stored = after(stored, came)
    }
    stored = stored.map((one) => {
      if (one.state !== 'pending' || one.dueAt > now) return one
      const alert: StoredAlarm = { ...one, state: 'opened' }
      opened.push(alert)
      return alert
    })
  }
  return { stored, opened }
}

it('no alarm that its device did not cancel in time is lost, in whatever order readings come', () => {
  fc.assert(
    fc.property(readings, (all) => {
      const { stored } = live(all)
      for (const run of alarmRuns(all, basis).filter((own) => !isInTime(own, windowMs))) {
        // An opened alarm keeps its readings where a late one parts it: people were notified of them together.
        const isOpened = stored
          .filter(({ state }) => state === 'opened')
          .some(({ kind, since, last }) => kind === run.kind && since <= run.last && last >= run.since)
        expect(isOpened).toBe(true)
      }
      expect(stored.filter(({ state }) => state === 'pending')).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('people are notified once of an alarm, and each alarm of which they are notified was one', () => {
  fc.assert(
    fc.property(readings, (all) => {
      const { opened } = live(all)
      for (const [kind, own] of Map.groupBy(opened, (one) => one.kind)) {
        const moments = all.filter(({ alarm }) => alarm === kind).map(({ at }) => at)
        for (const one of own) expect(moments.some((at) => one.since <= at && at <= one.last)).toBe(true)
        // No reading is in two of them.
        for (const at of moments) expect(own.filter(({ since, last }) => since <= at && at <= last).length).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 500 },
  )
})

it('an alarm that its device cancels within the window notifies nobody, where readings come in order', () => {
  const prompt = fc.uniqueArray(
    fc.record({ second: fc.integer({ min: 0, max: 900 }), kind: fc.constantFrom('fall' as const, 'noMotion' as const) }),
    { selector: ({ second }) => Math.floor(second / 60), maxLength: 8 },
  )
  fc.assert(
    fc.property(prompt, fc.integer({ min: 1, max: 30 }), (alarms, delay) => {
      const all = alarms.flatMap(({ second, kind }): AlarmReading[] =>
        [
          { second, alarm: kind },
          { second: second + delay, alarm: 'none' as const },
        ].map((one) => ({ at: one.second * secondMs, receivedAt: one.second * secondMs, alarm: one.alarm, gapMs: 60 * secondMs })),
      )
      // Two alarms of one kind within the cancelling of the first are one, which may last longer than its window.
      fc.pre(alarmRuns(all, basis).every((run) => isInTime(run, windowMs)))
      expect(live(all).opened).toEqual([])
    }),
  )
})

it('of readings that come at one moment the order does not matter', () => {
  fc.assert(
    fc.property(
      readings.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      ([all, shuffled]) => {
        const atOnce = (own: readonly AlarmReading[]) => own.map((one) => ({ ...one, receivedAt: 900 * secondMs }))
        const follow = (own: readonly AlarmReading[]) => {
          let stored: StoredAlarm[] = []
          atOnce(own).forEach((_, index) => {
            stored = after(stored, atOnce(own).slice(0, index + 1))
          })
          return stored
            .filter(({ state }) => state === 'pending')
            .toSorted((one, other) => one.since - other.since || one.kind.localeCompare(other.kind))
        }
        const shown = alarmRuns(atOnce(all), basis).filter((run) => !isInTime(run, windowMs))
        for (const order of [all, shuffled])
          expect(follow(order).map(({ kind, since, last }) => ({ kind, since, last }))).toEqual(
            shown
              .map(({ kind, since, last }) => ({ kind, since, last }))
              .toSorted((one, other) => one.since - other.since || one.kind.localeCompare(other.kind)),
          )
      },
    ),
    { numRuns: 500 },
  )
})

const minuteMs = 60 * secondMs

/** A device of a day: several readings a minute or hours without one, of which some come late, and people close what is open. */
const day = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 200, max: 400 }), fc.integer({ min: 1_000, max: 9_000 })),
      alarm: fc.constantFrom('fall', 'fall', 'noMotion', 'help', 'none', null),
      delay: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2_000 })),
      closes: fc.integer({ min: 0, max: 9 }),
      windowSeconds: fc.constantFrom(0, 10, 30, 600),
    }),
    { maxLength: 16 },
  )
  .map((steps) => {
    let second = 0
    return steps.map(({ pause, alarm, delay, closes, windowSeconds }) => {
      second += pause
      const reading: AlarmReading = { at: second * secondMs, receivedAt: (second + delay) * secondMs, alarm, gapMs: 5 * minuteMs }
      return { reading, closes: closes === 0, windowMs: windowSeconds * secondMs }
    })
  })

type Step = { readonly reading: AlarmReading; readonly closes: boolean; readonly windowMs: number }

/**
 * The day as it comes, what is due opened and some of it closed: with all readings of the device each time, or with those of the span.
 * @param check is asked about each change
 */
const liveDay = (
  steps: readonly Step[],
  { isPartial, closings: people }: { isPartial: boolean; closings: boolean },
  check: (before: readonly StoredAlarm[], now: readonly StoredAlarm[]) => void = () => {},
): { stored: StoredAlarm[]; opened: StoredAlarm[] } => {
  const came: AlarmReading[] = []
  const closings: AlarmClosing[] = []
  const opened: StoredAlarm[] = []
  let stored: StoredAlarm[] = []
  const openDue = (now: number) => {
    stored = stored.map((one) => {
      if (one.state !== 'pending' || one.dueAt > now) return one
      const alert: StoredAlarm = { ...one, state: 'opened' }
      opened.push(alert)
      return alert
    })
  }
  for (const { reading, closes, windowMs: setMs } of steps.toSorted((one, other) => one.reading.receivedAt - other.reading.receivedAt)) {
    openDue(reading.receivedAt - 1)
    came.push(reading)
    if (reading.alarm !== null) {
      const span = isPartial ? alarmSpan([reading], stored, setMs) : { from: -Infinity, to: Infinity }
      const found = came.filter(({ at }) => at >= span.from && at <= span.to)
      const changes = followAlarms(stored, found, { windowMs: setMs, closings, from: span.from, heldUntil: -Infinity })
      const kept = stored.flatMap((one) => {
        const change = changes.find((own) => own.stored === one)
        return change === undefined ? [one] : (change.alarm ?? [])
      })
      const now = [...kept, ...changes.flatMap((change) => (change.stored === undefined ? [change.alarm] : []))]
      check(stored, now)
      stored = now
    }
    openDue(reading.receivedAt)
    if (closes && people) for (const { kind } of stored) closings.push({ kind, at: reading.receivedAt })
  }
  openDue(Infinity)
  return { stored, opened }
}

const ofDay = ({ opened, stored }: ReturnType<typeof liveDay>) => ({
  opened: opened.map(({ kind, since, dueAt }) => ({ kind, since, dueAt })),
  stored: stored.map(({ kind, since, last, state }) => ({ kind, since, last, state })),
})

it.each([false, true])('reading only the time around new readings finds the same as reading all (closings: %s)', (closings) => {
  fc.assert(
    fc.property(day, (steps) => {
      expect(ofDay(liveDay(steps, { isPartial: true, closings }))).toEqual(ofDay(liveDay(steps, { isPartial: false, closings })))
    }),
    { numRuns: 3_000 },
  )
})

it('what was cancelled in time stays so in both parts, where a late reading parts it and the window has become shorter', () => {
  const step = (second: number, alarm: AlarmReading['alarm'], delay: number, windowSeconds: number): Step => ({
    reading: { at: second * secondMs, receivedAt: (second + delay) * secondMs, alarm, gapMs: 5 * minuteMs },
    closes: false,
    windowMs: windowSeconds * secondMs,
  })
  const steps = [
    step(1, 'fall', 0, 600),
    step(2, 'none', 401, 0),
    step(202, 'fall', 0, 0),
    step(402, 'none', 0, 0),
    step(600, 'fall', 0, 0),
  ]
  for (const isPartial of [true, false])
    expect(ofDay(liveDay(steps, { isPartial, closings: false })).opened).toEqual([{ kind: 'fall', since: 600_000, dueAt: 600_000 }])
})

it('each press for help after another reading of the device notifies people, also after they closed the one before', () => {
  fc.assert(
    fc.property(day, (steps) => {
      const prompt = steps.map((step) => ({ ...step, reading: { ...step.reading, receivedAt: step.reading.at } }))
      const { opened } = liveDay(prompt, { isPartial: true, closings: true })
      const presses = prompt.filter(({ reading }, index) => reading.alarm === 'help' && prompt[index - 1]?.reading.alarm !== 'help')
      const notified = opened.filter(({ kind }) => kind === 'help').map(({ since }) => since)
      for (const { reading } of presses) expect(notified).toContain(reading.at)
    }),
    { numRuns: 1_000 },
  )
})

it('an alarm after a closing notifies people, unless it was in the two readings before', () => {
  fc.assert(
    fc.property(day, (steps) => {
      const prompt = steps.map((step) => ({ ...step, windowMs: 0, reading: { ...step.reading, receivedAt: step.reading.at } }))
      const { opened } = liveDay(prompt, { isPartial: true, closings: true })
      prompt.forEach(({ reading: { alarm, at } }, index) => {
        const [before, last] = prompt.slice(Math.max(0, index - 2), index)
        if (alarm === null || alarm === 'none' || !prompt[index - 1]?.closes) return
        if (before?.reading.alarm === alarm && last?.reading.alarm === alarm) return
        expect(opened.some(({ kind, since }) => kind === alarm && since === at)).toBe(true)
      })
    }),
    { numRuns: 1_000 },
  )
})

it('what was cancelled in time comes back only where it began earlier, whatever the window becomes', () => {
  fc.assert(
    fc.property(day, (steps) => {
      liveDay(steps, { isPartial: true, closings: true }, (before, now) => {
        for (const cancelled of before.filter(({ state }) => state === 'cancelled'))
          for (const one of now.filter((other) => other.kind === cancelled.kind && !before.some((was) => was.since === other.since)))
            if (one.state !== 'cancelled' && one.since >= cancelled.since) expect(one.last).toBeGreaterThan(cancelled.last)
        for (const one of now.filter(({ state }) => state !== 'cancelled'))
          expect(before.some((was) => was.state === 'cancelled' && was.kind === one.kind && was.since === one.since)).toBe(false)
      })
    }),
    { numRuns: 2_000 },
  )
})
