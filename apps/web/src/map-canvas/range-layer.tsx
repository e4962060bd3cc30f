import { useEffect } from 'react'
import { fonts } from '../platform/tokens.ts'
import { hullAround } from './hull.ts'
import { mercatorOf, type LonLat } from './mercator.ts'
import type { Frame } from './screen.ts'
import { useStage } from './use-stage.ts'

/** In CSS pixels, so that no mark is on the line. */
const distance = 36

const paint = ({ context, look: { palette }, toPixel }: Frame, places: readonly LonLat[]) => {
  const points = hullAround(
    places.map((place) => toPixel(mercatorOf(place))),
    [distance, distance],
  )
  const highest = points.toSorted((one, other) => one[1] - other[1])[0]
  if (highest === undefined) return
  context.save()
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.closePath()
  context.lineWidth = 1.5
  context.setLineDash([6, 4])
  context.strokeStyle = palette.note
  context.stroke()
  context.font = `500 12px ${fonts.face}`
  context.textAlign = 'center'
  context.textBaseline = 'bottom'
  context.fillStyle = palette.note
  context.fillText('機器と人のいる範囲', highest[0], highest[1] - 4)
  context.restore()
}

/** The range of what is placed and who is on a map of the world, where neither tiles nor drawings show the site. */
export const RangeLayer = ({ places }: { readonly places: readonly LonLat[] }) => {
  const stage = useStage()
  useEffect(() => stage.add({ z: 2, paint: (frame) => paint(frame, places) }), [stage, places])
  return null
}
