import { mapDefaults } from '@mimamori/contract/site-map'
import { cornersOfTexts, textsOfCorners } from '../../map-canvas/corner-text.ts'
import { lonLatOf, mercatorOf, type LonLat, type Point } from '../../map-canvas/mercator.ts'
import {
  canCarry,
  centreOf,
  changed,
  cornersOf,
  imageZoomRange,
  placementOf,
  wholeTurn,
  type Corners,
  type PictureSize,
  type Placement,
} from '../../map-canvas/overlay-geometry.ts'
import { placeOf, type MapGeometryDraft, type MapPlace } from '../map-place.ts'

/** What of the world a map shows at first: rotation in degrees clockwise. */
export type View = { readonly centre: LonLat; readonly zoom: number; readonly rotation: number }

/** What the dialog changes: the view, and where the drawing's corners lie; null where there is no drawing. */
export type Position = { readonly view: View; readonly corners: Corners | null }

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

/** Where a map lies as it is opened: a drawing without corners lies where its place says, else in the middle of the map. */
export const positionOf = (map: MapGeometryDraft): Position => {
  const view: View = {
    centre: [map.longitude ?? mapDefaults.longitude, map.latitude ?? mapDefaults.latitude],
    zoom: map.zoom,
    rotation: map.rotation,
  }
  if (map.type !== 3 || map.picture === null) return { view, corners: null }
  const centre: LonLat = [map.imageLongitude ?? view.centre[0], map.imageLatitude ?? view.centre[1]]
  const { imageZoom, imageRotation } = map
  return { view, corners: cornersOfTexts(map) ?? cornersOf(map.picture, { centre, imageZoom, imageRotation }) }
}

/** The fields a position fills in; those of a drawing stay as they were where there is none. */
export const fieldsOf = (map: MapGeometryDraft, { view, corners }: Position): MapPlace => {
  const place = {
    ...placeOf(map),
    latitude: rounded(view.centre[1], 7),
    longitude: rounded(view.centre[0], 7),
    zoom: rounded(view.zoom, 2),
    rotation: rounded(view.rotation, 2),
  }
  if (corners === null || map.picture === null) return place
  const { centre, imageZoom, imageRotation } = placementOf(map.picture, corners)
  return {
    ...place,
    ...textsOfCorners(corners),
    imageLatitude: rounded(centre[1], 7),
    imageLongitude: rounded(centre[0], 7),
    imageRotation: rounded(imageRotation, 2),
    imageZoom: rounded(within(imageZoom, imageZoomRange.least, imageZoomRange.most), 4),
  }
}

/** Corners scaled about their middle; a scale that is out of bounds already, by corners moved singly, goes no further. */
export const scaledBy = (size: PictureSize, corners: Corners, factor: number): Corners => {
  const { imageZoom } = placementOf(size, corners)
  const wanted = within(imageZoom * factor, Math.min(imageZoomRange.least, imageZoom), Math.max(imageZoomRange.most, imageZoom))
  return changed(corners, { scale: wanted / imageZoom })
}

/** Corners so that the drawing lies as some of its numbers say. */
export const placedAt = (size: PictureSize, corners: Corners, { centre, imageZoom, imageRotation }: Partial<Placement>): Corners => {
  const now = placementOf(size, corners)
  return changed(corners, {
    ...(centre && { centre }),
    turn: imageRotation === undefined ? 0 : imageRotation - now.imageRotation,
    scale: imageZoom === undefined ? 1 : imageZoom / now.imageZoom,
  })
}

/** Corners moved singly made a rectangle of the drawing's shape again, where it lies. */
export const straightened = (size: PictureSize, corners: Corners): Corners => cornersOf(size, placementOf(size, corners))

/** Corners with one of them elsewhere; as they were where no drawing could lie on that. */
export const withCorner = (corners: Corners, index: number, place: LonLat): Corners => {
  const [a, b, c, d] = corners.map((corner, at) => (at === index ? place : corner))
  const next = a && b && c && d ? ([a, b, c, d] as const) : corners
  return canCarry(next) ? next : corners
}

const angleOf = ([x0, y0]: Point, [x1, y1]: Point) => (Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI

/** Corners turned about their middle as a pointer went round it from one place to another. */
export const turnedAlong = (corners: Corners, from: Point, to: Point): Corners => {
  const middle = mercatorOf(centreOf(corners))
  return changed(corners, { turn: wholeTurn(angleOf(middle, to) - angleOf(middle, from)) })
}

const meanOf = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
]

/**
 * Corners moved as fingers moved on them, points of the plane in the same order: one moves the drawing, two also turn and
 * scale it, so that it stays under both. The scale stays within its bounds.
 */
export const dragged = (size: PictureSize, corners: Corners, from: readonly Point[], to: readonly Point[]): Corners => {
  const [[a0, b0], [a1, b1]] = [from, to]
  if (a0 === undefined || a1 === undefined) return corners
  const isPair = b0 !== undefined && b1 !== undefined
  const turn = isPair ? angleOf(a1, b1) - angleOf(a0, b0) : 0
  const factor = isPair ? Math.hypot(b1[0] - a1[0], b1[1] - a1[1]) / Math.hypot(b0[0] - a0[0], b0[1] - a0[1]) : 1
  const sized = Number.isFinite(factor) && factor > 0 ? scaledBy(size, corners, factor) : corners
  const scale = placementOf(size, sized).imageZoom / placementOf(size, corners).imageZoom
  const [[fromX, fromY], [toX, toY], [x, y]] = [meanOf(from), meanOf(to), mercatorOf(centreOf(corners))]
  const [sine, cosine] = [Math.sin((turn * Math.PI) / 180) * scale, Math.cos((turn * Math.PI) / 180) * scale]
  const centre: Point = [toX + (x - fromX) * cosine + (y - fromY) * sine, toY - (x - fromX) * sine + (y - fromY) * cosine]
  return changed(sized, { centre: lonLatOf(centre), turn })
}
