import { expect, test } from 'vitest'
import { dayAndClock, longDate, spanInWords } from './time-words.ts'

test('spans', () => {
  expect([0, 15, 60, 65, 1440, 4000].map((minutes) => spanInWords(minutes * 60_000))).toEqual([
    '0分',
    '15分',
    '1時間',
    '1時間5分',
    '1日',
    '2日',
  ])
})

test('days have their weekday, and instants of answers their clock', () => {
  expect(longDate('2026-07-21')).toBe('7月21日（火）')
  expect(dayAndClock('2026-07-20T23:59:00+09:00')).toBe('7月20日（月） 23:59')
})
