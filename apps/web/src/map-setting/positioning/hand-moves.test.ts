import { expect, it } from 'vitest'
import { cornersOf } from '../../map-canvas/overlay-geometry.ts'
import { haveRoom, movedByHands, movedByKey, stalkOf } from './hand-moves.ts'

const size = { width: 400, height: 300 }
const corners = cornersOf(size, { centre: [139.7, 35.6], imageZoom: 0.5, imageRotation: 0 })
const square = (x: number, y: number, side: number) =>
  [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
  ] as const

it('puts the turning handle above the drawing, and below its top where that is out of sight', () => {
  expect(stalkOf(square(100, 100, 200), [800, 600])).toEqual({ top: [200, 100], end: [200, 60] })
  expect(stalkOf(square(100, 20, 200), [800, 600])).toEqual({ top: [200, 20], end: [200, 60] })
})

it('shows handles at the corners only where they leave room between them', () => {
  expect(haveRoom(square(0, 0, 88))).toBe(true)
  expect(haveRoom(square(0, 0, 87))).toBe(false)
})

it('moves all of the drawing, or one corner alone, as far as the hand went', () => {
  const hands = { from: [[0, 0]], to: [[10, 20]] } as const
  const all = movedByHands(size, 'all', corners, hands)
  for (const [index, corner] of all.entries()) expect(corner[0]).toBeGreaterThan(corners[index]?.[0] ?? 0)
  const one = movedByHands(size, 2, corners, hands)
  expect(one[2]).not.toEqual(corners[2])
  expect(one[0][0]).toBeCloseTo(corners[0][0], 9)
})

it('moves by an arrow key as far as the map shows the pixels apart, and turns and scales by the others', () => {
  const planeAt = ([x, y]: readonly [number, number]) => [x * 2, y * -2] as const
  const key = (stroke: Parameters<typeof movedByKey>[2]) => movedByKey(size, 'all', stroke, planeAt)(corners)
  expect(key({ kind: 'move', right: 1, down: 0 })[0][0]).toBeGreaterThan(corners[0][0])
  expect(key({ kind: 'move', right: 0, down: 1 })[0][1]).toBeLessThan(corners[0][1])
  expect(key({ kind: 'scale', factor: 2 })[0][1]).toBeGreaterThan(corners[0][1])
  expect(key({ kind: 'turn', degrees: 90 })[0]).not.toEqual(corners[0])
})
