import { expect, test } from 'vitest'
import { overlap } from './box-grid.ts'
import { edgeArrows, type Danger } from './edge-arrows.ts'

const frame = { width: 800, height: 400 }
const widthOf = (text: string) => text.length * 13

const danger = (userId: number, x: number, y: number, more: Partial<Danger> = {}): Danger => ({
  userId,
  name: '佐々木　隆',
  grade: 'emergency',
  isReported: false,
  isSilent: false,
  x,
  y,
  distance: '120 m',
  ...more,
})

const arrows = (...dangers: readonly Danger[]) => edgeArrows(dangers, frame, [], widthOf)

test('somebody in the frame has no sign; somebody outside has one at the edge, towards their place', () => {
  expect(arrows(danger(1, 10, 390))).toEqual([])
  const [right, below] = [arrows(danger(1, 2_000, 200))[0], arrows(danger(1, 400, 3_000))[0]]
  expect(right).toMatchObject({ y: 200, angle: 0, others: 0 })
  expect(right?.x).toBeGreaterThan(650)
  expect(right?.x).toBeLessThan(800)
  expect(below).toMatchObject({ x: 400, angle: 90 })
  expect(below?.y).toBeLessThan(400 - 22)
})

test('those in one direction are one sign, of the most urgent; in others they have their own', () => {
  const found = arrows(danger(1, 2_000, 200), danger(2, 2_100, 210, { grade: 3 }), danger(3, -500, 200, { grade: 3 }))
  expect(found.map(({ danger: { userId }, others }) => [userId, others])).toEqual([
    [1, 1],
    [3, 0],
  ])
})

test('a sign stays inside the frame, whatever the direction, and covers no button', () => {
  const zoom = { x: 770, y: 60, width: 40, height: 90 }
  for (let degrees = 0; degrees < 360; degrees += 7) {
    const [x, y] = [400 + 5_000 * Math.cos((degrees * Math.PI) / 180), 200 + 5_000 * Math.sin((degrees * Math.PI) / 180)]
    const [arrow] = edgeArrows([danger(1, x, y)], frame, [zoom], widthOf)
    const width = widthOf('佐々木　隆120 m') + 76
    const box = { x: arrow?.x ?? 0, y: arrow?.y ?? 0, width, height: 44 }
    expect(box.x - width / 2, String(degrees)).toBeGreaterThanOrEqual(0)
    expect(box.x + width / 2, String(degrees)).toBeLessThanOrEqual(800)
    expect(box.y - 22, String(degrees)).toBeGreaterThanOrEqual(0)
    expect(box.y + 22, String(degrees)).toBeLessThanOrEqual(400)
    expect(overlap(box, zoom), String(degrees)).toBe(false)
  }
})
