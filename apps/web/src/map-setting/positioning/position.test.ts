import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cornersOfTexts } from '../../map-canvas/corner-text.ts'
import { lonLatOf, mercatorOf, metresBetween, type Point } from '../../map-canvas/mercator.ts'
import { canCarry, centreOf, cornersOf, defaultPlacement, placementOf, type Corners } from '../../map-canvas/overlay-geometry.ts'
import { type MapGeometryDraft, nowhere } from '../map-place.ts'
import { dragged, fieldsOf, placedAt, positionOf, scaledBy, straightened, turnedAlong, withCorner } from './position.ts'

const size = { width: 1000, height: 700 }
const corners = cornersOf(size, { ...defaultPlacement, imageRotation: 20 })
const centimetre = 0.01

const apart = (these: Corners | null, those: Corners) =>
  Math.max(...those.map((corner, index) => metresBetween(corner, these?.[index] ?? [0, 0])))
const turnBetween = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180)

const unlaid: MapGeometryDraft = {
  type: 3,
  picture: { url: 'blob:drawing', ...size },
  ...nowhere,
}

describe('a map that is opened', () => {
  it('lies at the default place where nobody has said another', () => {
    const { view, corners: found } = positionOf(unlaid)
    expect(view).toEqual({ centre: [139.767125, 35.681236], zoom: 14, rotation: 0 })
    expect(apart(found, cornersOf(size, defaultPlacement))).toBeLessThan(centimetre)
  })

  it('has its drawing in the middle where only the map has a place', () => {
    const { corners: found } = positionOf({ ...unlaid, latitude: 34.7, longitude: 135.5 })
    expect(metresBetween(centreOf(found ?? corners), [135.5, 34.7])).toBeLessThan(centimetre)
  })

  it('lies by its corners, whatever the other numbers say', () => {
    const place = fieldsOf(unlaid, { ...positionOf(unlaid), corners })
    const found = positionOf({ ...unlaid, ...place, imageLatitude: 1, imageLongitude: 2, imageZoom: 5, imageRotation: 6 })
    expect(apart(found.corners, corners)).toBeLessThan(centimetre)
  })

  it.each([
    ['of type 2', { type: 2 }],
    ['without a drawing', { picture: null }],
  ])('has no corners %s', (_, change) => expect(positionOf({ ...unlaid, ...change }).corners).toBeNull())
})

describe('the fields of a map', () => {
  it('carry the corners to a millimetre, and the numbers that follow from them', () => {
    const place = fieldsOf(unlaid, { view: { centre: [139.5, 35.5], zoom: 17.256, rotation: 12.345 }, corners })
    expect(apart(cornersOfTexts(place), corners)).toBeLessThan(0.001)
    expect(place).toMatchObject({
      latitude: 35.5,
      longitude: 139.5,
      zoom: 17.26,
      rotation: 12.35,
      imageLatitude: 35.681236,
      imageLongitude: 139.767125,
      imageRotation: 20,
      imageZoom: 0.2,
    })
  })

  it('leave those of a drawing alone where there is none', () => {
    const map = { ...unlaid, type: 2, imageLatitude: 12, angleCoordinate1: '1,2' }
    expect(fieldsOf(map, positionOf(map))).toMatchObject({ imageLatitude: 12, angleCoordinate1: '1,2', latitude: 35.681236 })
  })

  it('say a scale the server takes, though corners moved singly lie outside it', () => {
    const tiny = cornersOf(size, { ...defaultPlacement, imageZoom: 0.01 })
    expect(fieldsOf(unlaid, { ...positionOf(unlaid), corners: tiny }).imageZoom).toBe(0.05)
  })
})

