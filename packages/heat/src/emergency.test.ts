import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { judgeReading } from './judge.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { closeEmergency, pressCall, type WorkerReading } from './worker-state.ts'

const minutes = (readings: WorkerReading[], settings = settingsOf()) =>
  judgeEach(readings, settings).assessments.map((one) => one.accumulatedMinutes)
const press = (minute: number, lateMinutes = 0): WorkerReading => {
  const reading = readingAt(minute, { call: true })
  return { ...reading, receivedAt: reading.at + lateMinutes * MINUTE_MS }
}

describe('accumulated time', () => {
  it('adds up to an emergency at 15 minutes of level 3', () => {
    const { assessments } = judgeEach(minutely(times(19, 181)))
    expect(assessments.map((one) => one.accumulatedMinutes)).toEqual([0, 0, ...Array.from({ length: 17 }, (_, i) => i + 1)])
    expect(assessments.map((one) => one.emergencyStarted)).toEqual([...times(16, false), true, false, false])
    expect(assessments.at(-1)).toMatchObject({
      emergency: { since: START + 16 * MINUTE_MS, cause: 'accumulated' },
      emergencyReason: { kind: 'accumulated', limit: 3, minutes: 15 },
    })
  })

  it('counts where the earlier of two readings stood so', () => {
    expect(minutes(minutely([181, 181, 90, 90, 90]))).toEqual([0, 0, 1, 2, 2])
  })

  it('adds up over calm spells', () => {
    const spell = [181, 181, 90, 90, 90]
    expect(minutes(minutely([...spell, ...spell])).at(-1)).toBe(4)
  })

  it.each([
    [1, 141, 27, 1],
    [2, 141, 27, 0],
    [2, 141, 28, 1],
    [3, 141, 28, 0],
    [3, 141, 29, 1],
    [3, 90, 31, 0],
    [1, 90, 31, 0],
  ] as const)('at level %i, %i bpm and %d °C count %i minutes', (emergencyLevel, bpm, wbgt, counted) => {
    const settings = settingsOf({ emergencyLevel })
    expect(minutes(minutely(times(7, bpm), { wbgt }), settings).at(-1)).toBe(counted)
  })

  it('adds nothing over a gap, and all of a long interval', () => {
    const from = minutely([181, 181])
    expect(minutes([...from, readingAt(6, { heartRate: 181 })]).at(-1)).toBe(5)
    expect(minutes([...from, readingAt(6.01, { heartRate: 181 })]).at(-1)).toBe(0)
    expect(minutes([...from, readingAt(21, { heartRate: 181, intervalMinutes: 10 })]).at(-1)).toBe(20)
  })

  it.each([
    [239.99, 2],
    [240, 0],
  ])('after %d minutes without readings stands at %i', (silence, left) => {
    const from = minutely([181, 181, 181, 181])
    expect(minutes([...from, readingAt(3 + silence, { heartRate: 90 })]).at(-1)).toBe(left)
  })

  it('starts from zero after 4 hours even where the interval is longer', () => {
    const from = minutely([181, 181, 181], { intervalMinutes: 300 })
    expect(minutes([...from, readingAt(302, { heartRate: 181, intervalMinutes: 300 })]).at(-1)).toBe(0)
  })

  it('goes on while the heart level is kept without a heart rate', () => {
    expect(judgeEach(minutely([181, 181, ...times(15, null)])).last.emergency?.cause).toBe('accumulated')
  })

  it('of 0 minutes is an emergency where the worker stands so, and only there', () => {
    const settings = settingsOf({ emergencyMinutes: 0 })
    const { assessments } = judgeEach(minutely([90, 181, 181]), settings)
    expect(assessments.map((one) => one.emergencyStarted)).toEqual([false, false, true])
  })
})

