import { useEffect } from 'react'
import { clockOf } from '../platform/japan-time.ts'
import { fonts } from '../platform/tokens.ts'
import { mercatorOf } from './mercator.ts'
import type { Frame } from './screen.ts'
import { useStage } from './use-stage.ts'

/** Where somebody was at some instant. */
export type CanvasTrailPoint = { readonly at: string; readonly longitude: number; readonly latitude: number }

/** Written no nearer to each other, in CSS pixels. */
const apart = 56

const paint = ({ context, look: { palette }, toPixel }: Frame, points: readonly CanvasTrailPoint[]) => {
  const way = points.map(({ at, longitude, latitude }) => ({ at, pixel: toPixel(mercatorOf([longitude, latitude])) }))
  const draw = (colour: string, width: number) => {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    for (const { pixel } of way) context.lineTo(...pixel)
    context.stroke()
  }
  context.lineJoin = 'round'
  context.lineCap = 'round'
  draw(palette.surface, 6)
  draw(palette.ink, 2)
  context.font = `500 12px ${fonts.face}`
  context.textBaseline = 'middle'
  let written: readonly [number, number] | undefined
  for (const { at, pixel } of way) {
    const [x, y] = pixel
    context.beginPath()
    context.arc(x, y, 3.5, 0, 2 * Math.PI)
    context.fillStyle = palette.surface
    context.fill()
    context.strokeStyle = palette.ink
    context.lineWidth = 1.5
    context.stroke()
    if (written !== undefined && Math.hypot(written[0] - x, written[1] - y) < apart) continue
    written = pixel
    context.lineWidth = 4
    context.strokeStyle = palette.surface
    context.strokeText(clockOf(at), x + 8, y - 8)
    context.fillStyle = palette.ink
    context.fillText(clockOf(at), x + 8, y - 8)
  }
}

/** The way somebody went, from the earliest point to the newest. On the world only: a drawing knows gateways, not ways. */
export const TrailLayer = ({ points }: { readonly points: readonly CanvasTrailPoint[] }) => {
  const stage = useStage()
  useEffect(() => stage.add({ z: 20, paint: (frame) => paint(frame, points) }), [stage, points])
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
