import { useEffect } from 'react'
import { clockOf } from '../platform/japan-time.ts'
import { fonts } from '../platform/tokens.ts'
import type { OnBoard } from './board.ts'
import { createBoxGrid } from './box-grid.ts'
import type { Box } from './mark.ts'
import { mercatorOf } from './mercator.ts'
import type { Frame } from './screen.ts'
import { useStage } from './use-stage.ts'

/** Where somebody was at some instant. */
export type CanvasTrailPoint = { readonly at: string; readonly longitude: number; readonly latitude: number }

/** Written no nearer to each other, in CSS pixels. */
const apart = 56

/** How wide a point of the way is. */
const dot = 7

/** How much room a time takes. */
const written = { width: 34, height: 16 }

/** Where a time may be drawn beside its point, the best place first. */
const places = [
  [8, -8],
  [8, 10],
  [-8 - written.width, -8],
  [-8 - written.width, 10],
] as const

/** What is drawn over the trail: marks and their plates, in CSS pixels of the frame. */
const above = (all: readonly OnBoard[], toPixel: Frame['toPixel']): Box[] =>
  all.flatMap(({ mark, shift, plate }) => {
    const [left, top] = toPixel(mark.at)
    const own = { x: left + shift[0], y: top + shift[1], width: mark.width, height: mark.height }
    return plate === null ? [own] : [own, { ...plate, x: own.x + plate.x, y: own.y + plate.y }]
  })

const paint = ({ context, look: { palette }, toPixel }: Frame, points: readonly CanvasTrailPoint[], all: readonly OnBoard[]) => {
  const way = points.map(({ at, longitude, latitude }) => {
    const [x, y] = toPixel(mercatorOf([longitude, latitude]))
    return { at, x, y }
  })
  const draw = (colour: string, width: number) => {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    for (const { x, y } of way) context.lineTo(x, y)
    context.stroke()
  }
  context.lineJoin = 'round'
  context.lineCap = 'round'
  draw(palette.surface, 6)
  draw(palette.ink, 2)
  context.font = `500 12px ${fonts.face}`
  context.textBaseline = 'middle'
  const taken = createBoxGrid()
  for (const box of above(all, toPixel)) taken.add(box)
  context.fillStyle = palette.surface
  context.strokeStyle = palette.ink
  context.lineWidth = 1.5
  for (const { x, y } of way) {
    context.beginPath()
    context.arc(x, y, dot / 2, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    taken.add({ x, y, width: dot, height: dot })
  }
  context.lineWidth = 4
  context.strokeStyle = palette.surface
  context.fillStyle = palette.ink
  let last: { readonly x: number; readonly y: number } | undefined
  for (const { at, x, y } of way) {
    if (last !== undefined && Math.hypot(last.x - x, last.y - y) < apart) continue
    const boxes = places.map(([across, down]) => ({ ...written, x: x + across + written.width / 2, y: y + down }))
    const place = boxes.find((box) => taken.under(box) === undefined)
    if (place === undefined) continue
    taken.add(place)
    last = { x, y }
    context.strokeText(clockOf(at), place.x - place.width / 2, place.y)
    context.fillText(clockOf(at), place.x - place.width / 2, place.y)
  }
}

/** The way somebody went, from the earliest point to the newest. On the world only: a drawing knows gateways, not ways. */
export const TrailLayer = ({ points }: { readonly points: readonly CanvasTrailPoint[] }) => {
  const stage = useStage()
  useEffect(() => stage.add({ z: 20, paint: (frame) => paint(frame, points, stage.board.all()) }), [stage, points])
  const [first, last] = [points[0], points.at(-1)]
  return (
    first &&
    last && (
      <p className="visually-hidden">
        足取り　{clockOf(first.at)}から{clockOf(last.at)}まで、{points.length}点
      </p>
    )
  )
}
