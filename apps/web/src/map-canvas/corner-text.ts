import type { MapDraft } from '@mimamori/contract/site-map'
import type { Corners } from './overlay-geometry.ts'
import type { LonLat } from './mercator.ts'

/** The corners as a map carries them, each 'lat,lon'. */
export type CornerTexts = { readonly [Name in `angleCoordinate${1 | 2 | 3 | 4}`]?: MapDraft[Name] }

/** A ten-thousandth of a metre, finer than anybody can place a drawing. */
const decimals = 9

const textOf = ([longitude, latitude]: LonLat) => `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`

const cornerOf = (text: string | null | undefined): LonLat | null => {
  const [latitude, longitude] = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  return latitude === undefined || longitude === undefined || Number.isNaN(latitude + longitude) ? null : [longitude, latitude]
}

/** Corners as the texts of a map. */
export const textsOfCorners = ([a, b, c, d]: Corners) => ({
  angleCoordinate1: textOf(a),
  angleCoordinate2: textOf(b),
  angleCoordinate3: textOf(c),
  angleCoordinate4: textOf(d),
})

/** The corners a map carries; null unless it has all four. */
export const cornersOfTexts = (map: CornerTexts): Corners | null => {
  const [a, b, c, d] = [map.angleCoordinate1, map.angleCoordinate2, map.angleCoordinate3, map.angleCoordinate4].map(cornerOf)
  return a && b && c && d ? [a, b, c, d] : null
}