describe('closing', () => {
  const { state } = judgeEach(minutely(times(18, 181)))

  it('is left to a person and starts from zero', () => {
    const calm = judgeEach(minutely(times(60, 90), {}, 18), settingsOf(), state)
    expect(calm.last.emergency).not.toBeNull()
    const closed = closeEmergency(calm.state)
    expect(closed.emergency).toMatchObject({ open: null, spentMs: 0 })
    expect(closed.heart).toBe(calm.state.heart)
  })

  it('lets it open anew after the same time once more', () => {
    const { assessments } = judgeEach(minutely(times(16, 181), {}, 18), settingsOf(), closeEmergency(state))
    expect(assessments.map((one) => one.emergencyStarted).indexOf(true)).toBe(14)
  })

  it('twice is harmless: what has added up since stays', () => {
    const again = judgeEach(minutely(times(5, 181), {}, 18), settingsOf(), closeEmergency(state))
    expect(closeEmergency(again.state)).toBe(again.state)
    expect(again.last.accumulatedMinutes).toBe(5)
  })

  it('survives 4 hours of silence', () => {
    expect(judgeEach([readingAt(900)], settingsOf(), state).last).toMatchObject({ accumulatedMinutes: 0, emergencyStarted: false })
    expect(judgeEach([readingAt(900)], settingsOf(), state).last.emergency).not.toBeNull()
  })
})

describe('call', () => {
  it('is an emergency at once', () => {
    expect(judgeEach([press(0)]).last).toMatchObject({
      emergency: { since: START, cause: 'call' },
      emergencyStarted: true,
      callAccepted: true,
      emergencyReason: { kind: 'call' },
      totalLevel: 0,
      conditionOpen: false,
    })
  })

  it.each([
    [60, true],
    [60.01, false],
    [-1, true],
  ])('%d minutes old at receipt: %s', (lateMinutes, started) => {
    const { state } = judgeEach([readingAt(100)])
    const judged = judgeReading(state, press(10, lateMinutes), settingsOf())
    expect(judged.assessment).toMatchObject({ fresh: false, emergencyStarted: started, callAccepted: started })
    expect({ ...judged.state, emergency: null }).toEqual({ ...state, emergency: null })
    if (started) expect(judged.assessment.emergency).toEqual({ since: START + 10 * MINUTE_MS, cause: 'call' })
  })

  it('is accepted beside a reading of the same instant', () => {
    const { state } = judgeEach([readingAt(10)])
    expect(judgeReading(state, press(10), settingsOf()).assessment.emergencyStarted).toBe(true)
  })

  it('repeated does nothing, neither while open nor after closing', () => {
    const { state } = judgeEach([press(0)])
    expect(judgeReading(state, press(0, 5), settingsOf()).state).toBe(state)
    const closed = closeEmergency(state)
    const again = judgeReading(closed, press(0, 5), settingsOf())
    expect(again.state).toBe(closed)
    expect(again.assessment).toMatchObject({ emergency: null, emergencyStarted: false, callAccepted: false })
  })

  it('older than the latest one accepted does nothing after closing', () => {
    const closed = closeEmergency(judgeEach([press(5)]).state)
    expect(judgeReading(closed, press(4, 2), settingsOf()).assessment.emergencyStarted).toBe(false)
    expect(judgeReading(closed, press(6), settingsOf()).assessment.emergencyStarted).toBe(true)
  })

  it('while an emergency is open is told, and leaves it as it began', () => {
    const { state } = judgeEach(minutely(times(18, 181)))
    const { assessment } = judgeReading(state, press(18), settingsOf())
    expect(assessment).toMatchObject({ callAccepted: true, emergencyStarted: false, emergency: { cause: 'accumulated' } })
  })

  it('without a time, or from the future, is none or at once', () => {
    expect(judgeEach([press(Number.NaN)]).last.emergency).toBeNull()
    expect(judgeEach([press(Number.POSITIVE_INFINITY)]).last.emergency).toBeNull()
  })

  it('of a belt opens it without touching the levels', () => {
    const { state } = judgeEach(minutely(times(3, 181)))
    const at = START + 3 * MINUTE_MS
    const pressed = pressCall(state, { at, receivedAt: at })
    expect(pressed).toMatchObject({ accepted: true, started: true })
    expect(pressed.state).toEqual({ ...state, emergency: { ...state.emergency, open: { since: at, cause: 'call' }, calledAt: at } })
    expect(pressCall(pressed.state, { at, receivedAt: at })).toEqual({ state: pressed.state, accepted: false, started: false })
    expect(pressCall(null, { at, receivedAt: at }).started).toBe(true)
    expect(pressCall(pressed.state, { at: at + 1, receivedAt: at + 1 })).toMatchObject({ accepted: true, started: false })
  })
})
