import { overlap } from './box-grid.ts'
import type { Box } from './mark.ts'

type Size = { readonly width: number; readonly height: number }

const gap = 8

const within = (middle: number, length: number, most: number) =>
  Math.min(Math.max(middle, gap + length / 2), Math.max(gap + length / 2, most - gap - length / 2))

/**
 * Where a box of words is drawn beside a mark: within the frame, and over as few as possible of those it should not cover; above
 * if that is as good as elsewhere.
 * @returns its middle, from the frame's upper left corner
 */
export const popupPlace = (mark: Box, size: Size, frame: Size, spared: readonly Box[]): { readonly x: number; readonly y: number } => {
  const [across, down] = [(mark.width + size.width) / 2 + gap, (mark.height + size.height) / 2 + gap]
  const places = [
    { x: mark.x, y: mark.y - down },
    { x: mark.x, y: mark.y + down },
    { x: mark.x + across, y: mark.y },
    { x: mark.x - across, y: mark.y },
  ].map(({ x, y }) => ({ x: within(x, size.width, frame.width), y: within(y, size.height, frame.height), ...size }))
  const covered = (place: Box) => [mark, ...spared].filter((other) => overlap(place, other)).length
  const best = places.map((place) => ({ place, covers: covered(place) })).toSorted((one, other) => one.covers - other.covers)[0]
  return best?.place ?? mark
}
