import { overlayOn } from './overlay-geometry.ts'
import { mercatorOf } from './mercator.ts'
import { sizeOf, type MapGeometry } from './map-geometry.ts'
import type { Frame } from './screen.ts'

export type Source = ImageBitmap | HTMLCanvasElement | HTMLImageElement
type Pixel = readonly [x: number, y: number]

/** The drawing recedes behind people. */
const strength = { light: 0.72, dark: 0.62 } as const

/** Half as large, again and again: a frame draws one of them nearly as it is, which costs a tenth of scaling the whole. */
export type Levels = readonly Source[]

const leastWide = 512

/** A picture in all the sizes that a map draws from, the largest first. */
export const levelsOf = (source: Source): Levels => {
  const levels = [source]
  for (let last = source; last.width > leastWide;) {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(last.width / 2)
    canvas.height = Math.ceil(last.height / 2)
    canvas.getContext('2d')?.drawImage(last, 0, 0, canvas.width, canvas.height)
    levels.push(canvas)
    last = canvas
  }
  return levels
}

/** Ink on paper, turned over for the dark look: the paper takes the colour of the ground, the ink is light and grey. */
export const turnedOver = (source: Source, ground: string): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = source.width
  canvas.height = source.height
  const context = canvas.getContext('2d')
  if (context === null) return canvas
  const fill = (mode: GlobalCompositeOperation, colour: string) => {
    context.globalCompositeOperation = mode
    context.fillStyle = colour
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  fill('source-over', '#fff')
  context.drawImage(source, 0, 0)
  fill('difference', '#fff')
  fill('saturation', '#777')
  fill('lighten', ground)
  return canvas
}

/** Draws a triangle of a picture onto a triangle of the screen. */
const triangle = (
  context: CanvasRenderingContext2D,
  source: Source,
  from: readonly [Pixel, Pixel, Pixel],
  to: readonly [Pixel, Pixel, Pixel],
) => {
  const [[u0, v0], [u1, v1], [u2, v2]] = from
  const [[x0, y0], [x1, y1], [x2, y2]] = to
  const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0)
  if (area === 0) return
  const a = ((x1 - x0) * (v2 - v0) - (x2 - x0) * (v1 - v0)) / area
  const b = ((y1 - y0) * (v2 - v0) - (y2 - y0) * (v1 - v0)) / area
  const c = ((x2 - x0) * (u1 - u0) - (x1 - x0) * (u2 - u0)) / area
  const d = ((y2 - y0) * (u1 - u0) - (y1 - y0) * (u2 - u0)) / area
  // Neighbours overlap by half a pixel, or the seams between them would show.
  const [middleX, middleY] = [(x0 + x1 + x2) / 3, (y0 + y1 + y2) / 3]
  const wider = ([x, y]: Pixel): Pixel => {
    const length = Math.hypot(x - middleX, y - middleY) || 1
    return [x + ((x - middleX) / length) * 0.7, y + ((y - middleY) / length) * 0.7]
  }
  const corners = to.map(wider)
  context.save()
  context.beginPath()
  for (const [x, y] of corners) context.lineTo(x, y)
  context.clip()
  context.transform(a, b, c, d, x0 - a * u0 - c * v0, y0 - b * u0 - d * v0)
  context.drawImage(source, 0, 0)
  context.restore()
}

/** Into how many pieces each side of a slanted drawing is cut. */
const pieces = 12

const isParallelogram = ([a, b, c, d]: readonly Pixel[]): boolean =>
  a !== undefined &&
  b !== undefined &&
  c !== undefined &&
  d !== undefined &&
  Math.hypot(a[0] - b[0] + c[0] - d[0], a[1] - b[1] + c[1] - d[1]) < 0.5

/** The smallest that is still as fine as the screen. */
const levelFor = (levels: Levels, [a, b, c, d]: readonly Pixel[], ratio: number): Source | undefined => {
  if (!a || !b || !c || !d) return undefined
  const across = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - d[0], c[1] - d[1])) * ratio
  return levels.findLast(({ width }) => width >= across) ?? levels[0]
}

/** Where a share of the drawing lies on the screen. */
const placing = (geometry: MapGeometry, frame: Frame) => {
  if (geometry.type === 1) {
    const { width, height } = sizeOf(geometry)
    return (across: number, down: number): Pixel | null => frame.toPixel([across * width, (1 - down) * height])
  }
  if (geometry.corners === null) return () => null
  const { placeOf } = overlayOn(geometry.corners)
  return (across: number, down: number): Pixel | null => {
    const place = placeOf({ x: across * 100, y: down * 100 })
    return place && frame.toPixel(mercatorOf(place))
  }
}

/** Draws a picture where its map says: flat on a drawing, or by its four corners over the world. */
export const paintPicture = (frame: Frame, geometry: MapGeometry, levels: Levels): void => {
  const { context } = frame
  const at = placing(geometry, frame)
  const corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
  if (corners.includes(null)) return
  const pixels = corners as Pixel[]
  const source = levelFor(levels, pixels, frame.look.ratio)
  if (source === undefined) return
  const { width, height } = source
  if (isParallelogram(pixels)) {
    const [[x0, y0] = [0, 0], [x1, y1] = [0, 0], , [x3, y3] = [0, 0]] = pixels
    context.transform((x1 - x0) / width, (y1 - y0) / width, (x3 - x0) / height, (y3 - y0) / height, x0, y0)
    context.drawImage(source, 0, 0)
    return
  }
  const points = Array.from({ length: pieces + 1 }, (_, row) =>
    Array.from({ length: pieces + 1 }, (__, column) => at(column / pieces, row / pieces)),
  )
  for (let row = 0; row < pieces; row++)
    for (let column = 0; column < pieces; column++) {
      const [a, b, c, d] = [points[row]?.[column], points[row]?.[column + 1], points[row + 1]?.[column + 1], points[row + 1]?.[column]]
      if (!a || !b || !c || !d) continue
      const [left, right, top, bottom] = [
        (column / pieces) * width,
        ((column + 1) / pieces) * width,
        (row / pieces) * height,
        ((row + 1) / pieces) * height,
      ]
      triangle(
        context,
        source,
        [
          [left, top],
          [right, top],
          [right, bottom],
        ],
        [a, b, c],
      )
      triangle(
        context,
        source,
        [
          [left, top],
          [right, bottom],
          [left, bottom],
        ],
        [a, c, d],
      )
    }
}

/** How strongly a drawing shows. */
export const strengthOf = (isDark: boolean): number => strength[isDark ? 'dark' : 'light']
