import { contours } from 'd3-contour'
import type { Point } from './mercator.ts'

/** A watcher on the ground, in metres to the right and down, and its WBGT. */
export type Measured = { readonly x: number; readonly y: number; readonly value: number }

/** A line along which it is equally warm, in metres. */
export type HeatLine = { readonly value: number; readonly points: readonly Point[] }

/** No heat is drawn further than this from where it was measured. */
export const reachMetres = 30

/** Degrees from one line to the next. */
const interval = 0.5

// Shepard's method: what is twice as near counts four times as much.
const weightAt = (distance: number) => 1 / Math.max(distance, 0.1) ** 2

/** How warm it is at a place, by the distances to what was measured. */
export const warmthAt = (x: number, y: number, measured: readonly Measured[]): number => {
  let [sum, weights] = [0, 0]
  for (const one of measured) {
    const weight = weightAt(Math.hypot(one.x - x, one.y - y))
    sum += weight * one.value
    weights += weight
  }
  return sum / weights
}

const mostCells = 160

/** A grid over all that lies within reach, and a cell more, so that no line runs along its edge within reach. */
const gridOver = (measured: readonly Measured[]) => {
  const [xs, ys] = [measured.map(({ x }) => x), measured.map(({ y }) => y)]
  const [left, right] = [Math.min(...xs) - reachMetres, Math.max(...xs) + reachMetres]
  const [top, bottom] = [Math.min(...ys) - reachMetres, Math.max(...ys) + reachMetres]
  const step = Math.max(1, Math.max(right - left, bottom - top) / mostCells)
  return {
    step,
    left: left - step,
    top: top - step,
    columns: Math.ceil((right - left) / step) + 3,
    rows: Math.ceil((bottom - top) / step) + 3,
  }
}

/** The parts of a ring that lie within reach of what was measured. */
const within = (ring: readonly Point[], measured: readonly Measured[]): Point[][] => {
  const parts: Point[][] = []
  let part: Point[] = []
  for (const point of ring) {
    if (measured.some(({ x, y }) => Math.hypot(x - point[0], y - point[1]) <= reachMetres)) part.push(point)
    else if (part.length > 0) {
      parts.push(part)
      part = []
    }
  }
  if (part.length > 0) parts.push(part)
  return parts.filter(({ length }) => length > 1)
}

/**
 * Lines of equal WBGT between watchers, each half a degree, by inverse distances. None reaches further than 30 m from a
 * watcher; where all measure the same there is none.
 */
export const heatLines = (measured: readonly Measured[]): readonly HeatLine[] => {
  if (measured.length < 2) return []
  const { step, left, top, columns, rows } = gridOver(measured)
  const values = Array.from({ length: columns * rows }, (_, cell) =>
    warmthAt(left + (cell % columns) * step, top + Math.floor(cell / columns) * step, measured),
  )
  const all = measured.map(({ value }) => value)
  const first = Math.floor(Math.min(...all) / interval + 1) * interval
  const count = Math.max(0, Math.ceil((Math.max(...all) - first) / interval))
  const thresholds = Array.from({ length: count }, (_, index) => first + index * interval)
  // d3 counts to the middle of a cell.
  const metres = ([x = 0, y = 0]: readonly number[]): Point => [left + (x - 0.5) * step, top + (y - 0.5) * step]
  return contours()
    .size([columns, rows])
    .thresholds(thresholds)(values)
    .flatMap(({ value, coordinates }) =>
      coordinates.flat().flatMap((ring) => within(ring.map(metres), measured).map((points) => ({ value, points }))),
    )
}
