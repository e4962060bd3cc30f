/** A measured value at so many days from the beginning. */
export type Point = { readonly day: number; readonly value: number }

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/**
 * By how much of its median a value grows a day: the median of the slopes between any two points (Theil and Sen), which a few
 * outliers do not move. NaN for fewer than two days' difference in time.
 */
export const growthADay = (points: readonly Point[]): number => {
  const slopes = points.flatMap((one, index) =>
    points.slice(index + 1).flatMap((other) => (other.day === one.day ? [] : [(other.value - one.value) / (other.day - one.day)])),
  )
  return medianOf(slopes) / medianOf(points.map(({ value }) => value))
}

/** The days of the first to the last point, and whether they grow by at most a share a day. */
export type Trend = {
  readonly first: number
  readonly last: number
  readonly growth: number
  readonly isFlat: boolean
}

/**
 * Whether a measure is flat: the growth a day is at most `share` of the median. First and last are medians of the first and last
 * quarter of the points. Fewer than eight points show nothing, and are not called flat.
 */
export const trendOf = (points: readonly Point[], share: number): Trend => {
  const ordered = points.toSorted((one, other) => one.day - other.day)
  const quarter = Math.max(1, ordered.length >> 2)
  const growth = growthADay(ordered)
  return {
    first: medianOf(ordered.slice(0, quarter).map(({ value }) => value)),
    last: medianOf(ordered.slice(-quarter).map(({ value }) => value)),
    growth,
    isFlat: ordered.length >= 8 && growth <= share,
  }
}

/**
 * Whether a table that keeps no history is flat: on the last two days it has at most a fifth, and fifty rows, more than the most of
 * the second to the fourth.
 * @param rows at the end of each of seven days
 */
export const isTableFlat = (rows: readonly number[]): boolean => {
  const most = Math.max(...rows.slice(1, 4))
  return rows.slice(-2).every((count) => count <= most * 1.2 + 50)
}
