import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { judgeBatch, judgeReading } from './judge.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { packState, type StoredState, unpackState } from './packed-state.ts'
import { closeEmergency, pressCall, type WorkerReading, type WorkerState } from './worker-state.ts'

const minutes = (readings: WorkerReading[], settings = settingsOf()) =>
  judgeEach(readings, settings).assessments.map((one) => one.accumulatedMinutes)
const press = (minute: number, lateMinutes = 0): WorkerReading => {
  const reading = readingAt(minute, { call: true })
  return { ...reading, receivedAt: reading.at + lateMinutes * MINUTE_MS }
}

const close = (state: WorkerState, minute: number) => closeEmergency(state, START + minute * MINUTE_MS)

describe('accumulated time', () => {
  it('adds up to an emergency at 15 minutes of level 3', () => {
    const { assessments } = judgeEach(minutely(times(20, 181)))
    expect(assessments.map((one) => one.accumulatedMinutes)).toEqual([0, 0, 0, ...Array.from({ length: 17 }, (_, i) => i + 1)])
    expect(assessments.map((one) => one.emergencyStarted)).toEqual([...times(17, false), true, false, false])
    expect(assessments.at(-1)).toMatchObject({
      emergency: { since: START + 17 * MINUTE_MS, cause: 'accumulated' },
      emergencyReason: { kind: 'accumulated', limit: 3, minutes: 15 },
    })
  })

  it('counts if the earlier of two readings was so', () => {
    expect(minutes(minutely([181, 181, 181, 90, 90, 90]))).toEqual([0, 0, 0, 1, 2, 2])
  })

  it('adds up over calm spells', () => {
    const spell = [181, 181, 181, 90, 90, 90]
    expect(minutes(minutely([...spell, ...spell])).at(-1)).toBe(4)
  })

  it.each([
    [1, 141, 27, 1],
    [2, 141, 27, 0],
    [2, 141, 29, 0],
    [2, 160, 27, 4],
    [3, 160, 31, 1],
    [3, 90, 31, 0],
    [1, 90, 31, 0],
  ] as const)('at level %i, %i bpm and %d °C count %i minutes', (emergencyLevel, bpm, wbgt, counted) => {
    const settings = settingsOf({ emergencyLevel })
    expect(minutes(minutely(times(7, bpm), { wbgt }), settings).at(-1)).toBe(counted)
  })

  it('adds nothing over a gap, and all of a long interval', () => {
    const from = minutely(times(3, 181))
    expect(minutes([...from, readingAt(7, { heartRate: 181 })]).at(-1)).toBe(5)
    expect(minutes([...from, readingAt(7.01, { heartRate: 181 })]).at(-1)).toBe(0)
    expect(minutes([...from, readingAt(22, { heartRate: 181, intervalMinutes: 10 })]).at(-1)).toBe(20)
  })

  it('adds the time between two valid heart rates, whatever comes between them', () => {
    const from = minutely(times(3, 181))
    expect(minutes([...from, ...minutely([null, null, null, 181], {}, 3)])).toEqual([0, 0, 0, 0, 0, 0, 4])
    expect(minutes([...from, ...minutely(times(5, null), {}, 3), readingAt(8, { heartRate: 181 })]).at(-1)).toBe(0)
    // What a reading without a heart rate makes of the heat does not count.
    const settings = settingsOf({ emergencyLevel: 3 })
    const hotter = [
      ...minutely(times(6, 141), { wbgt: 27 }),
      readingAt(6, { heartRate: null, wbgt: 31 }),
      readingAt(7, { heartRate: 141, wbgt: 31 }),
    ]
    expect(minutes(hotter, settings).at(-1)).toBe(0)
  })

  it.each([
    [62, 2],
    [63, 1],
    [63.5, 0.5],
    [64, 0],
  ])('is that of the last 60 minutes: at minute %d it is %d', (minute, left) => {
    const from = minutely(times(5, 181))
    expect(minutes([...from, readingAt(minute, { heartRate: 90 })]).at(-1)).toBe(left)
  })

  it('starts from zero after 4 hours even where the interval is longer', () => {
    const from = minutely(times(4, 181), { intervalMinutes: 300 })
    expect(minutes([...from, readingAt(303, { heartRate: 181, intervalMinutes: 300 })]).at(-1)).toBe(0)
  })

  it('of 0 minutes is an emergency if the worker is in that state, and only then', () => {
    const settings = settingsOf({ emergencyMinutes: 0 })
    const { assessments } = judgeEach(minutely([90, 181, 181, 181]), settings)
    expect(assessments.map((one) => one.emergencyStarted)).toEqual([false, false, false, true])
  })
})

