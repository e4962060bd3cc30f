import { expect, test } from 'vitest'
import { messageOfReadings, minuteOfReadings } from './fill.ts'

test('a message put together from pieces says what its readings say', () => {
  const workers = [1, 7, 40, 9_999]
  for (const minute of [0, 1, 60]) {
    const at = new Date(Date.UTC(2026, 6, 20, 1, minute, 0, 5))
    expect(JSON.parse(messageOfReadings(workers, at, minute))).toEqual({ readings: minuteOfReadings(workers, at, minute) })
  }
})
