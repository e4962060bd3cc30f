import { expect, it } from 'vitest'
import { DEFAULT_WORKING_HOURS, isWorkingTime } from './working-hours.ts'

const tokyo = (time: string) => Date.parse(`2026-07-20T${time}+09:00`)
const NIGHT = { fromMinute: 22 * 60, toMinute: 5 * 60 + 30 }
const WHOLE_DAY = { fromMinute: 0, toMinute: 0 }

it.each([
  [DEFAULT_WORKING_HOURS, '05:59:59', false],
  [DEFAULT_WORKING_HOURS, '06:00:00', true],
  [DEFAULT_WORKING_HOURS, '08:59:59', true],
  [DEFAULT_WORKING_HOURS, '19:59:59.999', true],
  [DEFAULT_WORKING_HOURS, '20:00:00', false],
  [NIGHT, '21:59:59', false],
  [NIGHT, '22:00:00', true],
  [NIGHT, '23:59:59', true],
  [NIGHT, '00:00:00', true],
  [NIGHT, '05:29:59', true],
  [NIGHT, '05:30:00', false],
  [NIGHT, '12:00:00', false],
  [WHOLE_DAY, '03:00:00', true],
])('%j holds %s in Tokyo: %s', (hours, time, working) => {
  expect(isWorkingTime(tokyo(time), hours)).toBe(working)
})

it('knows times before 1970', () => {
  expect(isWorkingTime(Date.parse('1969-12-31T07:00:00+09:00'), DEFAULT_WORKING_HOURS)).toBe(true)
  expect(isWorkingTime(Date.parse('1969-12-31T05:00:00+09:00'), DEFAULT_WORKING_HOURS)).toBe(false)
})
