/** Columns side by side across a drawing: the days of a month, the hours of a day. */
export type Slots = {
  readonly width: number
  readonly left: number
  readonly right: number
  readonly count: number
}

/** Room for the axis at the left, so that the charts of the days are aligned. */
const axis = { left: 42, right: 10 }

/** @param width of the drawing, px */
export const slotsIn = (width: number, count: number): Slots => ({ width, left: axis.left, right: width - axis.right, count })

/** How wide a column's place is, px. */
export const slotWidth = ({ left, right, count }: Slots): number => (right - left) / count

/** The middle of a column. */
export const middleOf = (index: number, slots: Slots): number => Math.round((slots.left + slotWidth(slots) * (index + 0.5)) * 10) / 10

const labelWidth = 19

/** Every how manieth column has room for its label: 1, 2 or 5. */
export const labelPace = (slots: Slots): number => [1, 2, 5].find((pace) => slotWidth(slots) * pace >= labelWidth) ?? 10
