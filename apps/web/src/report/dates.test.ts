import { expect, test } from 'vitest'
import { dateInWords, dayInWords, isSunday, spanOf } from './dates.ts'

test('days and months in words', () => {
  expect(dayInWords('2026-07-05')).toBe('5日（日）')
  expect(dateInWords('2026-07')).toBe('2026年7月')
  expect(dateInWords('2026-07-22')).toBe('2026年7月22日（水）')
  expect([isSunday('2026-07-05'), isSunday('2026-07-06')]).toEqual([true, false])
})

test('a report covers the days that have come', () => {
  expect(spanOf('2026-07-03', '2026-07-22')).toEqual({ from: '2026-07-03', to: '2026-07-03' })
  expect(spanOf('2026-07', '2026-07-22')).toEqual({ from: '2026-07-01', to: '2026-07-22' })
  expect(spanOf('2028-02', '2028-07-22')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
