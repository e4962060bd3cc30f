import { expect, test } from 'vitest'
import { japanDay, japanDayBefore, japanDayRange, monthDays, toJapanIso, toJapanIsoOrNull } from './japan-time.ts'

test('instants are written with the offset of Japan', () => {
  expect(toJapanIso(new Date('2026-07-20T04:05:06Z'))).toBe('2026-07-20T13:05:06+09:00')
  expect(toJapanIso(new Date('2026-07-20T04:05:06.070Z'))).toBe('2026-07-20T13:05:06.070+09:00')
  expect(toJapanIso(new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01T00:00:00+09:00')
  expect(toJapanIsoOrNull(null)).toBeNull()
})

test('a day begins at midnight in Japan', () => {
  expect(japanDay(new Date('2026-07-20T14:59:59.999Z'))).toBe('2026-07-20')
  expect(japanDay(new Date('2026-07-20T15:00:00Z'))).toBe('2026-07-21')
  expect(japanDayBefore(new Date('2026-03-01T00:00:00Z'), 1)).toBe('2026-02-28')
})

test('a day is half-open', () => {
  const { from, to } = japanDayRange('2026-07-20')
  expect(from.toISOString()).toBe('2026-07-19T15:00:00.000Z')
  expect(to.toISOString()).toBe('2026-07-20T15:00:00.000Z')
})

test('a month has its own days, in the first century too', () => {
  const lengths = ['2026-02', '2028-02', '2026-12', '0000-01', '0099-12'].map((month) => monthDays(month).length)
  expect(lengths).toEqual([28, 29, 31, 31, 31])
  expect([monthDays('2026-04')[0], monthDays('2026-04').at(-1)]).toEqual(['2026-04-01', '2026-04-30'])
})
