import type { Plan } from '@mimamori/contract'

/** Left and right margins of the sheet, and its width between them, pt. */
export const side = 28
export const sheetWidth = 595.28 - 2 * side

const [groupWidth, limitWidth, aboveWidth] = [92, 34, 48] as const

/** Columns of the table of rests, which the curve above it shares: x of the hours from the left edge of the content, pt. */
export type HourColumns = {
  readonly left: number
  readonly right: number
  /** The width of one hour. */
  readonly width: number
  /** The middle of the hour of that place in the day. */
  readonly middle: (index: number) => number
}

export const tableWidths = { group: groupWidth, limit: limitWidth, above: aboveWidth } as const

export const hourColumns = ({ hours }: Pick<Plan, 'hours'>): HourColumns => {
  const [left, right] = [groupWidth + limitWidth, sheetWidth - aboveWidth]
  const width = (right - left) / Math.max(1, hours.length)
  return { left, right, width, middle: (index) => left + (index + 0.5) * width }
}
