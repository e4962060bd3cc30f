import { workingHoursOf } from '@mimamori/heat'
import { expect, test } from 'vitest'
import { planDates } from './plan-site.ts'

const datesOf = (opensAt: string, closesAt: string, now: string) => {
  const days = planDates({ hours: workingHoursOf(opensAt, closesAt) }, new Date(`${now}:00+09:00`))
  return [days[0], days.at(-1)]
}

test('the day after tomorrow by the calendar can be planned, also while a night of yesterday lasts', () => {
  expect(datesOf('07:30', '17:30', '2026-07-21T12:00')).toEqual(['2026-07-21', '2026-07-23'])
  expect(datesOf('20:00', '05:00', '2026-07-21T19:00')).toEqual(['2026-07-21', '2026-07-23'])
  expect(datesOf('20:00', '05:00', '2026-07-22T00:30')).toEqual(['2026-07-21', '2026-07-24'])
})

test('of a working day that has begun before its date the two after it can be', () => {
  const [first, last] = datesOf('00:30', '09:00', '2026-07-21T23:50')
  expect((Date.parse(last ?? '') - Date.parse(first ?? '')) / 86_400_000).toBeGreaterThanOrEqual(2)
})
