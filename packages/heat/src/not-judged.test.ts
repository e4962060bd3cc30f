import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { packState, unpackState } from './packed-state.ts'
import { withoutExpired, type WorkerReading } from './worker-state.ts'

const notJudged = settingsOf({ heartJudged: false })
const judge = (readings: WorkerReading[]) => judgeEach(readings, notJudged)

describe('somebody whose heart is not judged', () => {
  it('has the heat level as personal level, and the heart rate for the record', () => {
    expect(judge(minutely(times(6, 190), { wbgt: 27 })).last).toMatchObject({
      heartRate: 190,
      heartLevel: null,
      personalLevel: 0,
      totalLevel: null,
      conditionOpen: false,
      emergency: null,
    })
    expect(judge(minutely(times(6, 90), { wbgt: 29.5 })).last).toMatchObject({
      personalLevel: 2,
      totalLevel: 2,
      conditionOpen: true,
      conditionLevel: 2,
      reason: null,
      heatReason: { kind: 'heat', limit: 28 },
    })
  })

  it('is in an episode until the heat has been over for 15 minutes', () => {
    const { assessments } = judge([...minutely(times(3, 90), { wbgt: 29.5 }), ...minutely(times(20, 90), { wbgt: 25 }, 3)])
    expect(assessments.findIndex((one) => one.conditionEnd !== null)).toBe(18)
    expect(assessments[18]?.conditionEnd).toEqual({ at: START + 3 * MINUTE_MS, ending: 'recovered' })
  })

  it('is in an emergency after 15 minutes at level 3 of the heat', () => {
    const { assessments } = judge(minutely(times(20, null), { wbgt: 31.5 }))
    expect(assessments.findIndex((one) => one.emergencyStarted)).toBe(15)
  })

  it('has no level any more an hour after the last WBGT, and the episode ends as lost', () => {
    const { state } = judge(minutely(times(3, 90), { wbgt: 29.5 }))
    const at = (minute: number) => START + minute * MINUTE_MS
    expect(withoutExpired(state, at(62)).end).toBeNull()
    expect(withoutExpired(state, at(63))).toMatchObject({ state: { heat: null, condition: null }, end: { at: at(62), ending: 'lost' } })
  })

  it('is judged by the heart again as soon as the mark is taken away', () => {
    const { state } = judge(minutely(times(6, 190)))
    const { assessments } = judgeEach(minutely(times(6, 190), {}, 6), settingsOf(), state)
    // Nobody has judged for how long the limits had been passed before.
    expect(assessments.map((one) => one.heartLevel)).toEqual([null, null, 3, 3, 3, 3])
  })

  it('keeps the mark in the state', () => {
    const { state } = judge([readingAt(0, { wbgt: 29 })])
    expect(unpackState(packState(state)).judgedBy).toBe('heat')
  })
})
