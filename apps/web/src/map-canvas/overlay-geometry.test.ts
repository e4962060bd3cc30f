import fc from 'fast-check'
import { fromLonLat } from 'ol/proj'
import { describe, expect, it } from 'vitest'
import { cornersOfTexts, textsOfCorners } from './corner-text.ts'
import { lonLatOf, mercatorOf, metresBetween, stretchAt, type LonLat } from './mercator.ts'
import {
  canCarry,
  centreOf,
  changed,
  cornersOf,
  defaultPlacement,
  isOnDrawing,
  metresOf,
  overlayOn,
  placementOf,
  type Corners,
  type Placement,
} from './overlay-geometry.ts'

const centimetre = 0.01
const real = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const somePicture = fc.record({ width: fc.integer({ min: 1, max: 10_000 }), height: fc.integer({ min: 1, max: 10_000 }) })
const somePlace: fc.Arbitrary<LonLat> = fc.tuple(real(-170, 170), real(-70, 70))
const somePlacement: fc.Arbitrary<Placement> = fc.record({ centre: somePlace, imageZoom: real(0.05, 10), imageRotation: real(0, 359.999) })
/** Corners pulled about singly by up to a fifth of the shorter side: always convex. */
const someCorners: fc.Arbitrary<Corners> = fc
  .tuple(
    fc.record({ width: fc.integer({ min: 400, max: 600 }), height: fc.constant(400) }),
    somePlacement,
    fc.array(real(-0.2, 0.2), { minLength: 8, maxLength: 8 }),
  )
  .map(([picture, placement, pulls]) => {
    const corners = cornersOf(picture, placement)
    const side = Math.min(...Object.values(metresOf(corners))) * stretchAt(placement.centre[1])
    const pulled = (corner: LonLat, index: number): LonLat => {
      const [x, y] = mercatorOf(corner)
      return lonLatOf([x + (pulls[index * 2] ?? 0) * side, y + (pulls[index * 2 + 1] ?? 0) * side])
    }
    return [pulled(corners[0], 0), pulled(corners[1], 1), pulled(corners[2], 2), pulled(corners[3], 3)]
  })

const farthest = (these: Corners, those: Corners) =>
  Math.max(...these.map((corner, index) => metresBetween(corner, those[index] ?? [0, 0])))
const angleBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

describe('a drawing laid without distortion', () => {
  it('lies at the default place 100 m long with its top to the north', () => {
    const corners = cornersOf({ width: 5000, height: 3500 }, defaultPlacement)
    const [topLeft, topRight, bottomRight] = corners
    expect(topLeft[1]).toBeCloseTo(topRight[1], 12)
    expect(topRight[0]).toBeCloseTo(bottomRight[0], 12)
    expect(topLeft[0]).toBeLessThan(topRight[0])
    expect(topRight[1]).toBeGreaterThan(bottomRight[1])
    expect(metresOf(corners).width).toBeCloseTo(100, 6)
    expect(metresOf(corners).height).toBeCloseTo(70, 6)
    expect(centreOf(corners)[0]).toBeCloseTo(139.767125, 9)
    expect(centreOf(corners)[1]).toBeCloseTo(35.681236, 9)
  })

  it('keeps its size whatever number of pixels the file has', () => {
    const coarse = cornersOf({ width: 800, height: 560 }, defaultPlacement)
    expect(farthest(coarse, cornersOf({ width: 10_000, height: 7000 }, defaultPlacement))).toBeLessThan(1e-6)
  })

  it('turns clockwise: a quarter turn brings its top to the east', () => {
    const [topLeft, topRight] = cornersOf({ width: 500, height: 500 }, { ...defaultPlacement, imageRotation: 90 })
    expect(topLeft[0]).toBeCloseTo(topRight[0], 12)
    expect(topLeft[0]).toBeGreaterThan(defaultPlacement.centre[0])
    expect(topLeft[1]).toBeGreaterThan(topRight[1])
  })

  it('computes its placement from its corners, and the corners from that', () =>
    fc.assert(
      fc.property(somePicture, somePlacement, (picture, placement) => {
        const corners = cornersOf(picture, placement)
        const found = placementOf(picture, corners)
        expect(metresBetween(found.centre, placement.centre)).toBeLessThan(centimetre)
        expect(found.imageZoom).toBeCloseTo(placement.imageZoom, 6)
        expect(angleBetween(found.imageRotation, placement.imageRotation)).toBeLessThan(1e-3)
        expect(farthest(cornersOf(picture, found), corners)).toBeLessThan(centimetre)
      }),
    ))
})

describe('corners', () => {
  it('are found again to a millimetre from the texts a map carries', () =>
    fc.assert(
      fc.property(someCorners, (corners) => {
        expect(
          farthest(
            cornersOfTexts(textsOfCorners(corners)) ?? [
              [0, 0],
              [0, 0],
              [0, 0],
              [0, 0],
            ],
            corners,
          ),
        ).toBeLessThan(0.001)
      }),
    ))

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['one number', '35'],
    ['words', 'a,b'],
  ])('are none where one is %s', (_, angleCoordinate3) => {
    const texts = textsOfCorners(cornersOf({ width: 1, height: 1 }, defaultPlacement))
    expect(cornersOfTexts({ ...texts, angleCoordinate3 })).toBeNull()
  })

  it('dragged repeatedly still turn, scale and move by exactly the requested amount', () =>
    fc.assert(
      fc.property(someCorners, somePlace, real(-180, 180), real(0.5, 2), (corners, centre, turn, scale) => {
        const picture = { width: 500, height: 400 }
        const before = placementOf(picture, corners)
        const after = placementOf(picture, changed(corners, { centre, turn, scale }))
        expect(metresBetween(after.centre, centre)).toBeLessThan(centimetre)
        expect(after.imageZoom / before.imageZoom).toBeCloseTo(scale, 6)
        expect(angleBetween(after.imageRotation, before.imageRotation + turn)).toBeLessThan(1e-3)
      }),
    ))

  it('come back where a change is undone', () =>
    fc.assert(
      fc.property(someCorners, real(-180, 180), real(0.5, 2), (corners, turn, scale) => {
        expect(farthest(changed(changed(corners, { turn, scale }), { turn: -turn, scale: 1 / scale }), corners)).toBeLessThan(centimetre)
      }),
    ))

  it('carry a drawing only where they go round a convex quadrilateral', () => {
    const [a, b, c, d] = cornersOf({ width: 500, height: 400 }, defaultPlacement)
    expect(canCarry([a, b, c, d])).toBe(true)
    expect(canCarry([b, a, d, c])).toBe(true)
    expect(canCarry([a, c, b, d])).toBe(false)
    expect(canCarry([a, b, centreOf([a, b, c, d]), d])).toBe(false)
    expect(canCarry([a, a, c, d])).toBe(false)
    fc.assert(fc.property(someCorners, (corners) => canCarry(corners)))
  })
})

