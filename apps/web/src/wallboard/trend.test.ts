import { expect, test } from 'vitest'
import { trendOf } from './trend.ts'

test.each([
  [[28, 28.5, 29], 'rising'],
  [[28, 29.5, 28.2], 'level'],
  [[29, 28.9, 28.7], 'falling'],
  [[28, 28.5, 29, null], 'rising'],
  [[28, 28.5, 29, null, null], null],
  [[null, 29], null],
  [[28, null, 29], 'rising'],
  [[null, 28.5, 29], null],
  [[], null],
])('%j is %s', (trend, expected) => expect(trendOf(trend)).toBe(expected))
