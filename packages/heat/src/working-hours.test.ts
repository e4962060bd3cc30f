import { expect, it } from 'vitest'
import { DEFAULT_WORKING_HOURS, isWorkingTime, shiftEnd, shownHours, workingDayAt, workingDayOn } from './working-hours.ts'

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

const day = (date: string) => Date.parse(`2026-07-${date}:00+09:00`)

it.each([
  [DEFAULT_WORKING_HOURS, '20T13:42', '20T06:00', '20T20:00'],
  [{ fromMinute: 7 * 60 + 30, toMinute: 17 * 60 + 15 }, '20T07:30', '20T07:00', '20T18:00'],
  [{ fromMinute: 7 * 60 + 30, toMinute: 17 * 60 + 15 }, '20T07:29', '20T00:00', '21T00:00'],
  [DEFAULT_WORKING_HOURS, '20T01:40', '20T00:00', '21T00:00'],
  [DEFAULT_WORKING_HOURS, '20T20:00', '20T00:00', '21T00:00'],
  [NIGHT, '20T01:40', '19T22:00', '20T06:00'],
  [NIGHT, '20T23:50', '20T22:00', '21T06:00'],
  [NIGHT, '20T12:00', '20T00:00', '21T00:00'],
  [WHOLE_DAY, '20T03:00', '20T00:00', '21T00:00'],
  [{ fromMinute: 8 * 60, toMinute: 8 * 60 }, '20T03:00', '19T08:00', '20T08:00'],
])('of %j at %s a chart spans %s to %s', (hours, at, from, to) => {
  expect(shownHours(day(at), hours)).toEqual({ from: day(from), to: day(to) })
})

it.each([
  // Closed from 20 to 6: the day changes at 1 o'clock.
  [DEFAULT_WORKING_HOURS, '20T05:50', '2026-07-20', '20T01:00'],
  [DEFAULT_WORKING_HOURS, '20T20:30', '2026-07-20', '20T01:00'],
  [DEFAULT_WORKING_HOURS, '21T00:59', '2026-07-20', '20T01:00'],
  [DEFAULT_WORKING_HOURS, '21T01:00', '2026-07-21', '21T01:00'],
  // Closed from 5:30 to 22: it changes at 13:45, and the night belongs to the date on which it begins.
  [NIGHT, '20T13:45', '2026-07-20', '20T13:45'],
  [NIGHT, '20T23:50', '2026-07-20', '20T13:45'],
  [NIGHT, '21T05:00', '2026-07-20', '20T13:45'],
  [NIGHT, '21T13:44', '2026-07-20', '20T13:45'],
  [WHOLE_DAY, '20T00:00', '2026-07-20', '20T00:00'],
  [{ fromMinute: 8 * 60, toMinute: 8 * 60 }, '20T07:59', '2026-07-19', '19T08:00'],
])('with %j, %s is on the working day of %s, which begins at %s', (hours, at, date, from) => {
  const found = workingDayAt(day(at), hours)
  expect(found).toEqual({ date, from: day(from), to: day(from) + 24 * 3_600_000 })
  expect(workingDayOn(date, hours)).toEqual(found)
})

it.each([
  [DEFAULT_WORKING_HOURS, '20T13:42', '20T20:00'],
  // Before the opening: with the hours that come.
  [DEFAULT_WORKING_HOURS, '20T05:50', '20T20:00'],
  [DEFAULT_WORKING_HOURS, '20T01:00', '20T20:00'],
  [NIGHT, '20T21:50', '21T05:30'],
  // After the end: with the working day.
  [DEFAULT_WORKING_HOURS, '20T00:50', '20T01:00'],
  [NIGHT, '21T06:00', '21T13:45'],
  [DEFAULT_WORKING_HOURS, '20T20:00', '21T01:00'],
  [NIGHT, '20T23:50', '21T05:30'],
  [NIGHT, '21T05:00', '21T05:30'],
  [WHOLE_DAY, '20T03:00', '21T00:00'],
])('with %j, the shift of %s ends at %s', (hours, at, end) => {
  expect(shiftEnd(day(at), hours)).toBe(day(end))
})
