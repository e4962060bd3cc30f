import { mercatorOf, type Point } from './mercator.ts'
import type { Frame } from './screen.ts'

type Island = { readonly coast: readonly Point[]; readonly box: readonly [west: number, south: number, east: number, north: number] }

const islandOf = (ring: readonly (readonly [number, number])[]): Island => {
  const coast = ring.map(mercatorOf)
  const [xs, ys] = [coast.map(([x]) => x), coast.map(([, y]) => y)]
  return { coast, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
}

let islands: Promise<readonly Island[]> | undefined

/** Japan's islands, as the console brings them along. */
export const readIslands = (): Promise<readonly Island[]> => {
  islands ??= import('virtual:japan-outline').then(({ japanOutline }) => japanOutline.map(islandOf))
  return islands
}

/** Whether any of an island may be seen, its box taken with the corners a turned map shows. */
const isInView = ({ box: [west, south, east, north] }: Island, { toPixel, size }: Frame): boolean => {
  const corners = [toPixel([west, south]), toPixel([east, south]), toPixel([east, north]), toPixel([west, north])]
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return Math.max(...xs) >= 0 && Math.min(...xs) <= size[0] && Math.max(...ys) >= 0 && Math.min(...ys) <= size[1]
}

/** Draws land and sea, for where there are no tiles. */
export const paintOutline = (frame: Frame, all: readonly Island[]): void => {
  const { context, size, look } = frame
  context.fillStyle = look.palette.page
  context.fillRect(0, 0, ...size)
  context.beginPath()
  for (const island of all) {
    if (!isInView(island, frame)) continue
    for (const [index, at] of island.coast.entries()) {
      const [x, y] = frame.toPixel(at)
      if (index === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.closePath()
  }
  context.fillStyle = look.palette.surface
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = look.palette['control-border']
  context.stroke()
}
