const step = 4

export type Sample = { readonly time: string; readonly wbgtValue: number }
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** The heat axis: whole steps that hold all values and the reference, at least three of them. */
export const heatRange = (values: readonly number[]): { readonly min: number; readonly max: number; readonly ticks: readonly number[] } => {
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  // Ticks end at 2, 6, 0 …: 22, 26, 30, 34, which has the usual reference of 28 between two of them.
  const min = Math.floor((lowest - 2) / step) * step + 2
  const max = Math.max(min + 3 * step, Math.ceil((highest - 2) / step) * step + 2)
  return { min, max, ticks: Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step) }
}

type Day = { readonly from: number; readonly to: number }

/** The samples of a day, epoch ms. */
export const samplesOf = (samples: readonly Sample[], { from, to }: Day): Sample[] =>
  samples.filter(({ time }) => Date.parse(time) >= from && Date.parse(time) <= to)

/** Places of a day's samples in a box. */
export const curvePointsIn = (samples: readonly Sample[], day: Day, range: { min: number; max: number }, box: Box) =>
  samples
    .map((sample) => ({ at: Date.parse(sample.time), value: sample.wbgtValue }))
    .map((sample) => ({
      ...sample,
      x: box.left + ((sample.at - day.from) / (day.to - day.from)) * box.width,
      y: box.top + (1 - (sample.value - range.min) / (range.max - range.min)) * box.height,
    }))

/** A line through points; a missing one breaks it. */
export const pathOf = (points: readonly ({ readonly x: number; readonly y: number } | null)[]): string =>
  points
    .map((point, index) => {
      if (point === null) return ''
      const starts = index === 0 || points[index - 1] === null
      return `${starts ? 'M' : 'L'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`
    })
    .join('')

type Point = { readonly x: number; readonly y: number }

/** The heights at which a line through points, in the order of x, passes from one x to another. */
const heightsBetween = (points: readonly Point[], from: number, to: number): number[] => {
  const inside = points.filter(({ x }) => x >= from && x <= to).map(({ y }) => y)
  const atEdges = [from, to].flatMap((x) => {
    const next = points.findIndex((point) => point.x > x)
    const [a, b] = [points[next - 1], points[next]]
    return a === undefined || b === undefined ? [] : [a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y)]
  })
  return [...inside, ...atEdges]
}

/** How far a line stays above or below a box; endless where it does not pass it, negative where it passes through. */
const distanceFrom = (points: readonly Point[], { left, top, width, height }: Box): number => {
  const heights = heightsBetween(points, left, left + width)
  if (heights.length === 0) return Number.POSITIVE_INFINITY
  return Math.max(Math.min(...heights) - top - height, top - Math.max(...heights))
}

/** How far a line stays from a name, in px. */
const margin = 4

/** Of the places for a name the first that a line leaves free, or else the one furthest from the line. */
export const freePlace = <Place extends Box>(points: readonly Point[], places: readonly [Place, ...Place[]]): Place => {
  const free = places.find((place) => distanceFrom(points, place) >= margin)
  return free ?? places.reduce((best, place) => (distanceFrom(points, place) > distanceFrom(points, best) ? place : best))
}
