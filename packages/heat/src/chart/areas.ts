import type { Point } from './day-series.ts'

type Corner = readonly [at: number, value: number]
export type Polygon = readonly Corner[]

type Limits = {
  /** Filled where low ≤ value, and below high unless the area keeps going under it. */
  readonly low: number
  readonly high: number
  /** The edge away from the line. */
  readonly base: number
  /** `cut`: above `high` the area ends. `cap`: it continues, flat at `high`, under the next area. */
  readonly above: 'cut' | 'cap'
}

const crossing = (a: Corner, b: Corner, value: number): Corner => [a[0] + ((value - a[1]) / (b[1] - a[1])) * (b[0] - a[0]), value]

/** A piece of line cut where it crosses the values, so that every part lies wholly on one side of each. */
const cutAt = (a: Corner, b: Corner, values: readonly number[]): Corner[] => {
  const crossed = values.filter((value) => (a[1] - value) * (b[1] - value) < 0).map((value) => crossing(a, b, value))
  return [a, ...crossed.toSorted((x, y) => x[0] - y[0]), b]
}

/**
 * The areas between a line and a base where the line is between two values, each as a closed polygon whose corners
 * lie exactly on the crossings. ECharts fills whole lines only, so colour that begins at a limit is drawn from these.
 */
export const areasBetween = (points: readonly Point[], { low, high, base, above }: Limits): Polygon[] => {
  const polygons: Polygon[] = []
  let top: Corner[] = []
  const close = () => {
    const [first, last] = [top[0], top.at(-1)]
    if (first !== undefined && last !== undefined && last[0] > first[0]) polygons.push([...top, [last[0], base], [first[0], base]])
    top = []
  }
  const isIn = (a: Corner, b: Corner) => {
    const middle = (a[1] + b[1]) / 2
    return middle >= low && (above === 'cap' || middle < high)
  }
  const capped = ([at, value]: Corner): Corner => [at, Math.min(value, high)]

  for (const [index, point] of points.entries()) {
    const before = points[index - 1]
    const value = point[1]
    const earlier = before?.[1]
    if (before === undefined || earlier === undefined || earlier === null || value === null) {
      close()
      continue
    }
    const parts = cutAt([before[0], earlier], [point[0], value], [low, high])
    for (const [part, end] of parts.slice(1).entries()) {
      const start = parts[part]
      if (start === undefined) continue
      if (!isIn(start, end)) close()
      else top.push(...(top.length === 0 ? [capped(start), capped(end)] : [capped(end)]))
    }
  }
  close()
  return polygons
}
