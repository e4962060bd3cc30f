import { layDrawing, type WorldPlace } from '@mimamori/heat/map-place'
import { mapDefaults } from '@mimamori/contract/site-map'
import { lonLatOf, mercatorOf, stretchAt, type LonLat, type Point } from './mercator.ts'

/** Where a drawing's corners lie on the world map: top-left, top-right, bottom-right, bottom-left. */
export type Corners = readonly [LonLat, LonLat, LonLat, LonLat]

/** The corners in the plane of the tiles. */
type Quadrilateral = readonly [Point, Point, Point, Point]

/** A drawing's size in pixels. */
export type PictureSize = { readonly width: number; readonly height: number }

/**
 * A drawing laid on the world map without distortion.
 *
 * `imageZoom` is metres on the ground per pixel of the drawing, its longer side counted as 500 pixels whatever the file
 * has: 0.2 makes that side 100 m long, and 0.05 to 10 reach from a house of 25 m to a runway of 5 km. Counted in the
 * file's own pixels, a scan of 10,000 could not be made smaller than 500 m, and a finer scan of the same sheet would grow.
 *
 * `imageRotation` is in degrees clockwise, 0 with the drawing's top to the north.
 */
export type Placement = { readonly centre: LonLat; readonly imageZoom: number; readonly imageRotation: number }

/** What a drawing's longer side counts as, in pixels. */
const longerSide = 500

/** The scales a drawing may have, and by what one step changes it (spec §9). */
export const imageZoomRange = { least: 0.05, most: 10, step: 1.1 } as const

/** Where a drawing lies that nobody has positioned yet (spec §9). */
export const defaultPlacement: Placement = {
  centre: [mapDefaults.longitude, mapDefaults.latitude],
  imageZoom: mapDefaults.imageZoom,
  imageRotation: mapDefaults.imageRotation,
}

const planeOf = ([a, b, c, d]: Corners): Quadrilateral => [mercatorOf(a), mercatorOf(b), mercatorOf(c), mercatorOf(d)]
const worldOf = ([a, b, c, d]: Quadrilateral): Corners => [lonLatOf(a), lonLatOf(b), lonLatOf(c), lonLatOf(d)]

const radians = (degrees: number) => (degrees * Math.PI) / 180
/** An angle as 0 ≤ degrees < 360. */
export const wholeTurn = (degrees: number): number => (((degrees % 360) + 360) % 360) % 360

/** Where the corners of a drawing come to lie that is placed without distortion. */
export const cornersOf = ({ width, height }: PictureSize, { centre, imageZoom, imageRotation }: Placement): Corners => {
  const [x, y] = mercatorOf(centre)
  const scale = ((imageZoom * longerSide) / Math.max(width, height)) * stretchAt(centre[1])
  const [sine, cosine] = [Math.sin(radians(imageRotation)), Math.cos(radians(imageRotation))]
  const corner = (right: number, down: number): Point => [
    x + ((right * width) / 2) * scale * cosine - ((down * height) / 2) * scale * sine,
    y - ((right * width) / 2) * scale * sine - ((down * height) / 2) * scale * cosine,
  ]
  return worldOf([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)])
}

const middle = ([x0, y0]: Point, [x1, y1]: Point): Point => [(x0 + x1) / 2, (y0 + y1) / 2]

/** The lines through the middles of opposite sides: from left to right and from top to bottom. */
const middleLines = ([a, b, c, d]: Quadrilateral) => ({
  across: [middle(a, d), middle(b, c)] as const,
  down: [middle(a, b), middle(d, c)] as const,
})

const lengthOf = ([[x0, y0], [x1, y1]]: readonly [Point, Point]) => Math.hypot(x1 - x0, y1 - y0)

/**
 * How a drawing lies, from its corners. One whose corners were moved singly has the direction and the length of its
 * middle line from left to right; then moving, turning or scaling all corners changes these numbers by just as much.
 */
export const placementOf = ({ width, height }: PictureSize, corners: Corners): Placement => {
  const { across } = middleLines(planeOf(corners))
  const [[x0, y0], [x1, y1]] = across
  const centre = lonLatOf(middle(...across))
  const metresPerPixel = lengthOf(across) / stretchAt(centre[1]) / width
  return {
    centre,
    imageZoom: (metresPerPixel * Math.max(width, height)) / longerSide,
    imageRotation: wholeTurn((Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI),
  }
}

/** How wide and high a drawing is on the ground, in metres, along its middle lines. */
export const metresOf = (corners: Corners): PictureSize => {
  const { across, down } = middleLines(planeOf(corners))
  const stretch = stretchAt(lonLatOf(middle(...across))[1])
  return { width: lengthOf(across) / stretch, height: lengthOf(down) / stretch }
}

/** The middle of a drawing. */
export const centreOf = (corners: Corners): LonLat => lonLatOf(middle(...middleLines(planeOf(corners)).across))

type Change = { readonly centre?: LonLat; readonly turn?: number; readonly scale?: number }

/** Corners turned clockwise by degrees, scaled, and moved to another centre, keeping their size on the ground. */
export const changed = (corners: Corners, { centre, turn = 0, scale = 1 }: Change): Corners => {
  const from = centreOf(corners)
  const to = centre ?? from
  const [[x0, y0], [x1, y1]] = [mercatorOf(from), mercatorOf(to)]
  const factor = (scale * stretchAt(to[1])) / stretchAt(from[1])
  const [sine, cosine] = [Math.sin(radians(turn)) * factor, Math.cos(radians(turn)) * factor]
  const moved = ([x, y]: Point): Point => [x1 + (x - x0) * cosine + (y - y0) * sine, y1 - (x - x0) * sine + (y - y0) * cosine]
  const [a, b, c, d] = planeOf(corners)
  return worldOf([moved(a), moved(b), moved(c), moved(d)])
}

/** A place on the drawing as percent of its width and height, from its top left. */
export type Percent = { readonly x: number; readonly y: number }

const placeOn = ([longitude, latitude]: LonLat): WorldPlace => ({ latitude, longitude })
const laidOn = ([a, b, c, d]: Corners) => layDrawing([placeOn(a), placeOn(b), placeOn(c), placeOn(d)])

/** Whether a drawing can be drawn on these corners: they go round a convex quadrilateral. */
export const canCarry = (corners: Corners): boolean => laidOn(corners) !== undefined

/** The way between percent of a drawing and places of the world, as the server has it; made once for any number of places. */
export const overlayOn = (corners: Corners) => {
  const laid = laidOn(corners)
  return {
    /** Null where no drawing can lie on the corners. */
    placeOf: (spot: Percent): LonLat | null => {
      const place = laid?.worldOf(spot)
      return place === undefined ? null : [place.longitude, place.latitude]
    },
    /** Below 0 or above 100 beside the drawing; null where a slanted drawing would never reach. */
    percentOf: (place: LonLat): Percent | null => laid?.drawnAt(placeOn(place)) ?? null,
  }
}

/** Whether a place lies on the drawing. */
export const isOnDrawing = (corners: Corners, place: LonLat): boolean => {
  const spot = overlayOn(corners).percentOf(place)
  return spot !== null && Math.min(spot.x, spot.y) >= 0 && Math.max(spot.x, spot.y) <= 100
}
