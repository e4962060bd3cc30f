import { describe, expect, it } from 'vitest'
import { judgeEach, minutely, readingAt, times } from './fixtures.ts'
import type { WorkerReading } from './worker-state.ts'

const every = (minutes: number, heartRates: (number | null)[]) =>
  heartRates.map((heartRate, index) => readingAt(index * minutes, { heartRate, intervalMinutes: minutes }))

const unsaid = (heartRates: (number | null)[]) =>
  heartRates.map((heartRate, index) => readingAt(index * 6, { heartRate, intervalMinutes: null }))

describe('no heart rate', () => {
  it.each<[string, WorkerReading[], boolean[]]>([
    ['opens after 5 minutes of readings without one', minutely([90, ...times(6, null)]), [...times(5, false), true, true]],
    ['opens from the first reading on', minutely(times(7, null)), [...times(5, false), true, true]],
    ['of a slow device waits for a gap of its own', every(4, [90, null, null, null]), [false, false, false, true]],
    ['does not open at the first reading after a silence', [readingAt(0), ...minutely([null, null], {}, 60)], [false, false, false]],
    ['but 5 minutes into it', [readingAt(0), ...minutely(times(6, null), {}, 60)], [...times(6, false), true]],
    ['of a device that does not say reads every 6 minutes', unsaid([null, null, null]), [false, true, true]],
    ['of such a device opens after valid ones, too', unsaid([90, null, null]), [false, false, true]],
    ['does not open at one reading after a hole', [readingAt(0), readingAt(10, { heartRate: null })], [false, false]],
    ['goes on with another device', [...minutely(times(5, null)), ...minutely([null], { deviceId: 2 }, 5)], [...times(5, false), true]],
    ['is not ended by one valid reading, or two', minutely([...times(6, null), 90, null, 90]), [...times(5, false), ...times(4, true)]],
    ['ends with three in a row', minutely([...times(6, null), 90, 90, 90]), [...times(5, false), true, true, true, false]],
    [
      "ends with three within a gap's length",
      minutely([...times(6, null), 90, null, 90, null, null, 90]),
      [...times(5, false), ...times(6, true), false],
    ],
    [
      'is not ended by three over more than that',
      minutely([...times(6, null), 90, null, 90, null, null, null, 90]),
      [...times(5, false), ...times(8, true)],
    ],
    [
      'is not ended by a silence',
      [...minutely(times(6, null)), readingAt(300, { heartRate: null }), readingAt(301, { heartRate: null })],
      [...times(5, false), true, true, true],
    ],
  ])('%s', (_, readings, expected) => {
    expect(judgeEach(readings).assessments.map((one) => one.noHeartRate)).toEqual(expected)
  })
})
