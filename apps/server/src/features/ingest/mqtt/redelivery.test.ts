import { expect, test } from 'vitest'
import { inOrder } from './redelivery.ts'

test('what was given before comes first', () => {
  expect(inOrder([])).toBe(true)
  expect(inOrder([true, true])).toBe(true)
  expect(inOrder([false, false])).toBe(true)
  expect(inOrder([true, true, false, false])).toBe(true)
  expect(inOrder([false, true])).toBe(false)
  expect(inOrder([true, false, false, true, false])).toBe(false)
})
