type Point = readonly [x: number, y: number]

const directions = Array.from({ length: 16 }, (_, at): Point => [Math.cos((at * Math.PI) / 8), Math.sin((at * Math.PI) / 8)])

/** Which way three points turn: positive, negative, or 0 on a line. */
const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

const chainOf = (points: readonly Point[]): Point[] => {
  const chain: Point[] = []
  for (const point of points) {
    for (;;) {
      const [before, last] = chain.slice(-2)
      if (before === undefined || last === undefined || turn(before, last, point) > 0) break
      chain.pop()
    }
    chain.push(point)
  }
  return chain.slice(0, -1)
}

/**
 * The convex outline around points at a distance (Andrew, 1979: the lower and the upper chain of the sorted points).
 * @param distance across and down; rounded at the corners
 */
export const hullAround = (points: readonly Point[], [across, down]: Point): readonly Point[] => {
  const around = points.flatMap(([x, y]) => directions.map(([right, below]): Point => [x + right * across, y + below * down]))
  const sorted = around.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  return [...chainOf(sorted), ...chainOf(sorted.toReversed())]
}
