import type { Point } from './mercator.ts'

export type WholeView = { readonly centre: Point; readonly resolution: number }

/**
 * The view in which some points fill a frame.
 * @param rotation of the map, in radians clockwise
 * @param size of the frame, in CSS pixels
 * @param margin what stays free round them, in CSS pixels
 */
export const wholeView = (
  points: readonly Point[],
  rotation: number,
  [width, height]: readonly [width: number, height: number],
  margin: number,
): WholeView => {
  const [sine, cosine] = [Math.sin(rotation), Math.cos(rotation)]
  const right = points.map(([x, y]) => x * cosine + y * sine)
  const up = points.map(([x, y]) => y * cosine - x * sine)
  const [left, bottom] = [Math.min(...right), Math.min(...up)]
  const [across, along] = [Math.max(...right) - left, Math.max(...up) - bottom]
  const [x, y] = [left + across / 2, bottom + along / 2]
  return {
    centre: [x * cosine - y * sine, x * sine + y * cosine],
    resolution: Math.max(across / Math.max(width - 2 * margin, 1), along / Math.max(height - 2 * margin, 1)),
  }
}
