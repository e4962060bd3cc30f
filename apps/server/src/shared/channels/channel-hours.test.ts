import { expect, test } from 'vitest'
import { nextWithinHours } from './channel-hours.ts'

const day = { hours_from: '07:00', hours_to: '18:00' }
const night = { hours_from: '20:00', hours_to: '05:00' }
const at = (time: string) => new Date(`2026-07-20T${time}+09:00`)
const tomorrow = (time: string) => new Date(`2026-07-21T${time}+09:00`)

test('within the hours, and without any, it leaves at once', () => {
  expect(nextWithinHours({ hours_from: null, hours_to: null }, at('03:00:00'))).toEqual(at('03:00:00'))
  expect(nextWithinHours(day, at('07:00:00'))).toEqual(at('07:00:00'))
  expect(nextWithinHours(night, at('04:59:59'))).toEqual(at('04:59:59'))
  expect(nextWithinHours(night, at('23:30:00'))).toEqual(at('23:30:00'))
})

test('outside of them it waits until they begin, today or tomorrow', () => {
  expect(nextWithinHours(day, at('06:59:59'))).toEqual(at('07:00:00'))
  expect(nextWithinHours(day, at('18:00:00'))).toEqual(tomorrow('07:00:00'))
  expect(nextWithinHours(night, at('05:00:00'))).toEqual(at('20:00:00'))
})
