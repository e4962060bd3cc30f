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

/** What a mark covers across the chart, and how high it would stand, in px. */
export type Placed = { readonly from: number; readonly to: number; readonly y: number }

/** The side of its moment to which a mark's word stands: to the left, so that the line after it stays free, where that has room. */
export const sideOfWord = (x: number): 'left' | 'right' => (x < markLength.whole - markLength.beyond ? 'right' : 'left')

/** What the mark of a moment covers across the chart. */
export const extentOf = (x: number): { readonly from: number; readonly to: number } =>
  sideOfWord(x) === 'left'
    ? { from: x + markLength.beyond - markLength.whole, to: x + markLength.beyond }
    : { from: x - markLength.beyond, to: x - markLength.beyond + markLength.whole }

/** The line of the heart rate runs so many marks' heights beneath its mark at most; what stands lower leaves it free. */
const beneathLine = 3

/**
 * Moves marks that would write over an earlier one until they stand free: upwards, or beneath the line where the top leaves
 * no room.
 */
export const stack = (marks: readonly Placed[], height: number): number[] => {
  const placed: Placed[] = []
  const isFree = ({ from, to, y }: Placed) => !placed.some((other) => from < other.to && other.from < to && Math.abs(other.y - y) < height)
  return marks.map((mark) => {
    const { y } = mark
    // Each of those before covers two heights at most, so that one of so many steps down is free.
    const up = Array.from({ length: Math.max(1, Math.ceil(y / height)) }, (_, steps) => y - steps * height)
    const down = Array.from({ length: 2 * placed.length }, (_, steps) => y + (steps + beneathLine) * height)
    const top = [...up, ...down].find((free) => isFree({ ...mark, y: free })) ?? y
    placed.push({ ...mark, y: top })
    return top
  })
}
