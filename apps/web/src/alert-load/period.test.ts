import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

const now = Date.parse('2026-07-21T00:30:00+09:00')

test('an address without days asks for the last week, today included', () => {
  expect(periodOf({}, now)).toEqual({ from: '2026-07-15', to: '2026-07-21' })
  expect(periodOf({ to: '2026-07-02' }, now)).toEqual({ from: '2026-06-26', to: '2026-07-02' })
  expect(periodOf({ from: '2026-07-01' }, now)).toEqual({ from: '2026-07-01', to: '2026-07-21' })
})
