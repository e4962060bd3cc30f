import { describe, expect, test } from 'vitest'
import { heatLines, reachMetres, warmthAt, type Measured } from './heat-contours.ts'

const farthest = (measured: readonly Measured[]) =>
  Math.max(
    ...heatLines(measured).flatMap(({ points }) =>
      points.map(([x, y]) => Math.min(...measured.map((one) => Math.hypot(one.x - x, one.y - y)))),
    ),
  )

describe('lines of equal heat', () => {
  test('lie where the distances say it is that warm', () => {
    const measured = [
      { x: 0, y: 0, value: 27.2 },
      { x: 40, y: 0, value: 29.4 },
      { x: 20, y: 30, value: 28.1 },
    ]
    const lines = heatLines(measured)
    expect([...new Set(lines.map(({ value }) => value))]).toEqual([27.5, 28, 28.5, 29])
    for (const { value, points } of lines) for (const [x, y] of points) expect(Math.abs(warmthAt(x, y, measured) - value)).toBeLessThan(0.2)
  })

  test('never reach further than 30 m from a watcher', () => {
    const measured = [
      { x: 0, y: 0, value: 25 },
      { x: 55, y: 10, value: 31 },
      { x: 30, y: 70, value: 28.3 },
    ]
    expect(heatLines(measured).length).toBeGreaterThan(0)
    expect(farthest(measured)).toBeLessThanOrEqual(reachMetres)
  })

  test('are none with one watcher, or where all measure the same', () => {
    expect(heatLines([])).toEqual([])
    expect(heatLines([{ x: 1, y: 1, value: 28 }])).toEqual([])
    expect(heatLines([0, 10, 20].map((x) => ({ x, y: x, value: 28.5 })))).toEqual([])
  })
})

test('at a watcher it is as warm as it measures', () => {
  const measured = [
    { x: 0, y: 0, value: 27 },
    { x: 30, y: 0, value: 31 },
  ]
  expect(warmthAt(0, 0, measured)).toBeCloseTo(27, 3)
  expect(warmthAt(15, 0, measured)).toBeCloseTo(29, 6)
})
