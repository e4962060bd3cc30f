import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, settingsOf, times } from './fixtures.ts'
import { judgeReading } from './judge.ts'
import type { WorkerReading } from './worker-state.ts'

const other = { deviceId: 2 }
const byTime = (...parts: WorkerReading[][]) => parts.flat().toSorted((one, two) => one.at - two.at)
const levels = (readings: WorkerReading[]) => judgeEach(readings).assessments.map((one) => one.heartLevel)

describe('two devices worn at once', () => {
  it('have streaks of their own, and the highest level counts', () => {
    const both = byTime(minutely(times(8, 90)), minutely(times(8, 165), other, 0.5))
    const found = levels(both)
    // Neither does the calm one break the other's streak, nor does its reading lower the level.
    expect(found.slice(-4)).toEqual([3, 3, 3, 3])
    expect(found.indexOf(2)).toBe(5)
  })

  it('have intervals of their own', () => {
    const slow = [0, 10, 20, 30].map((minute) => readingAt(minute + 0.5, { ...other, intervalMinutes: null }))
    const { assessments } = judgeEach(byTime(minutely(times(31, 90), { intervalMinutes: null }), slow))
    expect(assessments.slice(-2).map((one) => one.intervalMinutes)).toEqual([1, 10])
  })

  it('have medians of their own', () => {
    const fast = (deviceId: number, bpm: number) =>
      Array.from({ length: 240 }, (_, second) =>
        readingAt((second + deviceId / 4) / 60, { heartRate: bpm, deviceId, intervalMinutes: 0.1 }),
      )
    // Mixed they would have a median between the two.
    expect(levels(byTime(fast(1, 90), fast(2, 165))).at(-1)).toBe(2)
  })

  it('give a minute the higher value', () => {
    const both = byTime(minutely(times(20, 90)), minutely(times(20, 155), other, 0.5))
    expect(judgeEach(both).last).toMatchObject({ heartLevel: 3, reason: { kind: 'ageMean' } })
  })

  it('count as long as no gap parts them: one that was taken off does not', () => {
    const { state } = judgeEach(byTime(minutely(times(6, 90)), minutely(times(6, 165), other, 0.5)))
    const alone = minutely(times(10, 90), {}, 6)
    expect(judgeEach(alone, settingsOf(), state).assessments.map((one) => one.heartLevel)).toEqual([...times(6, 3), ...times(4, 0)])
  })
})

describe('a change of the device', () => {
  it('continues the streaks, which are the person’s', () => {
    const { state } = judgeEach(minutely(times(2, 165)))
    const next = judgeReading(state, readingAt(2, { heartRate: 165, ...other }), settingsOf())
    expect(next.assessment.heartLevel).toBe(2)
  })

  it('of a third forgets the one unheard for longest', () => {
    const readings = [1, 2, 3].map((deviceId, index) => readingAt(index, { deviceId }))
    expect(judgeEach(readings).state.heart.streams.map(({ deviceId }) => deviceId)).toEqual([3, 2])
  })
})
