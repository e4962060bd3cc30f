import type { Point } from './mercator.ts'

/** Four points of a plane: where the unit square's (0, 0), (1, 0), (1, 1) and (0, 1) lie. */
export type Quadrilateral = readonly [Point, Point, Point, Point]

/** A projective map by its nine numbers, row by row; the last is 1 or, in an inverse, whatever it comes to. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/**
 * The one projective map that takes the unit square to a convex quadrilateral (Heckbert, “Fundamentals of Texture Mapping
 * and Image Warping”, 1989, §2.2.3). Reckoned from the first corner, so that large coordinates cost no digits.
 */
const matrixOf = ([[x0, y0], b, c, d]: Quadrilateral): Matrix => {
  const [x1, y1, x2, y2, x3, y3] = [b[0] - x0, b[1] - y0, c[0] - x0, c[1] - y0, d[0] - x0, d[1] - y0]
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2]
  const [sumX, sumY] = [x2 - x1 - x3, y2 - y1 - y3]
  const area = dx1 * dy2 - dx2 * dy1
  const g = (sumX * dy2 - dx2 * sumY) / area
  const h = (dx1 * sumY - sumX * dy1) / area
  return [x1 + g * x1, x3 + h * x3, 0, y1 + g * y1, y3 + h * y3, 0, g, h, 1]
}

const inverseOf = ([a, b, c, d, e, f, g, h, i]: Matrix): Matrix => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
]

/** A point through a map; null where it lies on or beyond the horizon, which the square never reaches. */
const through = ([a, b, c, d, e, f, g, h, i]: Matrix, near: number, [x, y]: Point): Point | null => {
  const depth = g * x + h * y + i
  return depth * near > 0 ? [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth] : null
}

const turnAt = ([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point) => (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)

const sides = ([a, b, c, d]: Quadrilateral): readonly (readonly [Point, Point])[] => [
  [a, b],
  [b, c],
  [c, d],
  [d, a],
]

const isAllOneWay = (turns: readonly number[]) => turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0)

/** Whether four points, in their order, go round a convex quadrilateral; none of them on a line of two others. */
export const isConvex = (corners: Quadrilateral): boolean => {
  const [a, b, c, d] = corners
  return isAllOneWay([turnAt(a, b, c), turnAt(b, c, d), turnAt(c, d, a), turnAt(d, a, b)])
}

/** Whether a point lies within a convex quadrilateral or on its edge. */
export const isWithin = (corners: Quadrilateral, point: Point): boolean => {
  const turns = sides(corners).map(([from, to]) => turnAt(from, to, point))
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0)
}

/** The way from the unit square to a convex quadrilateral and back. */
export type Projection = {
  /** Where a point of the square lies; null for one outside it that has no place on the plane. */
  readonly toPlane: (point: Point) => Point | null
  /** The point of the square that lies there; null beyond the horizon of the four corners. */
  readonly toSquare: (point: Point) => Point | null
}

export const projectionOnto = (corners: Quadrilateral): Projection => {
  const [x0, y0] = corners[0]
  const matrix = matrixOf(corners)
  const inverse = inverseOf(matrix)
  return {
    toPlane: (point) => {
      const found = through(matrix, 1, point)
      return found && [found[0] + x0, found[1] + y0]
    },
    // The inverse has the sign of its determinant, which at the first corner is the last number.
    toSquare: ([x, y]) => through(inverse, inverse[8], [x - x0, y - y0]),
  }
}