describe('percent of a drawing', () => {
  it('are its corners at 0 and 100, and its diagonals’ crossing at the middle', () =>
    fc.assert(
      fc.property(someCorners, (corners) => {
        const { placeOf } = overlayOn(corners)
        const places = [placeOf({ x: 0, y: 0 }), placeOf({ x: 100, y: 0 }), placeOf({ x: 100, y: 100 }), placeOf({ x: 0, y: 100 })]
        for (const [index, corner] of corners.entries()) expect(metresBetween(places[index] ?? [0, 0], corner)).toBeLessThan(centimetre)
        const [a, b, c, d] = corners.map(mercatorOf)
        const [x, y] = mercatorOf(placeOf({ x: 50, y: 50 }) ?? [0, 0])
        const offLine = ([x0 = 0, y0 = 0]: readonly number[] = [], [x1 = 0, y1 = 0]: readonly number[] = []) =>
          Math.abs((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / Math.hypot(x1 - x0, y1 - y0)
        expect(offLine(a, c)).toBeLessThan(centimetre)
        expect(offLine(b, d)).toBeLessThan(centimetre)
      }),
    ))

  it('and places of the world are computed from each other, both ways', () =>
    fc.assert(
      fc.property(someCorners, real(0, 100), real(0, 100), (corners, x, y) => {
        const overlay = overlayOn(corners)
        const place = overlay.placeOf({ x, y }) ?? [0, 0]
        const found = overlay.percentOf(place)
        expect(found?.x).toBeCloseTo(x, 4)
        expect(found?.y).toBeCloseTo(y, 4)
      }),
    ))

  it('say what lies on the drawing', () => {
    const corners = cornersOf({ width: 500, height: 400 }, { ...defaultPlacement, imageRotation: 30 })
    const { placeOf } = overlayOn(corners)
    const on = (x: number, y: number) => isOnDrawing(corners, placeOf({ x, y }) ?? [0, 0])
    expect([on(1, 1), on(99, 99), on(50, 50)]).toEqual([true, true, true])
    expect([on(-1, 50), on(101, 50), on(50, -1), on(50, 101)]).toEqual([false, false, false, false])
  })

  it('are none where the corners can carry no drawing', () => {
    const [a, b, c, d] = cornersOf({ width: 500, height: 400 }, defaultPlacement)
    const overlay = overlayOn([a, c, b, d])
    expect(overlay.placeOf({ x: 50, y: 50 })).toBeNull()
    expect(overlay.percentOf(a)).toBeNull()
    expect(isOnDrawing([a, c, b, d], a)).toBe(false)
  })

  it('are computed on a mirrored drawing as well', () => {
    const [a, b, c, d] = cornersOf({ width: 500, height: 400 }, defaultPlacement)
    const overlay = overlayOn([b, a, d, c])
    expect(metresBetween(overlay.placeOf({ x: 0, y: 0 }) ?? [0, 0], b)).toBeLessThan(centimetre)
    expect(overlay.percentOf(c)?.x).toBeCloseTo(0, 6)
    expect(overlay.percentOf(c)?.y).toBeCloseTo(100, 6)
  })

  it('have no place beyond the horizon of a slanted drawing', () => {
    const [[west, north], [east], [, south]] = cornersOf({ width: 500, height: 400 }, defaultPlacement)
    const narrow = (east - west) * 0.4
    const overlay = overlayOn([
      [west + narrow, north],
      [east - narrow, north],
      [east, south],
      [west, south],
    ])
    // The sides meet a quarter of the height above the top: above there nothing of the drawing can lie.
    expect(overlay.percentOf([(west + east) / 2, north + (north - south) * 0.2])?.y).toBeLessThan(0)
    expect(overlay.percentOf([(west + east) / 2, north + (north - south) * 0.3])).toBeNull()
  })
})

describe('the plane', () => {
  it('is the Web Mercator of the library that draws it', () =>
    fc.assert(
      fc.property(somePlace, (place) => {
        const [x = 0, y = 0] = fromLonLat([...place])
        expect(Math.hypot(mercatorOf(place)[0] - x, mercatorOf(place)[1] - y)).toBeLessThan(1e-6)
      }),
    ))

  it('ends at its edge where a place lies nearer to a pole', () => {
    expect(mercatorOf([0, 90])[1]).toBeCloseTo(20_037_508.34, 1)
    expect(lonLatOf(mercatorOf([0, -90]))[1]).toBeCloseTo(-85.0511, 4)
  })

  it('computes metres on the ground', () => expect(metresBetween([139, 35], [139, 35.001])).toBeCloseTo(111.3, 1))
})
