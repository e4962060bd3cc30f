import { mapDefaults, type MapRow } from '@mimamori/contract/site-map'
import { expect, test } from 'vitest'
import { bodyOf, differs, emptyRow, moved, nameOf, rowOf, stepFrom, type RowDraft } from './map-rows.ts'

const map: MapRow = {
  id: 7,
  floor: null,
  locationName: 'A工区',
  officeId: 1,
  officeName: '晴海A棟',
  type: 3,
  sismilType: 2,
  mapImage: 'a.png',
  mapImageData: null,
  imageName: 'A-3F.png',
  imageWidth: 800,
  imageHeight: 600,
  imageSize: 1_800_000,
  imageMetres: 60,
  position: 0,
  latitude: 35.65,
  longitude: 139.79,
  rotation: 12,
  zoom: 17,
  angleCoordinate1: '35.66,139.78',
  angleCoordinate2: '35.66,139.80',
  angleCoordinate3: '35.64,139.80',
  angleCoordinate4: '35.64,139.78',
  imageLatitude: 35.65,
  imageLongitude: 139.79,
  imageRotation: 3,
  imageZoom: 0.5,
  version: 4,
  isMainGatewayAlive: null,
  listSubGateways: [],
  countEmergency: 0,
  countAlertLevel0: 0,
  countAlertLevel1: 0,
  countAlertLevel2: 0,
  countAlertLevel3: 0,
}
const row = rowOf(map, 'a')
const file = new File(['12345'], 'A-3F_r2.png', { lastModified: 1 })
const chosen = { file, width: 900, height: 700, storedAs: null }
const withPicture = (values: Partial<RowDraft> = {}): RowDraft => ({ ...row, chosen, ...values })

test('a row that nobody changed goes back as it came, all of its place on the world included', () => {
  const { imageLatitude, angleCoordinate3, zoom } = map
  expect(bodyOf(row)).toMatchObject({ id: 7, locationName: 'A工区', floor: '', type: 3, mapImage: 'a.png', imageName: 'A-3F.png' })
  expect(bodyOf(row)).toMatchObject({ imageLatitude, angleCoordinate3, zoom, imageRotation: 3, rotation: 12 })
  expect(differs([row], [rowOf(map, 'b')])).toBe(false)
})

test('a new row is placed where the customer’s world map begins', () => {
  const { zoom, imageZoom } = mapDefaults
  expect(bodyOf(emptyRow('a'))).toMatchObject({ id: null, type: 1, sismilType: 1, mapImage: null, latitude: null, zoom, imageZoom })
})

test('a new drawing goes under its own name, by its key once it is stored, and not on a map without drawings', () => {
  expect(bodyOf(withPicture({ chosen: { ...chosen, storedAs: 'b.png' } }))).toMatchObject({ mapImage: 'b.png', imageName: 'A-3F_r2.png' })
  expect(bodyOf(withPicture({ type: 2 }))).toMatchObject({ mapImage: 'a.png', imageName: 'A-3F.png' })
})

test('how wide a drawing is holds for a drawing alone: over the world its corners say it', () => {
  expect(bodyOf({ ...row, type: 1 }).imageMetres).toBe(60)
  expect(bodyOf(row).imageMetres).toBe(null)
})

test('what is typed, moved, added, taken out or chosen is a change; what is typed and taken back is none', () => {
  const other = emptyRow('b')
  expect(differs([{ ...row, floor: '3F' }], [row])).toBe(true)
  expect(
    differs(
      [{ ...row, floor: '3F' }].map((one) => ({ ...one, floor: '' })),
      [row],
    ),
  ).toBe(false)
  expect(differs([other, row], [row, other])).toBe(true)
  expect(differs([row, other], [row])).toBe(true)
  expect(differs([], [row])).toBe(true)
  expect(differs([withPicture()], [row])).toBe(true)
  expect(differs([{ ...row, refused: { name: 'a.tif', size: 1, text: '' } }], [row])).toBe(false)
})

test('a row moves to the place of another, and those between move up', () => {
  const rows = ['a', 'b', 'c', 'd']
  expect(moved(rows, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(rows, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(rows, 1, 1)).toEqual(rows)
})

test('a step over an end comes in at the other', () => {
  expect(stepFrom(0, -1, 4)).toBe(3)
  expect(stepFrom(3, 1, 4)).toBe(0)
  expect(stepFrom(1, 1, 4)).toBe(2)
  expect(moved(['a', 'b', 'c'], 0, stepFrom(0, -1, 3))).toEqual(['b', 'c', 'a'])
  expect(stepFrom(0, 1, 1)).toBe(0)
})

test('a row is called by its building and floor, as far as they are typed', () => {
  expect(nameOf({ locationName: ' A工区 ', floor: '3F' })).toBe('A工区 3F')
  expect(nameOf({ locationName: '', floor: '3F' })).toBe('3F')
  expect(nameOf({ locationName: ' ', floor: '' })).toBe('名前のない行')
})
