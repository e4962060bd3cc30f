import { mapDefaults, type MapRow } from '@mimamori/contract/site-map'

const placeFields = [
  'latitude',
  'longitude',
  'rotation',
  'zoom',
  'angleCoordinate1',
  'angleCoordinate2',
  'angleCoordinate3',
  'angleCoordinate4',
  'imageLatitude',
  'imageLongitude',
  'imageRotation',
  'imageZoom',
] as const

/** Where a map lies on the world, as the contract names it: degrees, corners 'lat,lon', null where nobody has said. */
export type MapPlace = Readonly<Pick<MapRow, (typeof placeFields)[number]>>

/** What the dialog of the position shows: the place as it is, and the drawing that lies on it. */
export type MapGeometryDraft = MapPlace & {
  readonly type: number
  /** A stored picture's address, or that of a file that was just chosen; its pixels upright. */
  readonly picture: { readonly url: string; readonly width: number; readonly height: number } | null
}

/** The place alone of a map. */
export const placeOf = (map: MapPlace): MapPlace => Object.fromEntries(placeFields.map((name) => [name, map[name]])) as MapPlace

/** Where a map lies of which nobody has said it. */
export const nowhere: MapPlace = {
  latitude: null,
  longitude: null,
  rotation: mapDefaults.rotation,
  zoom: mapDefaults.zoom,
  angleCoordinate1: null,
  angleCoordinate2: null,
  angleCoordinate3: null,
  angleCoordinate4: null,
  imageLatitude: null,
  imageLongitude: null,
  imageRotation: mapDefaults.imageRotation,
  imageZoom: mapDefaults.imageZoom,
}
