import { expect, test } from 'vitest'
import { hullAround } from './hull.ts'

const box = (points: readonly (readonly [number, number])[]) => [
  Math.min(...points.map(([x]) => x)),
  Math.min(...points.map(([, y]) => y)),
  Math.max(...points.map(([x]) => x)),
  Math.max(...points.map(([, y]) => y)),
]

test('the outline goes round all points at a distance, and one point has one as well', () => {
  expect(box(hullAround([[50, 50]], [6, 10]))).toEqual([44, 40, 56, 60])
  const corners: [number, number][] = [
    [0, 0],
    [100, 0],
    [100, 80],
    [0, 80],
  ]
  const around = hullAround(corners, [5, 5])
  expect(box(around)).toEqual([-5, -5, 105, 85])
  // What lies inside adds nothing.
  expect(hullAround([...corners, [50, 40], [20, 30]], [5, 5])).toEqual(around)
})

test('nothing has no outline', () => expect(hullAround([], [5, 5])).toEqual([]))
