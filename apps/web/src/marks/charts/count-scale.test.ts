import { expect, test } from 'vitest'
import { countScale } from './count-scale.ts'

test('the axis of counts has round whole steps, at most four', () => {
  expect([0, 1, 4, 5, 9, 23, 85, 401].map((greatest) => countScale(greatest).ticks)).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2, 3, 4],
    [0, 2, 4, 6],
    [0, 5, 10],
    [0, 10, 20, 30],
    [0, 50, 100],
    [0, 200, 400, 600],
  ])
})
