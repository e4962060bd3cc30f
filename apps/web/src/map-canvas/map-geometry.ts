import { mapDefaults, type MapRow } from '@mimamori/contract/site-map'
import { lookAtWorld } from '@mimamori/heat/map-place'
import { cornersOfTexts } from './corner-text.ts'
import { lonLatOf, mercatorOf, type LonLat } from './mercator.ts'
import { overlayOn, type Corners, type PictureSize } from './overlay-geometry.ts'

/** A point as OpenLayers counts it: pixels of the drawing from its lower left corner, or metres of Web Mercator. */
export type Coordinate = [x: number, y: number]

export type Picture = { readonly url: string; readonly width: number; readonly height: number }

/** What a map shows and how it lies. */
export type MapGeometry = {
  readonly type: 1 | 2 | 3
  readonly picture: Picture | null
  /** Of type 3; null before somebody has positioned the drawing. */
  readonly corners: Corners | null
  readonly centre: LonLat
  readonly zoom: number
  /** Of the world map, in degrees clockwise. */
  readonly rotation: number
}

/** A place on a map: percent of the drawing from its upper left corner, or degrees of the world. */
export type Spot =
  | { readonly kind: 'percent'; readonly x: number; readonly y: number }
  | { readonly kind: 'degrees'; readonly longitude: number; readonly latitude: number }

type Row = Pick<
  MapRow,
  | 'type'
  | 'mapImage'
  | 'imageWidth'
  | 'imageHeight'
  | 'latitude'
  | 'longitude'
  | 'rotation'
  | 'zoom'
  | 'angleCoordinate1'
  | 'angleCoordinate2'
  | 'angleCoordinate3'
  | 'angleCoordinate4'
>

/** The frame in which the customer's own console counts positions without a drawing (spec §9). */
export const emptyFrame = { width: 1260, height: 587 } as const

const pictureOf = ({ mapImage, imageWidth, imageHeight }: Row): Picture | null =>
  mapImage === null ? null : { url: mapImage, width: imageWidth ?? emptyFrame.width, height: imageHeight ?? emptyFrame.height }

/** How a map of the list lies. Its picture's address is the picture's key. */
export const geometryOf = (row: Row): MapGeometry => ({
  type: row.type === 2 ? 2 : row.type === 3 ? 3 : 1,
  picture: row.type === 2 ? null : pictureOf(row),
  corners: row.type === 3 ? cornersOfTexts(row) : null,
  centre: [row.longitude ?? mapDefaults.longitude, row.latitude ?? mapDefaults.latitude],
  zoom: row.zoom,
  rotation: row.rotation,
})

/** The size of the drawing in its own pixels, or of the frame that replaces it. */
export const sizeOf = ({ picture }: MapGeometry): PictureSize => picture ?? emptyFrame

/** Metres of Web Mercator for one pixel of a world map at zoom 0, with tiles of 256 px. */
export const metresAtZoom0 = 156_543.033_928_041

const worldOf = (place: LonLat): Coordinate => {
  const [x, y] = mercatorOf(place)
  return [x, y]
}

/** Where a spot lies for OpenLayers; null where the map has no such place. */
export const coordinateOf = (geometry: MapGeometry, spot: Spot): Coordinate | null => {
  if (spot.kind === 'degrees') return geometry.type === 1 ? null : worldOf([spot.longitude, spot.latitude])
  if (geometry.type === 1) {
    const { width, height } = sizeOf(geometry)
    return [(spot.x / 100) * width, (1 - spot.y / 100) * height]
  }
  if (geometry.corners !== null) {
    const place = overlayOn(geometry.corners).placeOf(spot)
    return place && worldOf(place)
  }
  const { centre, zoom, rotation } = geometry
  const { longitude, latitude } = lookAtWorld({ centre: { longitude: centre[0], latitude: centre[1] }, zoom, rotation }).worldOf(spot)
  return worldOf([longitude, latitude])
}

const within = (percent: number) => Math.min(100, Math.max(0, percent))

/** The spot at a coordinate, as the map's devices are kept: percent where there is a drawing, never off it; else degrees. */
export const spotOf = (geometry: MapGeometry, coordinate: Coordinate): Spot => {
  if (geometry.type === 1) {
    const { width, height } = sizeOf(geometry)
    return { kind: 'percent', x: within((coordinate[0] / width) * 100), y: within((1 - coordinate[1] / height) * 100) }
  }
  const [longitude, latitude] = lonLatOf(coordinate)
  const at = geometry.corners && overlayOn(geometry.corners).percentOf([longitude, latitude])
  return at === null ? { kind: 'degrees', longitude, latitude } : { kind: 'percent', x: within(at.x), y: within(at.y) }
}
