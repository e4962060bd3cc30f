import { expect, test } from 'vitest'
import { restInWords } from './own-advice.ts'

test('rest is asked for from the reference on, and from 3 ℃ above it the work stops', () => {
  expect([null, -0.9, 0].map(restInWords)).toEqual([null, null, null])
  expect(restInWords(0.6)).toBe('いまの暑さでは、1時間に15分以上の休憩が目安です。')
  expect(restInWords(2.4)).toBe('いまの暑さでは、1時間に45分以上の休憩が目安です。')
  expect(restInWords(3.2)).toBe('いまの暑さでは、作業を止めるのが目安です。')
})
