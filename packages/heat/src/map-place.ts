/** A place on the world, in degrees. */
export type WorldPlace = { readonly latitude: number; readonly longitude: number }

/** A place on a drawing or in a window, in percent of its width and height from the top left. */
export type DrawnPlace = { readonly x: number; readonly y: number }

/** A drawing's corners on the world: top-left, top-right, bottom-right, bottom-left. */
export type Corners = readonly [WorldPlace, WorldPlace, WorldPlace, WorldPlace]

/** How a map of the world is looked at; `rotation` turns what is seen clockwise, in degrees. */
export type WorldView = { readonly centre: WorldPlace; readonly zoom: number; readonly rotation: number }

/** Both ways between a drawing and the world; no place on the drawing for what lies beyond the horizon of a tilted one. */
export type LaidDrawing = {
  readonly worldOf: (place: DrawnPlace) => WorldPlace
  readonly drawnAt: (place: WorldPlace) => DrawnPlace | undefined
}

type Point = readonly [x: number, y: number]

/** The width of the whole world at zoom 0, in pixels: one tile. */
const TILE_PX = 256
/** The window in which the customer's own console places devices on a world map, in pixels (spec §9). */
const WINDOW_PX = { width: 1260, height: 587 } as const

const radians = (degrees: number) => (degrees * Math.PI) / 180
// A longitude as near as can be to another one: 181° east is 179° west.
const nearest = (longitude: number, to: number) => longitude - 360 * Math.round((longitude - to) / 360)

/** Web Mercator, the plane of every tiled map: the world is 1 wide, y grows southwards, seen from an origin nearby. */
const onPlane = ({ latitude, longitude }: WorldPlace, origin: WorldPlace): Point => {
  const southOf = (degrees: number) => -Math.asinh(Math.tan(radians(degrees))) / (2 * Math.PI)
  return [(nearest(longitude, origin.longitude) - origin.longitude) / 360, southOf(latitude) - southOf(origin.latitude)]
}

const offPlane = ([x, y]: Point, origin: WorldPlace): WorldPlace => {
  const north = Math.asinh(Math.tan(radians(origin.latitude))) - y * 2 * Math.PI
  return { latitude: (Math.atan(Math.sinh(north)) * 180) / Math.PI, longitude: nearest(origin.longitude + x * 360, 0) }
}

const turnAt = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]))

const cornersOnPlane = ([one, two, three, four]: Corners): [Point, Point, Point, Point] => [
  onPlane(one, one),
  onPlane(two, one),
  onPlane(three, one),
  onPlane(four, one),
]

const isConvex = ([a, b, c, d]: readonly [Point, Point, Point, Point]): boolean =>
  Math.abs(turnAt(a, b, c) + turnAt(b, c, d) + turnAt(c, d, a) + turnAt(d, a, b)) === 4

/**
 * Lays a drawing on the world by its four corners: the projective map of the unit square, in the plane of the map's tiles,
 * so that straight walls stay straight as they are drawn.
 * @returns undefined for corners that enclose nothing, or cross
 */
export const layDrawing = (corners: Corners): LaidDrawing | undefined => {
  const [origin] = corners
  const points = cornersOnPlane(corners)
  if (!isConvex(points)) return undefined
  // Seen from the top left, which is 0, 0.
  const [, [x1, y1], [x2, y2], [x3, y3]] = points
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x2 - x1 - x3]
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y2 - y1 - y3]
  // Heckbert, Fundamentals of Texture Mapping (1989), §2.2.3: the square to a quadrilateral.
  const spread = dx1 * dy2 - dx2 * dy1
  const g = (dy2 * sx - dx2 * sy) / spread
  const h = (dx1 * sy - dy1 * sx) / spread
  const [a, b, d, e] = [x1 + g * x1, x3 + h * x3, y1 + g * y1, y3 + h * y3]
  const area = a * e - b * d
  return {
    worldOf: ({ x, y }) => {
      const [u, v] = [x / 100, y / 100]
      const depth = g * u + h * v + 1
      return offPlane([(a * u + b * v) / depth, (d * u + e * v) / depth], origin)
    },
    drawnAt: (place) => {
      const [x, y] = onPlane(place, origin)
      const depth = area + (d * h - e * g) * x + (b * g - a * h) * y
      return depth / area <= 0 ? undefined : { x: (100 * (e * x - b * y)) / depth, y: (100 * (a * y - d * x)) / depth }
    },
  }
}

const equatorMetres = 40_075_017

/** How much ground a drawing covers, in square metres; 0 for corners that are on a line or cross. */
export const coveredSquareMetres = (corners: Corners): number => {
  const [origin] = corners
  const [a, b, c, d] = cornersOnPlane(corners)
  if (!isConvex([a, b, c, d])) return 0
  const metresAcross = equatorMetres * Math.cos(radians(origin.latitude))
  return (Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (d[0] - b[0]) * (c[1] - a[1])) / 2) * metresAcross ** 2
}

/** The corners as the calls carry them, each 'lat,lon'; undefined unless there are four. */
export const readCorners = (texts: readonly (string | null | undefined)[] | null): Corners | undefined => {
  const corners = (texts ?? []).flatMap((text) => {
    const [latitude, longitude] = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
    return latitude === undefined || longitude === undefined || Number.isNaN(latitude + longitude) ? [] : [{ latitude, longitude }]
  })
  const [topLeft, topRight, bottomRight, bottomLeft, ...more] = corners
  const isFour =
    topLeft !== undefined && topRight !== undefined && bottomRight !== undefined && bottomLeft !== undefined && more.length === 0
  return isFour ? [topLeft, topRight, bottomRight, bottomLeft] : undefined
}

/** The world as seen through the window of the customer's own console, 1260 × 587 pixels. */
export const lookAtWorld = ({ centre, zoom, rotation }: WorldView): LaidDrawing => {
  const worldPx = TILE_PX * 2 ** zoom
  const [sin, cos] = [Math.sin(radians(rotation)), Math.cos(radians(rotation))]
  return {
    worldOf: ({ x, y }) => {
      const [right, down] = [((x - 50) / 100) * WINDOW_PX.width, ((y - 50) / 100) * WINDOW_PX.height]
      return offPlane([(right * cos + down * sin) / worldPx, (down * cos - right * sin) / worldPx], centre)
    },
    drawnAt: (place) => {
      const [x, y] = onPlane(place, centre)
      const [east, south] = [x * worldPx, y * worldPx]
      const [right, down] = [east * cos - south * sin, east * sin + south * cos]
      return { x: 50 + (100 * right) / WINDOW_PX.width, y: 50 + (100 * down) / WINDOW_PX.height }
    },
  }
}