describe('closing', () => {
  const { state } = judgeEach(minutely(times(19, 181)))

  it('is left to a person and starts from zero', () => {
    const calm = judgeEach(minutely(times(60, 90), {}, 19), settingsOf(), state)
    expect(calm.last.emergency).not.toBeNull()
    const closed = close(calm.state, 80)
    expect(closed.emergency).toMatchObject({ open: null, spans: [], closedAt: START + 80 * MINUTE_MS })
    expect(closed.heart).toBe(calm.state.heart)
  })

  it('lets it open again after the same time once more, counted from the closing', () => {
    const { assessments } = judgeEach(minutely(times(20, 181), {}, 19), settingsOf(), close(state, 18.5))
    expect(assessments[0]?.accumulatedMinutes).toBe(0.5)
    expect(assessments.map((one) => one.emergencyStarted).indexOf(true)).toBe(15)
  })

  it('once more is harmless: what has added up since stays', () => {
    const again = judgeEach(minutely(times(5, 181), {}, 19), settingsOf(), close(state, 18))
    expect(close(again.state, 18)).toBe(again.state)
    expect(again.last.accumulatedMinutes).toBe(5)
  })

  it('counts nothing measured before it that comes in afterwards', () => {
    const late = judgeEach(minutely(times(20, 181), {}, 19), settingsOf(), close(state, 60))
    expect(late.last).toMatchObject({ accumulatedMinutes: 0, emergency: null })
  })

  it('survives 4 hours of silence', () => {
    const { last } = judgeEach([readingAt(900)], settingsOf(), state)
    expect(last).toMatchObject({ accumulatedMinutes: 0, emergencyStarted: false })
    expect(last.emergency).not.toBeNull()
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
    [24 * 60, true],
    [24 * 60 + 0.01, false],
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
    const closed = close(state, 1)
    const again = judgeReading(closed, press(0, 5), settingsOf())
    expect(again.state).toBe(closed)
    expect(again.assessment).toMatchObject({ emergency: null, emergencyStarted: false, callAccepted: false })
  })

  it('is one while the button stays down, another after it was released', () => {
    const accepted = (readings: WorkerReading[]) => judgeEach(readings).assessments.map((one) => one.callAccepted)
    expect(accepted([press(0), press(1), press(2), readingAt(3), press(4)])).toEqual([true, false, false, false, true])
    expect(accepted([press(0), press(5.01)])).toEqual([true, true])
    expect(accepted([press(0), { ...press(1), deviceId: 2 }, { ...press(2), deviceId: 2 }])).toEqual([true, true, false])
  })

  it('received after a closing is another one, though the reading before it had the button down', () => {
    const closed = close(judgeEach([press(0)]).state, 0.5)
    const { assessments } = judgeEach([press(1.5), press(2), readingAt(3), press(4)], settingsOf(), closed)
    expect(assessments.map((one) => one.callAccepted)).toEqual([true, false, false, true])
  })

  it('that continues opens nothing after closing where the button was down in the two readings before', () => {
    const closed = close(judgeEach([press(0), press(1)]).state, 1.5)
    const { assessments } = judgeEach([press(2), readingAt(3), press(4)], settingsOf(), closed)
    expect(assessments.map((one) => one.emergencyStarted)).toEqual([false, false, true])
  })

  it('of a backlog that came after the closing is one press', () => {
    const closed = close(judgeEach([press(0)]).state, 5)
    const backlog = [press(1, 9), press(2, 8), press(3, 7), readingAt(4)]
    expect(judgeEach(backlog, settingsOf(), closed).assessments.map((one) => one.callAccepted)).toEqual([true, false, false, false])
    const up = [readingAt(1), press(2, 8), press(3, 7)]
    expect(judgeEach(up, settingsOf(), closed).assessments.map((one) => one.callAccepted)).toEqual([false, true, false])
  })

  it('is known after its state was stored, also in the form of before', () => {
    const closed = close(judgeEach([press(0)]).state, 0.5)
    const stored = JSON.parse(JSON.stringify(packState(closed))) as StoredState
    expect(unpackState(stored)).toEqual(closed)
    const former = JSON.parse(JSON.stringify(stored)) as unknown[]
    ;(former[15] as unknown[])[4] = 1 - START
    const { assessments } = judgeEach([press(1.5)], settingsOf(), unpackState(former as unknown as StoredState))
    expect(assessments.map((one) => one.callAccepted)).toEqual([true])
  })

  it('first seen long after a later one is a call of its own, several readings of it in a row one', () => {
    const closed = close(judgeEach([press(300)]).state, 301)
    const late = [press(4, 300), press(5, 300), readingAt(6), press(7, 300)]
    const { assessments, state } = judgeBatch(closed, late, settingsOf())
    expect(assessments.map((one) => one.callAccepted)).toEqual([true, false, false, true])
    expect(state.emergency.open).toEqual({ since: START + 4 * MINUTE_MS, cause: 'call' })
  })

  it('while an emergency is open is announced, and leaves it as it began', () => {
    const { state } = judgeEach(minutely(times(19, 181)))
    const { assessment } = judgeReading(state, press(19), settingsOf())
    expect(assessment).toMatchObject({ callAccepted: true, emergencyStarted: false, emergency: { cause: 'accumulated' } })
  })

  it('without a time, or from the future, is none or at once', () => {
    expect(judgeEach([press(Number.NaN)]).last.emergency).toBeNull()
    expect(judgeEach([press(Number.POSITIVE_INFINITY)]).last.emergency).toBeNull()
  })

  it('of a belt opens it without touching the levels', () => {
    const { state } = judgeEach(minutely(times(3, 181)))
    const at = START + 3 * MINUTE_MS
    const belt = { at, receivedAt: at, held: false }
    const afterPress = pressCall(state, belt)
    expect(afterPress).toMatchObject({ accepted: true, started: true })
    expect(afterPress.state).toEqual({ ...state, emergency: { ...state.emergency, open: { since: at, cause: 'call' }, presses: [at] } })
    expect(pressCall(afterPress.state, belt)).toEqual({ state: afterPress.state, accepted: false, started: false })
    expect(pressCall(null, belt).started).toBe(true)
    expect(pressCall(afterPress.state, { at: at + 1, receivedAt: at + 1, held: false })).toMatchObject({ accepted: true, started: false })
    expect(pressCall(afterPress.state, { at: at + 1, receivedAt: at + 1, held: true })).toMatchObject({ accepted: false, started: false })
  })
})
