import type { Box } from './mark.ts'

/** What is seen of a map, in CSS pixels from the world's own origin, and what of it lies under buttons and notices. */
export type Room = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly covered: readonly Box[]
}

/** So much stays between what is drawn and the edge. */
const inset = 4

/** Marks every element that lies over a map and would hide what is drawn there. */
export const overMarks = { 'data-over-marks': '' } as const

/**
 * The room of a map on the screen.
 * @param middle what is in the middle of the frame, in CSS pixels from the world's own origin
 * @returns null before the map has a size
 */
export const roomOf = (target: HTMLElement, middle: { readonly x: number; readonly y: number }): Room | null => {
  const frame = target.getBoundingClientRect()
  if (frame.width === 0 || frame.height === 0) return null
  const [left, top] = [middle.x - frame.width / 2, middle.y - frame.height / 2]
  const covered = [...(target.parentElement?.querySelectorAll('[data-over-marks]') ?? [])].map((element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: left + x - frame.x + width / 2, y: top + y - frame.y + height / 2, width, height }
  })
  return {
    left: left + inset,
    top: top + inset,
    right: left + frame.width - inset,
    bottom: top + frame.height - inset,
    covered,
  }
}
