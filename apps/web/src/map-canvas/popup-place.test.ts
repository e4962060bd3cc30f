import { expect, test } from 'vitest'
import { overlap } from './box-grid.ts'
import { popupPlace } from './popup-place.ts'

const frame = { width: 800, height: 600 }
const size = { width: 200, height: 100 }
const mark = (x: number, y: number) => ({ x, y, width: 30, height: 30 })

test('a box of words is drawn above its mark', () => {
  expect(popupPlace(mark(400, 300), size, frame, [])).toMatchObject({ x: 400, y: 227 })
})

test('near an edge it stays within the frame and off its mark', () => {
  for (const at of [mark(5, 5), mark(795, 5), mark(5, 595), mark(795, 595), mark(400, 20)]) {
    const place = { ...popupPlace(at, size, frame, []), ...size }
    expect(place.x - 100).toBeGreaterThanOrEqual(0)
    expect(place.x + 100).toBeLessThanOrEqual(800)
    expect(place.y - 50).toBeGreaterThanOrEqual(0)
    expect(place.y + 50).toBeLessThanOrEqual(600)
    expect(overlap(place, at)).toBe(false)
  }
})

test('somebody in danger above it sends it elsewhere', () => {
  const danger = mark(420, 220)
  const place = { ...popupPlace(mark(400, 300), size, frame, [danger]), ...size }
  expect(overlap(place, danger)).toBe(false)
})
