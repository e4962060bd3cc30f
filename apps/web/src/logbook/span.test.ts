import { expect, test } from 'vitest'
import { spanOf, withFrom, withTo } from './span.ts'

const today = '2026-07-21'

test('a book is of today where the address says nothing', () => {
  expect(spanOf({}, today)).toEqual({ from: today, to: today })
})

test('one day alone is that day', () => {
  expect(spanOf({ from: '2026-07-03' }, today)).toEqual({ from: '2026-07-03', to: '2026-07-03' })
  expect(spanOf({ to: '2026-07-03' }, today)).toEqual({ from: '2026-07-03', to: '2026-07-03' })
})

test('days that have not come are left out', () => {
  expect(spanOf({ from: '2026-07-20', to: '2026-08-02' }, today)).toEqual({ from: '2026-07-20', to: today })
  expect(spanOf({ from: '2026-08-01', to: '2026-08-02' }, today)).toEqual({ from: today, to: today })
})

test('of more than 31 days the last ones are shown', () => {
  expect(spanOf({ from: '2026-01-01', to: '2026-07-21' }, today)).toEqual({ from: '2026-06-21', to: '2026-07-21' })
})

test('an end before the beginning is that one day', () => {
  expect(spanOf({ from: '2026-07-10', to: '2026-07-05' }, today)).toEqual({ from: '2026-07-05', to: '2026-07-05' })
})

test('another first day takes the end along where it must', () => {
  const span = { from: '2026-07-01', to: '2026-07-10' }
  expect(withFrom(span, '2026-07-05', today)).toEqual({ from: '2026-07-05', to: '2026-07-10' })
  expect(withFrom(span, '2026-07-15', today)).toEqual({ from: '2026-07-15', to: '2026-07-15' })
  expect(withFrom(span, '2026-05-01', today)).toEqual({ from: '2026-05-01', to: '2026-05-31' })
})

test('another last day takes the beginning along where it must', () => {
  const span = { from: '2026-05-01', to: '2026-05-31' }
  expect(withTo(span, '2026-05-10', today)).toEqual({ from: '2026-05-01', to: '2026-05-10' })
  expect(withTo(span, '2026-07-01', today)).toEqual({ from: '2026-06-01', to: '2026-07-01' })
  expect(withTo(span, '2026-04-10', today)).toEqual({ from: '2026-04-10', to: '2026-04-10' })
})
