import { useEffect } from 'react'
import { fonts } from '../platform/tokens.ts'
import { mercatorOf } from './mercator.ts'
import type { Corners } from './overlay-geometry.ts'
import type { Frame } from './screen.ts'
import { useStage } from './use-stage.ts'

/** Where a drawing of the site lies on the world, and what it is called. */
export type SiteOutline = { readonly name: string; readonly corners: Corners }

/** Below this a name would be longer than its drawing, in CSS pixels. */
const leastWidth = 80

const paint = ({ context, look: { palette }, toPixel }: Frame, outlines: readonly SiteOutline[]) => {
  context.lineJoin = 'round'
  context.lineWidth = 1.5
  context.strokeStyle = palette.note
  context.fillStyle = palette.note
  context.font = `500 12px ${fonts.face}`
  context.textBaseline = 'bottom'
  const named = new Set<string>()
  for (const { name, corners } of outlines) {
    const points = corners.map((corner) => toPixel(mercatorOf(corner)))
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.closePath()
    context.stroke()
    // Floors of one building lie on each other: each building is named once.
    const left = points.toSorted((one, other) => one[0] - other[0])[0]
    const width = Math.max(...points.map(([x]) => x)) - Math.min(...points.map(([x]) => x))
    if (left === undefined || width < leastWidth || named.has(name)) continue
    named.add(name)
    context.fillText(name, left[0] + 4, left[1] - 2)
  }
}

/** The outlines of the site's drawings on a map of the world: what one sees of the site where no tiles come. */
export const OutlineLayer = ({ outlines }: { readonly outlines: readonly SiteOutline[] }) => {
  const stage = useStage()
  useEffect(() => stage.add({ z: 2, paint: (frame) => paint(frame, outlines) }), [stage, outlines])
  return null
}
