import { expect, test } from 'vitest'
import { freePlace, heatRange, pathOf, curvePointsIn, samplesOf } from './curve.ts'

const at = (clock: string) => Date.parse(`2026-07-21T${clock}:00+09:00`)

test('the axis holds every value in whole steps', () => {
  expect(heatRange([24, 31.2, 28]).ticks).toEqual([22, 26, 30, 34])
  expect(heatRange([28]).ticks).toEqual([26, 30, 34, 38])
  expect(heatRange([-3, 5]).ticks).toEqual([-6, -2, 2, 6])
})

test('samples outside the day are left out', () => {
  const samples = ['05:30', '06:00', '12:00', '18:30'].map((clock) => ({ time: `2026-07-21T${clock}:00+09:00`, wbgtValue: 30 }))
  const day = { from: at('06:00'), to: at('18:00') }
  const points = curvePointsIn(samplesOf(samples, day), day, { min: 24, max: 36 }, { left: 10, top: 0, width: 120, height: 60 })
  expect(points.map((point) => [point.x, point.y])).toEqual([
    [10, 30],
    [70, 30],
  ])
})

test('a missing value breaks the line', () => {
  expect(pathOf([{ x: 0, y: 1 }, null, { x: 2, y: 3 }, { x: 4, y: 5 }])).toBe('M0.0 1.0M2.0 3.0L4.0 5.0')
})

test('a name is drawn where the line leaves room for it', () => {
  const [start, end] = [
    { left: 0, top: 50, width: 60, height: 14 },
    { left: 240, top: 50, width: 60, height: 14 },
  ]
  const rising = [
    { x: 0, y: 70 },
    { x: 30, y: 58 },
    { x: 120, y: 20 },
    { x: 300, y: 15 },
  ]
  expect(freePlace(rising, [start, end])).toBe(end)
  expect(freePlace(rising.slice(0, 2), [start, end])).toBe(end)
  const fallingThroughEnd = [
    { x: 0, y: 20 },
    { x: 240, y: 20 },
    { x: 310, y: 90 },
  ]
  expect(freePlace(fallingThroughEnd, [end, start])).toBe(start)
  expect(freePlace([], [start, end])).toBe(start)
})
