import type { Grade } from '@mimamori/contract/labels'
import { levelShapes } from '@mimamori/contract/level-shapes'
import { signShapes } from '../marks/sign-shapes.ts'
import { fonts, type Palette } from '../platform/tokens.ts'

/** The sign behind a name is so wide and high. */
export const missingSide = 14

/** Fills a shape with the colour that is set. */
export const fillShape = (context: CanvasRenderingContext2D, shape: Path2D): void => context.fill(shape)

/** Draws a box with round corners. */
export const roundBox = (context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, radius: number): void => {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
}

const roleOf = { 3: 'level-3', 2: 'level-2', 1: 'level-1' } as const

export type Missing = keyof typeof signShapes

/** What the mark of a person says: their level, hollow where it is from before the data stopped; what does not arrive; or that they reported. */
export type Sign = { readonly shape: Grade; readonly isHollow: boolean } | { readonly shape: Missing }

/** The key that distinguishes signs. */
export const keyOfSign = (sign: Sign) => `${sign.shape}${'isHollow' in sign && sign.isHollow ? ' hollow' : ''}`

/** Draws what does not arrive, or a report, as `SilentMark` and `NoHeartRateMark` do. */
const drawMissing = (context: CanvasRenderingContext2D, shape: Missing, palette: Palette) => {
  const { width, ring, lines } = signShapes[shape]
  context.strokeStyle = shape === 'report' ? palette.ink : palette.second
  context.lineWidth = width
  for (const line of lines) context.stroke(new Path2D(line))
  if (ring === null) return
  context.setLineDash([...ring.dash])
  context.lineDashOffset = ring.offset
  context.beginPath()
  context.arc(12, 12, ring.radius, 0, 2 * Math.PI)
  context.stroke()
}

/** Draws a sign in a square of `size` from the context's origin. */
export const drawSign = (context: CanvasRenderingContext2D, sign: Sign, size: number, palette: Palette) => {
  context.save()
  context.scale(size / 24, size / 24)
  context.lineJoin = 'round'
  if ('isHollow' in sign) drawGrade(context, sign.shape, sign.isHollow, palette)
  else drawMissing(context, sign.shape, palette)
  context.restore()
}

/** Draws the mark of a level in a square of 24 from the context's origin, as `LevelMark` does. */
const drawGrade = (context: CanvasRenderingContext2D, grade: Grade, isHollow: boolean, palette: Palette) => {
  if (grade === 'emergency') drawEmergency(context, isHollow, palette)
  else if (grade === 0) {
    context.beginPath()
    context.arc(12, 12, 7.7, 0, 2 * Math.PI)
    context.fillStyle = palette.surface
    context.fill()
    context.lineWidth = isHollow ? 1.4 : 2.7
    if (isHollow) context.setLineDash([3, 2])
    context.strokeStyle = palette['level-0-edge']
    context.stroke()
  } else if (grade === 'none') {
    context.fillStyle = palette['level-none']
    roundBox(context, 4, 10.7, 16, 2.6, 1.3)
    context.fill()
  } else {
    const { points, digitY } = levelShapes[grade]
    const outline = new Path2D(`M${points}Z`)
    context.fillStyle = isHollow ? palette.surface : palette[`${roleOf[grade]}-fill`]
    fillShape(context, outline)
    context.lineWidth = isHollow ? 2 : 1.1
    context.strokeStyle = palette[`${roleOf[grade]}-edge`]
    context.stroke(outline)
    context.fillStyle = isHollow ? palette.ink : palette[`${roleOf[grade]}-digit`]
    context.font = `700 12.8px ${fonts.face}`
    context.textAlign = 'center'
    context.fillText(String(grade), 12, digitY)
  }
}

const drawEmergency = (context: CanvasRenderingContext2D, isHollow: boolean, palette: Palette) => {
  roundBox(context, 0.5, 0.5, 23, 23, 3.8)
  context.fillStyle = isHollow ? palette.surface : palette['emergency-fill']
  context.fill()
  context.lineWidth = isHollow ? 2 : 1.1
  context.strokeStyle = palette['emergency-edge']
  context.stroke()
  context.fillStyle = isHollow ? palette.ink : palette['emergency-digit']
  roundBox(context, 10.25, 3.9, 3.5, 11.2, 1.7)
  context.fill()
  context.beginPath()
  context.arc(12, 18.4, 2.15, 0, 2 * Math.PI)
  context.fill()
}
