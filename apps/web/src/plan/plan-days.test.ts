import { expect, test } from 'vitest'
import { dayToShow, planDays } from './plan-days.ts'

const at = (clock: string) => Date.parse(`2026-07-31T${clock}+09:00`)

test('before an answer the days are those of the calendar in Japan', () => {
  expect(planDays(undefined, at('00:00:00'))).toEqual(['2026-07-31', '2026-08-01', '2026-08-02'])
  expect(planDays(undefined, at('23:59:59'))).toEqual(['2026-07-31', '2026-08-01', '2026-08-02'])
})

test('a site that works at night has its own days', () => {
  const dates = ['2026-07-30', '2026-07-31', '2026-08-01']
  expect(planDays({ dates }, at('02:00:00'))).toEqual(dates)
})

test('before the work begins the day itself is shown, then the next one', () => {
  const plan = { dates: ['2026-07-31', '2026-08-01', '2026-08-02'], workingHours: { opensAt: '07:00', closesAt: '18:00' } }
  expect(dayToShow(plan, at('06:00:00'))).toBe('2026-07-31')
  expect(dayToShow(plan, at('07:00:00'))).toBe('2026-08-01')
  expect(dayToShow(plan, at('23:00:00'))).toBe('2026-08-01')
})

test('a page that stays open over midnight keeps the day that it showed', () => {
  const plan = { dates: ['2026-08-01', '2026-08-02', '2026-08-03'], workingHours: { opensAt: '07:00', closesAt: '18:00' } }
  expect(dayToShow(plan, at('17:00:00'))).toBe('2026-08-01')
})

test('after the night’s work has begun the next night is shown', () => {
  const plan = { dates: ['2026-07-30', '2026-07-31', '2026-08-01'], workingHours: { opensAt: '20:00', closesAt: '05:00' } }
  expect(dayToShow(plan, at('02:00:00'))).toBe('2026-07-31')
})
