import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AlarmReading, alarmRuns, followAlarms, type StoredAlarm } from './device-alarm.ts'

const secondMs = 1_000
const windowMs = 30 * secondMs
const basis = { windowMs, closings: [] }

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
      alarm: fc.constantFrom('fall', 'noMotion', 'deviceHeat', 'help', null),
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
      const { stored, opened } = live(all)
      for (const run of alarmRuns(all, basis).filter(({ isInTime }) => !isInTime)) {
        const isOpened = opened.some(({ kind, since, last }) => kind === run.kind && since <= run.last && last >= run.since)
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
          { second: second + delay, alarm: null },
        ].map((one) => ({ at: one.second * secondMs, receivedAt: one.second * secondMs, alarm: one.alarm, gapMs: 60 * secondMs })),
      )
      // Two alarms of one kind within the cancelling of the first are one, which may last longer than its window.
      fc.pre(alarmRuns(all, basis).every(({ isInTime }) => isInTime))
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
        const shown = alarmRuns(atOnce(all), basis).filter(({ isInTime }) => !isInTime)
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
