import { expect, test } from 'vitest'
import { onScreen } from './board.ts'
import type { Point } from './mercator.ts'
import { wholeView } from './whole-view.ts'

const slanting: readonly Point[] = [
  [100, 300],
  [500, 400],
  [475, 500],
  [75, 400],
]

/** Where the points lie in the frame, from its middle. */
const seen = (rotation: number, size: readonly [number, number], margin: number) => {
  const { centre, resolution } = wholeView(slanting, rotation, size, margin)
  const middle = onScreen([...centre], { resolution, rotation })
  return slanting.map((point) => {
    const { x, y } = onScreen([...point], { resolution, rotation })
    return { x: x - middle.x, y: y - middle.y }
  })
}

test.each([0, 0.3, Math.PI / 2, 4])('a drawing fills the frame up to its margin, its map turned by %d', (rotation) => {
  const points = seen(rotation, [600, 400], 20)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(0)
  expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(0)
  expect(Math.max(Math.max(...xs) / 280, Math.max(...ys) / 180)).toBeCloseTo(1)
})
