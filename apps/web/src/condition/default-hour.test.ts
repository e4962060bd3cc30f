import { expect, test } from 'vitest'
import { defaultHour } from './default-hour.ts'

const now = Date.parse('2026-07-21T13:42:00+09:00')
const alert = (startedAt: string, alertLevel: number, emergency = '0') => ({ startedAt, alertLevel, emergency }) as never
const item = (time: string) => ({ time }) as never

test('today ends with now', () => {
  expect(defaultHour(undefined, 0, now)).toBe(10)
  expect(defaultHour(undefined, 0, Date.parse('2026-07-21T01:00:00+09:00'))).toBe(0)
  expect(defaultHour(undefined, 0, Date.parse('2026-07-21T23:59:00+09:00'))).toBe(20)
})

test('another day begins an hour before its worst alert, else with its first reading', () => {
  const listData = [item('2026-07-20T07:10:00+09:00')]
  const listAlert = [
    alert('2026-07-20T10:46:00+09:00', 2),
    alert('2026-07-20T13:16:00+09:00', 3),
    alert('2026-07-20T15:31:00+09:00', 3, '1'),
  ]
  expect(defaultHour({ listData, listAlert }, 1, now)).toBe(14)
  expect(defaultHour({ listData, listAlert: [] }, 1, now)).toBe(7)
  expect(defaultHour({ listData: [], listAlert: [] }, 2, now)).toBe(8)
})
