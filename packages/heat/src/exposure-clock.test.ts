import { describe, expect, it } from 'vitest'
import { judgeEach, readingAt, settingsOf, START } from './fixtures.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { packState, unpackState } from './packed-state.ts'
import { workingDayFrom } from './working-hours.ts'
import type { WorkerReading } from './worker-state.ts'

type Values = Partial<WorkerReading>
const hot: Values = { wbgt: 28 }
const cool: Values = { wbgt: 27.9 }

/** A reading a minute from one minute on, as many as said. */
const minutes = (from: number, count: number, values: Values) =>
  Array.from({ length: count }, (_, index) => readingAt(from + index, values))
const clockOf = (readings: WorkerReading[]) => {
  const { today = 0, onEnd = 0, longest = 0 } = judgeEach(readings).state.exposure ?? {}
  return [today, onEnd, longest].map((ms) => ms / MINUTE_MS)
}

describe('the exposure clock', () => {
  it('counts the time between readings in WBGT of 28 or air of 31 and above', () => {
    expect(clockOf(minutes(0, 49, hot))).toEqual([48, 48, 48])
    expect(clockOf(minutes(0, 49, { wbgt: 24, airTemperature: 31 }))).toEqual([48, 48, 48])
    expect(clockOf(minutes(0, 49, { wbgt: 27.9, airTemperature: 30.9 }))).toEqual([0, 0, 0])
    expect(clockOf([0, 10, 20, 30].map((minute) => readingAt(minute, { ...hot, intervalMinutes: 10 })))).toEqual([30, 30, 30])
  })

  it('is not reset by less than ten minutes in the cool, however often', () => {
    const often = [
      ...minutes(0, 20, hot),
      ...minutes(20, 9, cool),
      ...minutes(29, 20, hot),
      ...minutes(49, 9, cool),
      ...minutes(58, 3, hot),
    ]
    expect(clockOf(often)).toEqual([42, 42, 42])
  })

  it('is reset by ten minutes in the cool; the day continues, with its longest time', () => {
    const rested = [...minutes(0, 50, hot), ...minutes(50, 10, cool), ...minutes(60, 6, hot)]
    expect(clockOf(rested)).toEqual([55, 5, 50])
  })

  it('neither counts nor is reset while nothing is read, or the heat is not known', () => {
    expect(clockOf([...minutes(0, 31, hot), ...minutes(60, 11, hot)])).toEqual([40, 40, 40])
    const unknown: Values = { wbgt: null }
    expect(clockOf([...minutes(0, 31, hot), ...minutes(31, 20, unknown), ...minutes(51, 11, hot)])).toEqual([41, 41, 41])
  })

  it('begins again with the working day', () => {
    const night = { workingHours: { fromMinute: 20 * 60, toMinute: 5 * 60 } }
    // 10:00 to 14:00: the day of a night site begins at 12:30.
    const all = Array.from({ length: 241 }, (_, minute) => readingAt(minute, hot))
    expect((judgeEach(all, settingsOf(night)).state.exposure?.today ?? 0) / MINUTE_MS).toBe(90)
    expect((judgeEach(all).state.exposure?.today ?? 0) / MINUTE_MS).toBe(240)
  })

  it('is kept with the state', () => {
    for (const readings of [minutes(0, 3, cool), minutes(0, 3, {}), [...minutes(0, 50, hot), ...minutes(50, 5, cool)]]) {
      const { state } = judgeEach(readings)
      expect(state.exposure).not.toBeNull()
      expect(unpackState(packState(state))).toEqual(state)
    }
  })
})

describe('a working day', () => {
  const at = (hour: number) => START + (hour - 10) * HOUR_MS
  it.each([
    [{ fromMinute: 360, toMinute: 1_200 }, 1],
    [{ fromMinute: 480, toMinute: 1_020 }, 0.5],
    [{ fromMinute: 0, toMinute: 0 }, 0],
  ])('of %o begins at %d o’clock', (hours, begins) => {
    expect(workingDayFrom(at(begins), hours)).toBe(at(begins))
    expect(workingDayFrom(at(begins) - 1, hours)).toBe(at(begins) - 24 * HOUR_MS)
    expect(workingDayFrom(at(23), hours)).toBe(at(begins))
  })
})
