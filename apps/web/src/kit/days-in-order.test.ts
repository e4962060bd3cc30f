import { expect, test } from 'vitest'
import { withFirst, withLast } from './days-in-order.ts'

test('a day that is chosen takes the other along, so that a period never ends before it begins', () => {
  expect(withFirst(['2026-01-01', '2026-01-31'], '2026-02-03')).toEqual(['2026-02-03', '2026-02-03'])
  expect(withLast(['2026-02-03', '2026-02-05'], '2026-01-31')).toEqual(['2026-01-31', '2026-01-31'])
  expect(withFirst(['2026-01-01', '2026-01-31'], '2026-01-31')).toEqual(['2026-01-31', '2026-01-31'])
})

test('an open end stays open', () => {
  expect(withFirst(['2026-01-01', undefined], '2026-02-03')).toEqual(['2026-02-03', undefined])
  expect(withLast(['2026-02-03', '2026-02-05'], undefined)).toEqual(['2026-02-03', undefined])
})
