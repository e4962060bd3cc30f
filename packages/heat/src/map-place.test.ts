import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Corners, layDrawing, lookAtWorld, readCorners, type WorldPlace } from './map-place.ts'

const tokyo = { latitude: 35.681236, longitude: 139.767125 }
const near = (north: number, east: number): WorldPlace => ({ latitude: tokyo.latitude + north, longitude: tokyo.longitude + east })
const rectangle: Corners = [near(0.001, -0.001), near(0.001, 0.001), near(-0.001, 0.001), near(-0.001, -0.001)]
/** Within a centimetre or so. */
const expectAt = (found: WorldPlace | undefined, expected: WorldPlace) => {
  expect(found?.latitude).toBeCloseTo(expected.latitude, 7)
  expect(found?.longitude).toBeCloseTo(expected.longitude, 7)
}

describe('a drawing on the world', () => {
  test('lies with its corners where they are said to be, and with its middle where its diagonals cross', () => {
    const turned: Corners = [near(0.002, 0), near(0.001, 0.003), near(-0.002, 0.001), near(-0.001, -0.002)]
    const laid = layDrawing(turned)
    const ends = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
      { x: 0, y: 100 },
    ]
    for (const [index, end] of ends.entries()) expectAt(laid?.worldOf(end), turned[index] as WorldPlace)
    expectAt(layDrawing(rectangle)?.worldOf({ x: 50, y: 50 }), tokyo)
    expectAt(layDrawing(rectangle)?.worldOf({ x: 75, y: 50 }), near(0, 0.0005))
  })

  test('lies across the date line as well', () => {
    const laid = layDrawing([
      { latitude: 1, longitude: 179 },
      { latitude: 1, longitude: -179 },
      { latitude: -1, longitude: -179 },
      { latitude: -1, longitude: 179 },
    ])
    expectAt(laid?.worldOf({ x: 75, y: 50 }), { latitude: 0, longitude: -179.5 })
    expect(laid?.drawnAt({ latitude: 0, longitude: -179.5 })?.x).toBeCloseTo(75, 6)
  })

  test('does not lie on corners that enclose nothing, cross or dent', () => {
    const [topLeft, topRight, bottomRight, bottomLeft] = rectangle
    expect(layDrawing([topLeft, topRight, topLeft, topRight])).toBeUndefined()
    expect(layDrawing([topLeft, bottomRight, topRight, bottomLeft])).toBeUndefined()
    expect(layDrawing([topLeft, topRight, near(0.0005, 0), bottomLeft])).toBeUndefined()
    expect(layDrawing([tokyo, tokyo, tokyo, tokyo])).toBeUndefined()
  })

  test('has no place for what lies beyond the horizon of a tilted one', () => {
    const tilted = layDrawing([near(0.001, -0.0001), near(0.001, 0.0001), near(-0.001, 0.001), near(-0.001, -0.001)])
    expect(tilted?.drawnAt(near(0.0011, 0))?.y).toBeLessThan(0)
    expect(tilted?.drawnAt(near(0.002, 0))).toBeUndefined()
  })

  test('is found again from the world', () => {
    const shift = fc.double({ min: -0.0004, max: 0.0004, noNaN: true })
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(shift, { minLength: 8, maxLength: 8 }), percent, percent, (shifts, x, y) => {
        const corners = rectangle.map(({ latitude, longitude }, index) => ({
          latitude: latitude + (shifts[2 * index] ?? 0),
          longitude: longitude + (shifts[2 * index + 1] ?? 0),
        })) as unknown as Corners
        const laid = layDrawing(corners)
        const found = laid?.drawnAt(laid.worldOf({ x, y }))
        expect(found?.x).toBeCloseTo(x, 4)
        expect(found?.y).toBeCloseTo(y, 4)
      }),
    )
  })
})

describe('a window on the world', () => {
  const metresEast = (place: WorldPlace) =>
    ((place.longitude - tokyo.longitude) * 40_075_016.686 * Math.cos((tokyo.latitude * Math.PI) / 180)) / 360

  test('has its centre in the middle, and shows what the zoom lets it', () => {
    const view = lookAtWorld({ centre: tokyo, zoom: 14, rotation: 0 })
    expectAt(view.worldOf({ x: 50, y: 50 }), tokyo)
    // A pixel at zoom 14 is 9.55 m at the equator; half the window is 630 of them.
    expect(metresEast(view.worldOf({ x: 100, y: 50 }))).toBeCloseTo(630 * 9.5546 * Math.cos((tokyo.latitude * Math.PI) / 180), 0)
    expect(view.worldOf({ x: 50, y: 0 }).latitude).toBeGreaterThan(tokyo.latitude)
  })

  test('turns clockwise: with a quarter turn north is on the right', () => {
    const view = lookAtWorld({ centre: tokyo, zoom: 14, rotation: 90 })
    const right = view.worldOf({ x: 100, y: 50 })
    expect(right.latitude).toBeGreaterThan(tokyo.latitude)
    expect(right.longitude).toBeCloseTo(tokyo.longitude, 7)
    expect(view.worldOf({ x: 50, y: 100 }).longitude).toBeGreaterThan(tokyo.longitude)
  })

  test('is found again from the world', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(
        percent,
        percent,
        fc.double({ min: 4, max: 22, noNaN: true }),
        fc.double({ min: 0, max: 360, noNaN: true }),
        (x, y, zoom, rotation) => {
          const view = lookAtWorld({ centre: tokyo, zoom, rotation })
          const found = view.drawnAt(view.worldOf({ x, y }))
          expect(found?.x).toBeCloseTo(x, 4)
          expect(found?.y).toBeCloseTo(y, 4)
        },
      ),
    )
  })
})

test('corners are read from four texts, and from nothing less', () => {
  expect(readCorners(['35.1,139.2', ' 35.1 , 139.3 ', '35,139.3', '35,139.2'])?.[1]).toEqual({ latitude: 35.1, longitude: 139.3 })
  for (const texts of [null, [], ['35,139', '35,140', '34,140', null], ['35,139', '35,140', '34,140', '34,']])
    expect(readCorners(texts)).toBeUndefined()
})
