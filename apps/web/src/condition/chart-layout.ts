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

export type Placed = { readonly x: number; readonly y: number }

/** The line of the heart rate runs so many marks' heights beneath its mark at most; what stands lower leaves it free. */
const beneathLine = 3

/**
 * Moves marks that would write over an earlier one until they stand free: upwards, or beneath the line where the top leaves
 * no room. `x` in parts of the width, `y` in px.
 */
export const stack = (marks: readonly Placed[], width: number, height: number): number[] => {
  const placed: Placed[] = []
  const isFree = (x: number, y: number) => !placed.some((other) => Math.abs(other.x - x) < width && Math.abs(other.y - y) < height)
  return marks.map(({ x, y }) => {
    // Each of those before covers two heights at most, so that one of so many steps down is free.
    const up = Array.from({ length: Math.max(1, Math.ceil(y / height)) }, (_, steps) => y - steps * height)
    const down = Array.from({ length: 2 * placed.length }, (_, steps) => y + (steps + beneathLine) * height)
    const top = [...up, ...down].find((free) => isFree(x, free)) ?? y
    placed.push({ x, y: top })
    return top
  })
}
