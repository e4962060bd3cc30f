import { expect, test } from 'vitest'
import { inHeldOrder } from './held-order.ts'

test('under the pointer rows keep their places and newcomers go to the end', () => {
  const held = (...rows: number[]) => inHeldOrder([3, 1, 2], rows, (row) => row)
  expect(held(9, 1, 2, 3)).toEqual([3, 1, 2, 9])
  expect(held(1, 2)).toEqual([1, 2])
})
