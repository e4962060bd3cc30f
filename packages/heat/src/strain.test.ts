import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, START, times } from './fixtures.ts'
import { DAY_MS, MINUTE_MS } from './milliseconds.ts'
import { packState, unpackState } from './packed-state.ts'
import type { WorkerReading, WorkerSettings } from './worker-state.ts'

// Somebody of 40: 180 − age is 140 bpm. The own measure is as high, so that nothing of this makes a level of its own.
const shifts = [2, 3, 4].map((days) => ({ endedAt: START - days * DAY_MS, mean: 140, peak: 175 }))
const judge = (readings: WorkerReading[], changes: Partial<WorkerSettings> = {}) => judgeEach(readings, settingsOf({ shifts, ...changes }))
const strainedAt = (readings: WorkerReading[], changes?: Partial<WorkerSettings>) =>
  judge(readings, changes).state.heart.shift?.strainedAt ?? null

describe('the strain limit', () => {
  it('is passed by a mean of 30 minutes above 180 − age, from eighteen minutes on, and raises nothing to level 3', () => {
    expect(strainedAt(minutely(times(17, 145)))).toBeNull()
    expect(strainedAt(minutely(times(18, 145)))).toBe(START + 17 * MINUTE_MS)
    expect(judge(minutely(times(18, 145))).last.heartLevel).not.toBe(3)
    expect(strainedAt(minutely(times(60, 140)))).toBeNull()
  })

  it('stays known as the latest time of it while the shift runs, and ends with the shift', () => {
    const rested = [...minutely(times(20, 145)), ...minutely(times(60, 100), {}, 20)]
    // The mean of 30 minutes is below after three calm ones.
    expect(strainedAt(rested)).toBe(START + 21 * MINUTE_MS)
    expect(strainedAt([...rested, readingAt(6 * 60, { heartRate: 90 })])).toBeNull()
  })

  it('needs two readings beyond it', () => {
    const slow = (minute: number, heartRate: number) => readingAt(minute, { heartRate, intervalMinutes: 30 })
    expect(strainedAt([slow(0, 90), slow(30, 90), slow(60, 158), slow(89, 90)])).toBeNull()
  })

  it('says nothing of somebody whose heart is not judged', () => {
    expect(strainedAt(minutely(times(40, 150)), { heartJudged: false })).toBeNull()
  })

  it.each([[shifts], [[]]])('is kept with the state, with and without an own measure', (known) => {
    const { state } = judge(minutely(times(30, 145)), { shifts: known })
    expect(state.heart.shift?.strainedAt).toBe(START + 29 * MINUTE_MS)
    expect(unpackState(packState(state))).toEqual(state)
  })
})
