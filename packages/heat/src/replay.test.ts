import fc from 'fast-check'
import { expect, it } from 'vitest'
import { judgeEach, readingAt, settingsOf, START } from './fixtures.ts'
import { judgeBatch } from './judge.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { continuedEnd, isPutInPlace, judgeByHour, PUT_IN_PLACE_MS, resumed, settled } from './replay.ts'
import { closeEmergency, type WorkerReading, type WorkerState } from './worker-state.ts'

const settings = settingsOf({ emergencyMinutes: 4 })

/** What keeps a worker's readings and judges late ones again, as the ingestion does with the database. */
class Keeper {
  readonly stored: WorkerReading[] = []
  state: WorkerState | null = null
  #checkpoints: WorkerState[] = []

  take(batch: readonly WorkerReading[]): void {
    const late = batch.map(({ at }) => at).filter((at) => isPutInPlace(this.state, at))
    const since = late.length === 0 ? null : Math.min(...late)
    const from = since === null ? this.state : (this.#checkpoints.findLast(({ at }) => (at ?? 0) < since) ?? null)
    const after = from?.at ?? 0
    const again = since === null ? batch : [...this.stored, ...batch].filter(({ at }) => at > after)
    this.stored.push(...batch)
    const judged = judgeByHour(since === null ? from : resumed(from, this.state), again, settings)
    this.state = since === null ? judged.state : settled(judged.state, this.state)
    this.#checkpoints = [...this.#checkpoints.filter(({ at }) => (at ?? 0) <= after), ...judged.checkpoints]
  }
}

const run = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  stepMs: fc.constantFrom(30_000, MINUTE_MS, MINUTE_MS, 6 * MINUTE_MS, 20 * MINUTE_MS),
  heartRate: fc.constantFrom(90, 145, 165, 185, null),
  wbgt: fc.constantFrom(26, 28.5, 31.5, null),
})
/** Readings at distinct instants within the time that is put in place. */
const stream = fc.array(run, { minLength: 1, maxLength: 12 }).map((runs): WorkerReading[] => {
  let at = START
  const readings = runs.flatMap(({ count, stepMs, ...values }) =>
    Array.from({ length: count }, () => {
      at += stepMs
      return readingAt((at - START) / MINUTE_MS, values)
    }),
  )
  return readings.filter((reading) => reading.at < START + PUT_IN_PLACE_MS)
})
const shuffled = stream
  .filter((readings) => readings.length > 0)
  .chain((readings) =>
    fc.record({
      readings: fc.constant(readings),
      order: fc.shuffledSubarray([...readings.keys()], { minLength: readings.length }),
      sizes: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1 }),
    }),
  )

it('makes of readings in whatever order and batches, within a day, what it makes of them in order', () => {
  fc.assert(
    fc.property(shuffled, ({ readings, order, sizes }) => {
      const keeper = new Keeper()
      for (let index = 0, turn = 0; index < order.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1
        keeper.take(order.slice(index, index + size).map((place) => readings[place] as WorkerReading))
        index += size
      }
      const { emergency, ...state } = judgeBatch(null, readings, settings).state
      // One that people were notified of while readings were missing stays open; none is missed.
      const open = keeper.state?.emergency.open ?? null
      expect(keeper.state).toEqual({ ...state, emergency: { ...emergency, open: emergency.open === null ? open : expect.anything() } })
    }),
    { numRuns: 500 },
  )
})

it('judges by the hour as at once, and keeps the state that each hour began with', () => {
  fc.assert(
    fc.property(stream, (readings) => {
      const { state, assessments, checkpoints } = judgeByHour(null, readings.toReversed(), settings)
      const whole = judgeBatch(null, readings, settings)
      expect(state).toEqual(whole.state)
      expect(assessments.toReversed()).toEqual(whole.assessments)
      const hours = [...new Set(readings.map(({ at }) => Math.floor(at / HOUR_MS)))]
      expect(checkpoints).toEqual(
        hours.slice(1).map((hour) => {
          const before = readings.filter(({ at }) => at < hour * HOUR_MS)
          return judgeBatch(null, before, settings).state
        }),
      )
    }),
  )
})

it('puts in place what is up to a day older than the state, and nothing else', () => {
  const { state } = judgeEach([readingAt(300)])
  const at = (minute: number) => START + minute * MINUTE_MS
  expect(isPutInPlace(null, at(0))).toBe(false)
  expect([301, 300, -1140, -1141].map((minute) => isPutInPlace(state, at(minute)))).toEqual([false, true, true, false])
})

it('finds readings that continue what the clock has ended since, and when it did', () => {
  const { state } = judgeEach([readingAt(300)])
  const at = (minute: number) => START + minute * MINUTE_MS
  const end = (minute: number, now: number) => continuedEnd(state, at(minute), at(now))
  expect(end(310, 541)).toBe(at(540))
  expect(end(540, 541)).toBe(at(540))
  expect(end(541, 542)).toBeNull()
  expect(end(310, 540)).toBeNull()
  expect(end(300, 541)).toBeNull()
  expect(continuedEnd(null, at(310), at(541))).toBeNull()
})

const danger = Array.from({ length: 8 }, (_, minute) => readingAt(minute, { heartRate: 190 }))

it('does not open again what a person has closed, nor count the time before', () => {
  const { state } = judgeEach(danger, settings)
  expect(state.emergency.open).not.toBeNull()
  const closed = closeEmergency(state, START + 7.5 * MINUTE_MS)
  const again = judgeByHour(resumed(null, closed), danger, settings)
  expect(settled(again.state, closed).emergency).toMatchObject({ open: null, spans: [] })
  const onward = judgeByHour(resumed(null, closed), [...danger, readingAt(8, { heartRate: 190 })], settings)
  expect(onward.state.emergency).toMatchObject({ open: null, spans: [[START + 7.5 * MINUTE_MS, START + 8 * MINUTE_MS]] })
})

it('keeps an emergency open that people were notified of, though the right order does not show it', () => {
  const { state } = judgeEach(danger, settings)
  const calm = danger.map((reading) => ({ ...reading, heartRate: 90 }))
  const again = judgeByHour(resumed(null, state), calm, settings)
  expect(again.state.emergency.open).toBeNull()
  expect(settled(again.state, state).emergency.open).toEqual(state.emergency.open)
})

it('takes a press that a person has answered for no new call', () => {
  const called = judgeEach([readingAt(0, { call: true })], settings).state
  expect(called.emergency.open).toMatchObject({ cause: 'call' })
  const closed = closeEmergency(called, START + MINUTE_MS)
  const press = readingAt(0, { call: true })
  expect(judgeByHour(resumed(null, closed), [{ ...press, isAnswered: true }], settings).state.emergency.open).toBeNull()
  const onward = judgeByHour(resumed(null, closed), [{ ...press, isAnswered: true }, readingAt(2, { call: true })], settings)
  expect(onward.assessments.map(({ callAccepted }) => callAccepted)).toEqual([false, true])
  const held = [press, readingAt(0.5, { call: true })].map((reading) => ({ ...reading, isAnswered: true }))
  const stuck = judgeByHour(resumed(null, closed), [...held, readingAt(2, { call: true })], settings)
  expect(stuck.assessments.map(({ callAccepted }) => callAccepted)).toEqual([false, false, false])
  const secondRun = [{ ...press, isAnswered: true }, readingAt(2), readingAt(3, { call: true })]
  expect(judgeByHour(resumed(null, closed), secondRun, settings).state.emergency.open).toMatchObject({ since: START + 3 * MINUTE_MS })
})
