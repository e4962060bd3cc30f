import { expect, test } from 'vitest'
import { coordinateOf, geometryOf, spotOf, type MapGeometry, type Spot } from './map-geometry.ts'
import { mercatorOf } from './mercator.ts'
import { cornersOf } from './overlay-geometry.ts'

const picture = { url: 'key.png', width: 2_000, height: 1_000 }
const centre = [139.767125, 35.681236] as const
const drawing: MapGeometry = { type: 1, picture, corners: null, centre, zoom: 14, rotation: 0 }
const world: MapGeometry = { ...drawing, type: 2, picture: null }
const laid: MapGeometry = { ...drawing, type: 3, corners: cornersOf(picture, { centre, imageZoom: 0.2, imageRotation: 30 }) }

const percent = (x: number, y: number): Spot => ({ kind: 'percent', x, y })

test('percent of a drawing count from its upper left, in its own pixels', () => {
  expect(coordinateOf(drawing, percent(0, 0))).toEqual([0, 1_000])
  expect(coordinateOf(drawing, percent(75, 100))).toEqual([1_500, 0])
  expect(coordinateOf(drawing, { kind: 'degrees', longitude: 139, latitude: 35 })).toBeNull()
})

test.each([
  ['a drawing', drawing, percent(12.5, 80)],
  ['a drawing over the world', laid, percent(57, 76.5)],
])('a spot on %s comes back from its coordinate', (_, geometry, spot) => {
  const back = spotOf(geometry, coordinateOf(geometry, spot)!)
  expect(back.kind).toBe('percent')
  if (back.kind !== 'percent' || spot.kind !== 'percent') return
  expect(back.x).toBeCloseTo(spot.x, 6)
  expect(back.y).toBeCloseTo(spot.y, 6)
})

test('a world map keeps degrees', () => {
  const back = spotOf(world, coordinateOf(world, { kind: 'degrees', longitude: 139.7, latitude: 35.6 })!)
  if (back.kind !== 'degrees') throw new Error('these are no degrees')
  expect(back.longitude).toBeCloseTo(139.7, 9)
  expect(back.latitude).toBeCloseTo(35.6, 9)
})

test('nothing is put off its drawing', () => {
  expect(spotOf(drawing, [-50, 2_000])).toEqual(percent(0, 0))
  expect(spotOf(laid, [...mercatorOf([140, 35])] as [number, number])).toMatchObject({ kind: 'percent' })
})

test('a map lies as its row says; without corners of its own a drawing has none', () => {
  const row = {
    type: 3,
    mapImage: 'key.png',
    imageWidth: 2_000,
    imageHeight: 1_000,
    latitude: null,
    longitude: null,
    rotation: 45,
    zoom: 17,
    angleCoordinate1: '35.1,139.1',
    angleCoordinate2: '35.1,139.2',
    angleCoordinate3: '35.0,139.2',
    angleCoordinate4: '35.0,139.1',
  }
  expect(geometryOf(row)).toMatchObject({
    type: 3,
    picture,
    centre,
    zoom: 17,
    rotation: 45,
    corners: [
      [139.1, 35.1],
      [139.2, 35.1],
      [139.2, 35],
      [139.1, 35],
    ],
  })
  expect(geometryOf({ ...row, angleCoordinate3: null }).corners).toBeNull()
  expect(geometryOf({ ...row, type: 2 }).picture).toBeNull()
})
