import { expect, test } from 'vitest'
import { agoInWords, clockOf, dateOf, daysBetween, minuteOfDay, momentInWords, startOfDay } from './japan-time.ts'

const now = Date.parse('2026-07-21T13:42:08+09:00')
const before = (seconds: number) => agoInWords(now - seconds * 1000, now)

test('how long ago goes from seconds to minutes to hours to the day', () => {
  expect([0, 8, 59, 60, 1080, 3599, 3600, 86_399].map(before)).toEqual([
    '0秒前',
    '8秒前',
    '59秒前',
    '1分前',
    '18分前',
    '59分前',
    '1時間前',
    '23時間前',
  ])
  expect(before(86_400)).toBe('7/20 13:42')
})

test('a reading from a clock that runs fast is now, never in the future', () => {
  expect(before(-30)).toBe('0秒前')
})

test('the wall clock and the calendar are those of Japan whatever the offset of the text', () => {
  expect(clockOf('2026-07-21T04:42:00Z')).toBe('13:42')
  expect(minuteOfDay(Date.parse('2026-07-21T00:05:00+09:00'))).toBe(5)
  expect(dateOf(Date.parse('2026-07-20T15:00:00Z'))).toBe('2026-07-21')
  expect(startOfDay('2026-07-21')).toBe(Date.parse('2026-07-20T15:00:00Z'))
  expect(daysBetween(Date.parse('2026-07-20T23:59:00+09:00'), now)).toBe(1)
})

test('a moment is shown by the clock and by how long ago it was, with its day where that is another', () => {
  const wordsOf = (seconds: number) => momentInWords(now - seconds * 1000, now)
  expect([39, 1080, 18 * 3600, 2 * 86_400].map(wordsOf)).toEqual([
    '13:41（39秒前）',
    '13:24（18分前）',
    '7/20 19:42（18時間前）',
    '7/19 13:42',
  ])
})
