import { expect, it } from 'vitest'
import { nextToAsk, partsOf } from './check-order.ts'
import { checkRowOf } from '../organisation/checks/test-checks.ts'

const rows = [checkRowOf(1, { state: 'answered' }), checkRowOf(2), checkRowOf(3, { state: 'refused' }), checkRowOf(4)]

it('asks those who have not answered, in order and from the top again, and each of them once', () => {
  expect(nextToAsk(rows, undefined)).toBe(2)
  expect(nextToAsk(rows, 2)).toBe(4)
  expect(nextToAsk(rows, 4)).toBe(2)
  expect(nextToAsk([checkRowOf(2)], 2)).toBeUndefined()
  expect(nextToAsk([], undefined)).toBeUndefined()
})

it('puts people by what is to be done', () => {
  const ids = (part: readonly { readonly userId: number }[]) => part.map(({ userId }) => userId)
  const parts = partsOf([...rows, checkRowOf(5, { state: 'answered', attention: true, counted: ['sleep'] })])
  expect([ids(parts.attention), ids(parts.usual), ids(parts.refused), ids(parts.left)]).toEqual([[5], [1], [3], [2, 4]])
})
