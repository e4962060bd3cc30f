import { expect, test } from 'vitest'
import { planDays } from './plan-days.ts'

const at = (clock: string) => Date.parse(`2026-07-31T${clock}+09:00`)

test('before an answer the days are those of the calendar in Japan', () => {
  expect(planDays(undefined, at('00:00:00'))).toEqual(['2026-07-31', '2026-08-01', '2026-08-02'])
  expect(planDays(undefined, at('23:59:59'))).toEqual(['2026-07-31', '2026-08-01', '2026-08-02'])
})

test('a site that works at night has its own days', () => {
  const dates = ['2026-07-30', '2026-07-31', '2026-08-01']
  expect(planDays({ dates }, at('02:00:00'))).toEqual(dates)
})