describe('a drawing', () => {
  it('is scaled from 0.05 to 10 and no further', () => {
    const zoomAfter = (factor: number) => placementOf(size, scaledBy(size, corners, factor)).imageZoom
    expect(zoomAfter(1.1)).toBeCloseTo(0.22, 9)
    expect(zoomAfter(1 / 1000)).toBeCloseTo(0.05, 9)
    expect(zoomAfter(1000)).toBeCloseTo(10, 9)
  })

  it('that lies out of bounds already is not thrown back into them by a step', () => {
    const tiny = cornersOf(size, { ...defaultPlacement, imageZoom: 0.02 })
    expect(placementOf(size, scaledBy(size, tiny, 1.1)).imageZoom).toBeCloseTo(0.022, 9)
    expect(placementOf(size, scaledBy(size, tiny, 1 / 1.1)).imageZoom).toBeCloseTo(0.02, 9)
  })

  it('lies as its numbers are typed', () => {
    const placement = placementOf(size, placedAt(size, corners, { centre: [135, 34], imageZoom: 3, imageRotation: 275 }))
    expect(placement.imageZoom).toBeCloseTo(3, 9)
    expect(placement.imageRotation).toBeCloseTo(275, 9)
    expect(metresBetween(placement.centre, [135, 34])).toBeLessThan(centimetre)
  })

  it('has one corner moved, but never across the others', () => {
    const [topLeft] = corners
    const pulled = withCorner(corners, 0, [topLeft[0] - 0.0001, topLeft[1]])
    expect(pulled[0][0]).toBe(topLeft[0] - 0.0001)
    expect(pulled.slice(1)).toEqual(corners.slice(1))
    expect(withCorner(corners, 0, corners[2])).toBe(corners)
    const [longitude, latitude] = centreOf(corners)
    const [south, east] = [latitude - topLeft[1], longitude - topLeft[0]]
    expect(withCorner(corners, 0, [longitude + east / 10, latitude + south / 10])).toBe(corners)
    const straight = straightened(size, pulled)
    expect(apart(cornersOf(size, placementOf(size, pulled)), straight)).toBeLessThan(centimetre)
  })

  it('turns with the hand that goes round it', () => {
    const [x, y] = mercatorOf(centreOf(corners))
    const turned = turnedAlong(corners, [x, y + 100], [x + 50, y])
    expect(placementOf(size, turned).imageRotation).toBeCloseTo(110, 6)
  })
})

describe('fingers', () => {
  const [x, y] = mercatorOf(centreOf(corners))
  const near = fc.double({ min: -150, max: 150, noNaN: true })
  const somePoint: fc.Arbitrary<Point> = fc.tuple(near, near).map(([east, north]) => [x + east, y + north])

  it('keep what they hold beneath them: one', () =>
    fc.assert(
      fc.property(somePoint, somePoint, (from, to) => {
        const moved = dragged(size, corners, [from], [to])
        const wanted = lonLatOf([x + to[0] - from[0], y + to[1] - from[1]])
        expect(metresBetween(centreOf(moved), wanted)).toBeLessThan(centimetre)
        expect(placementOf(size, moved).imageRotation).toBeCloseTo(20, 3)
        expect(placementOf(size, moved).imageZoom).toBeCloseTo(0.2, 9)
      }),
    ))

  it('keep what they hold beneath them: two', () =>
    fc.assert(
      fc.property(somePoint, somePoint, somePoint, somePoint, (a0, b0, a1, b1) => {
        const before = Math.hypot(b0[0] - a0[0], b0[1] - a0[1])
        const after = Math.hypot(b1[0] - a1[0], b1[1] - a1[1])
        fc.pre(before > 10 && after / before > 0.3 && after / before < 30)
        const moved = dragged(size, corners, [a0, b0], [a1, b1])
        const now = placementOf(size, moved)
        // A shift to the north changes the scale of the plane by a hair, as it does that of every map.
        expect(now.imageZoom / (0.2 * (after / before))).toBeCloseTo(1, 3)
        const turn = (Math.atan2(b0[1] - a0[1], b0[0] - a0[0]) - Math.atan2(b1[1] - a1[1], b1[0] - a1[0])) * (180 / Math.PI)
        expect(turnBetween(now.imageRotation, 20 + turn)).toBeLessThan(1e-3)
        expect(canCarry(moved)).toBe(true)
      }),
    ))

  it('scale about their middle only as far as may be', () => {
    const [from, to] = [
      [
        [x - 100, y],
        [x + 100, y],
      ],
      [
        [x - 1, y],
        [x + 1, y],
      ],
    ] as const
    const moved = dragged(size, corners, from, to)
    expect(placementOf(size, moved).imageZoom).toBeCloseTo(0.05, 9)
    expect(metresBetween(centreOf(moved), centreOf(corners))).toBeLessThan(centimetre)
  })

  it('on one and the same point, or none at all, change nothing that could not be undone', () => {
    expect(
      canCarry(
        dragged(
          size,
          corners,
          [
            [x, y],
            [x, y],
          ],
          [
            [x, y],
            [x + 5, y],
          ],
        ),
      ),
    ).toBe(true)
    expect(dragged(size, corners, [], [])).toBe(corners)
  })
})
