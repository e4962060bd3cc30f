import { expect, test } from 'vitest'
import { hotMinute, japanTime, realTimeOf, shiftFor, siteTime } from './site-clock.ts'

const hour = 3_600_000

test('at whatever hour it starts, the time at the site is 13:40', () => {
  for (let hours = 0; hours < 48; hours += 1) {
    const now = Date.parse('2026-11-20T00:00:00Z') + hours * hour + 12_345
    const shift = shiftFor(now)
    expect(Math.abs(shift)).toBeLessThanOrEqual(12 * hour)
    expect(siteTime(now, shift).minute).toBeCloseTo(hotMinute, 6)
  }
})

test('times are written in Japanese time, with fractions only where there are any', () => {
  expect(japanTime(Date.parse('2026-07-20T04:05:00Z'))).toBe('2026-07-20T13:05:00+09:00')
  expect(japanTime(Date.parse('2026-07-20T15:05:00.250Z'))).toBe('2026-07-21T00:05:00.250+09:00')
})

test('working hours of the shifted day are in the time of the real clock, past midnight too', () => {
  const night = shiftFor(Date.parse('2026-11-20T21:40:00+09:00'))
  expect(realTimeOf('07:30', night)).toBe('15:30')
  expect(realTimeOf('17:30', night)).toBe('01:30')
})
