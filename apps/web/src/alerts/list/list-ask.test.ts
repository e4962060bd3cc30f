import { expect, test } from 'vitest'
import { byHandling, askOf, periodOf } from './list-ask.ts'

const now = Date.parse('2026-07-21T00:30:00+09:00')

test('at first the past is that of 30 days of Japan, today among them', () => {
  expect(periodOf({})).toBe('30')
  expect(askOf({ allTime: true }, now)).toEqual({ allTime: '1', from: '2026-06-22' })
  expect(askOf({ allTime: true, period: '7' }, now)).toEqual({ allTime: '1', from: '2026-07-15' })
  expect(askOf({ allTime: true, period: 'all' }, now)).toEqual({ allTime: '1' })
})

test('days in the address are a period of their own, open where one is left out', () => {
  expect(periodOf({ to: '2026-07-01' })).toBe('chosen')
  expect(askOf({ allTime: true, to: '2026-07-01' }, now)).toEqual({ allTime: '1', to: '2026-07-01' })
  expect(askOf({ allTime: true, period: 'chosen' }, now)).toEqual({ allTime: '1' })
})

test('what is current is shown however long ago it began', () => {
  expect(askOf({ period: '7', from: '2026-07-20', kind: 'belt', handling: 'open', drill: true }, now)).toEqual({
    kind: 'belt',
    handling: 'open',
    drill: '1',
  })
})

test('a filter for closed alerts shows the past as well', () => {
  expect(byHandling('closed')).toEqual({ handling: 'closed', allTime: true })
  for (const handling of ['open', undefined] as const) expect(byHandling(handling)).toEqual({ handling })
})
