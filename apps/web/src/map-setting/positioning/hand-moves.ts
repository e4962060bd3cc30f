import { lonLatOf, mercatorOf, type Point } from '../../map-canvas/mercator.ts'
import { centreOf, changed, type Corners, type PictureSize } from '../../map-canvas/overlay-geometry.ts'
import type { Pixel } from './follow-pointers.ts'
import type { Stroke } from './key-stroke.ts'
import { dragged, scaledBy, turnedAlong, withCorner } from './position.ts'

/** Which part of the drawing is held: all of it, the handle that turns it, or a corner by its number. */
export type Part = 'all' | 'turn' | number

/** The handle that turns the drawing is so far above its top, in CSS pixels. */
const stalk = 40
/** So near to the map's edge a handle is hard to take hold of, in CSS pixels. */
const edge = 12
/** Handles closer together than this would cover the drawing between them, in CSS pixels. */
const closest = 88

type CornerPixels = readonly [Pixel, Pixel, Pixel, Pixel]

const middle = (a: Pixel, b: Pixel): Pixel => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const distance = (a: Pixel, b: Pixel) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The line from the middle of the drawing's top to the handle that turns it: above it, or below where that would be out of sight. */
export const stalkOf = ([a, b, c, d]: CornerPixels, [width = 0, height = 0]: readonly number[]): { top: Pixel; end: Pixel } => {
  const [top, bottom] = [middle(a, b), middle(c, d)]
  const length = distance(top, bottom) || 1
  const [right, down] = [((top[0] - bottom[0]) / length) * stalk, ((top[1] - bottom[1]) / length) * stalk]
  const [x, y] = [top[0] + right, top[1] + down]
  const isSeen = x > edge && y > edge && x < width - edge && y < height - edge
  return { top, end: isSeen ? [x, y] : [top[0] - right, top[1] - down] }
}

/** Whether there is room for a handle at each corner. */
export const haveRoom = (corners: CornerPixels): boolean =>
  Math.min(...corners.map((corner, index) => distance(corner, corners[(index + 1) % 4] ?? corner))) >= closest

/** The drawing after its part went with hands. @param from where each hand was, and `to` where it is, on the plane of the map */
export const movedByHands = (
  size: PictureSize,
  part: Part,
  base: Corners,
  { from, to }: { readonly from: readonly Point[]; readonly to: readonly Point[] },
): Corners => {
  const [start, end] = [from[0], to[0]]
  if (part === 'all' || start === undefined || end === undefined) return dragged(size, base, from, to)
  if (part === 'turn') return turnedAlong(base, start, end)
  const [x, y] = mercatorOf(base[part] ?? centreOf(base))
  return withCorner(base, part, lonLatOf([x + end[0] - start[0], y + end[1] - start[1]]))
}

/** The drawing after a key. @param planeAt the place on the plane of the map that a pixel of it shows */
export const movedByKey = (
  size: PictureSize,
  part: Part,
  stroke: Stroke,
  planeAt: (pixel: Pixel) => Point,
): ((now: Corners) => Corners) => {
  if (stroke.kind === 'turn') return (now) => changed(now, { turn: stroke.degrees })
  if (stroke.kind === 'scale') return (now) => scaledBy(size, now, stroke.factor)
  const held = (now: Corners) => (typeof part === 'number' ? now[part] : undefined) ?? centreOf(now)
  const [at, next] = [planeAt([0, 0]), planeAt([stroke.right, stroke.down])]
  return (now) => {
    const [x, y] = mercatorOf(held(now))
    const place = lonLatOf([x + next[0] - at[0], y + next[1] - at[1]])
    return typeof part === 'number' ? withCorner(now, part, place) : changed(now, { centre: place })
  }
}
