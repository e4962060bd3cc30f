import { mapDefaults } from '@mimamori/contract/site-map'
import { describe, expect, it } from 'vitest'
import type { MapGeometry, Spot } from '../map-canvas/map-geometry.ts'
import { besideOf, middleOf, onSavedView, roundedSpot, shifted, spotFields, spotWords, stepOf, typedNumber, withNumber } from './spots.ts'
import { at } from './test-devices.ts'

const drawing: MapGeometry = { type: 1, picture: null, corners: null, centre: [139.767125, 35.681236], zoom: 14, rotation: 0 }
const gps: MapGeometry = { ...drawing, type: 2 }
const station: Spot = { kind: 'degrees', longitude: mapDefaults.longitude, latitude: mapDefaults.latitude }

const degreesOf = (spot: Spot) => (spot.kind === 'degrees' ? spot : expect.unreachable('not in degrees'))

describe('a spot in words', () => {
  it.each([
    [at(57, 76.5), '横 57.0%・縦 76.5%'],
    [at(33.333, 0), '横 33.333%・縦 0.0%'],
    [station, '緯度 35.681236・経度 139.767125'],
    [{ kind: 'degrees', latitude: -5, longitude: 0.5 } as const, '緯度 -5.000000・経度 0.500000'],
  ])('says %j as %s', (spot, words) => expect(spotWords(spot)).toBe(words))

  it('is what a hand can mean', () => {
    expect(roundedSpot(at(57.04999, 76.46))).toEqual(at(57, 76.5))
    expect(roundedSpot({ kind: 'degrees', latitude: 35.68123649, longitude: 139.76712551 })).toEqual({
      kind: 'degrees',
      latitude: 35.681236,
      longitude: 139.767126,
    })
  })
})

describe('steps', () => {
  it('move by 0.1 %, with Shift by 1 %, by arrows alone', () => {
    expect(stepOf({ key: 'ArrowLeft', shiftKey: false })).toEqual([-0.1, 0])
    expect(stepOf({ key: 'ArrowDown', shiftKey: true })).toEqual([0, 1])
    expect(stepOf({ key: 'a', shiftKey: false })).toBeUndefined()
  })

  it('gather no crumbs of binary fractions and end at the edge of the drawing', () => {
    const ten = Array.from({ length: 10 }).reduce<Spot>((spot) => shifted(drawing, spot, 0.1, 0), at(50, 50))
    expect(ten).toEqual(at(51, 50))
    expect(shifted(drawing, at(99.95, 0.5), 1, -1)).toEqual(at(100, 0))
  })

  it('move by the saved view on a GPS map: a percent of 1260 px to the right, of 587 px down', () => {
    const degreesAPixel = 360 / 256 / 2 ** 14
    const right = degreesOf(shifted(gps, station, 1, 0))
    expect(right.longitude - mapDefaults.longitude).toBeCloseTo(12.6 * degreesAPixel, 5)
    expect(right.latitude).toBe(mapDefaults.latitude)
    const down = degreesOf(shifted(gps, station, 0, 1))
    expect(mapDefaults.latitude - down.latitude).toBeCloseTo(5.87 * degreesAPixel * Math.cos((35.681236 * Math.PI) / 180), 5)
  })

  it('go where the eye sees right on a turned GPS map', () => {
    const right = degreesOf(shifted({ ...gps, rotation: 90 }, station, 1, 0))
    expect(right.longitude).toBeCloseTo(mapDefaults.longitude, 6)
    expect(right.latitude).toBeGreaterThan(mapDefaults.latitude)
  })
})

it('finds what other systems placed by percent of the saved view of a GPS map', () => {
  expect(onSavedView(gps, 50, 50)).toEqual(station)
  expect(onSavedView(gps, 51, 50)).toEqual(shifted(gps, station, 1, 0))
})

it('puts what nobody dragged in the middle', () => {
  expect(middleOf(drawing)).toEqual(at(50, 50))
  expect(middleOf({ ...drawing, type: 3 })).toEqual(at(50, 50))
  expect(middleOf(gps)).toEqual(station)
})

it('puts a clone 3 % beside, within the drawing', () => {
  expect(besideOf(drawing, at(43, 62))).toEqual(at(46, 62))
  expect(besideOf(drawing, at(98, 62))).toEqual(at(95, 62))
  expect(degreesOf(besideOf(gps, station)).longitude).toBeGreaterThan(mapDefaults.longitude)
})

describe('a typed number', () => {
  it.each([
    ['57.25', 57.25],
    ['５７．５％', 57.5],
    ['100', 100],
    ['100.1', null],
    ['-1', null],
    ['', null],
    ['1e1', null],
    ['七', null],
  ])('%s is %j percent', (text, value) => expect(typedNumber(text, spotFields.percent[0])).toBe(value))

  it('is a degree within its own range', () => {
    expect(typedNumber('-90', spotFields.degrees[0])).toBe(-90)
    expect(typedNumber('139.767125', spotFields.degrees[0])).toBeNull()
    expect(typedNumber('139.767125', spotFields.degrees[1])).toBe(139.767125)
  })

  it('takes the place of one of the two', () => {
    expect([withNumber(at(1, 2), 0, 9), withNumber(at(1, 2), 1, 9)]).toEqual([at(9, 2), at(1, 9)])
    expect(withNumber(station, 0, 9)).toMatchObject({ latitude: 9, longitude: mapDefaults.longitude })
  })
})
