const minute = 60_000
const hour = 60 * minute

/** Hours the chart shows at once. */
export const hoursShown = 4

/** The chart's measures in px: the heart rate above, the lane of total alerts, the heat below. */
export const layout = {
  heart: { top: 10, height: 262 },
  lane: { top: 284, height: 20 },
  heat: { top: 318, height: 140 },
  height: 488,
} as const

/** Room beside the plots: axis left, the person's limits right. */
export const sides = { wide: { left: 56, right: 132 }, narrow: { left: 34, right: 60 } } as const
export type Sides = (typeof sides)[keyof typeof sides]

/** The heat axis is the customer's: −20…40 (spec §9). */
export const heatAxis = { min: -20, max: 40 } as const

/** The last hour a chart begins with where nobody chose one, so that it is full. */
export const lastFullHour = 24 - hoursShown

/** Where the chart that begins with an hour ends: with the day, if that is sooner. */
export const endHour = (first: number): number => Math.min(first + hoursShown, 24)

/** The hours a chart shows, as instants. */
export const windowOf = (midnight: number, first: number) => ({ from: midnight + first * hour, to: midnight + endHour(first) * hour })

/** How long a mark with its word is at most, in px, and how much of that lies beyond its moment: half of its sign. */
export const markLength = { whole: 116, beyond: 10 } as const

/** A place on the chart in px: from the left edge of the plot, and from its top. */
export type Point = { readonly x: number; readonly y: number }

type Extent = { readonly from: number; readonly to: number }

/** The side of its moment to which a mark's word is written: to the left, so that the line after it is free, where that has room. */
export const sideOfWord = (x: number): 'left' | 'right' => (x < markLength.whole - markLength.beyond ? 'right' : 'left')

const extentOfSign = (x: number): Extent => ({ from: x - markLength.beyond, to: x + markLength.beyond })

/** What the mark of a moment covers across the chart with its word. */
const extentWithWord = (x: number): Extent => {
  const { from, to } = extentOfSign(x)
  return sideOfWord(x) === 'left' ? { from: to - markLength.whole, to } : { from, to: from + markLength.whole }
}

const heightAt = (x: number, before: Point, after: Point): number =>
  before.x === after.x ? Math.min(before.y, after.y) : before.y + ((after.y - before.y) * (x - before.x)) / (after.x - before.x)

/** The highest place of a line, as the smallest y, between two places across; undefined where it does not run there. */
const peakWithin = (line: readonly Point[], { from, to }: Extent): number | undefined => {
  const heights = line.flatMap((point, index) => {
    const after = line[index + 1]
    if (after === undefined) return point.x >= from && point.x <= to ? [point.y] : []
    if (after.x < from || point.x > to) return []
    return [heightAt(Math.max(from, point.x), point, after), heightAt(Math.min(to, after.x), point, after)]
  })
  return heights.length === 0 ? undefined : Math.min(...heights)
}

export type MarkPlace = { readonly y: number; readonly hasWord: boolean }

/**
 * Where marks are drawn, the earliest first: at their own height, or as far above it as keeps them off the marks before them
 * and off the line of the heart rate, never on or beneath it (spec §9). A mark whose word has no room keeps its sign.
 * @param marks the middle of each sign, as it should be
 * @param height of a mark, in px
 */
export const placeMarks = (marks: readonly Point[], height: number, line: readonly Point[]): MarkPlace[] => {
  const laidOut: (Extent & { readonly y: number })[] = []
  const highest = height / 2
  const isFree = ({ from, to }: Extent, y: number) => {
    const peak = peakWithin(line, { from, to })
    return (
      (peak === undefined || peak >= y + height / 2) &&
      !laidOut.some((other) => from < other.to && other.from < to && Math.abs(other.y - y) < height)
    )
  }
  const place = ({ x, y }: Point): MarkPlace & { readonly extent: Extent } => {
    const heights = Array.from({ length: Math.max(1, Math.ceil((y - highest) / height) + 1) }, (_, steps) =>
      Math.max(highest, y - steps * height),
    )
    for (const [extent, hasWord] of [
      [extentWithWord(x), true],
      [extentOfSign(x), false],
    ] as const) {
      const free = heights.find((at) => isFree(extent, at))
      if (free !== undefined) return { y: free, hasWord, extent }
    }
    return { y: highest, hasWord: false, extent: extentOfSign(x) }
  }
  return marks.map((mark) => {
    const { y, hasWord, extent } = place(mark)
    laidOut.push({ ...extent, y })
    return { y, hasWord }
  })
}
