import type { OnBoard } from './board.ts'
import { drawSign, missingSide, roundBox } from './draw-sign.ts'
import { dangerRank, type Plate } from './mark.ts'
import { plateFonts } from './measure.ts'
import type { Sprites } from './sprites.ts'

const plateSprite = (sprites: Sprites, { text, font, isFilled, missing }: Plate, width: number, height: number) =>
  sprites.of(`plate ${font} ${isFilled} ${missing} ${text}`, width, height, (context, { palette, isDark }) => {
    context.globalAlpha = isFilled ? 1 : isDark ? 0.92 : 0.94
    roundBox(context, 0.5, 0.5, width - 1, height - 1, 3)
    context.fillStyle = isFilled ? palette['emergency-fill'] : palette.surface
    context.fill()
    context.strokeStyle = isFilled ? palette['emergency-edge'] : palette.rule
    context.stroke()
    context.globalAlpha = 1
    context.font = plateFonts[font]
    context.textBaseline = 'middle'
    context.fillStyle = isFilled ? palette['emergency-digit'] : palette.ink
    context.fillText(text, 7, height / 2 + 0.5)
    if (missing === null) return
    context.translate(width - 7 - missingSide, (height - missingSide) / 2)
    drawSign(context, { shape: missing }, missingSide, isFilled ? { ...palette, second: palette['emergency-digit'] } : palette)
  })

type Paint = {
  readonly context: CanvasRenderingContext2D
  readonly sprites: Sprites
  readonly size: readonly [width: number, height: number]
  readonly toPixel: (at: readonly [number, number]) => readonly [x: number, y: number]
}

type SeenMark = { readonly one: OnBoard; readonly x: number; readonly y: number }

/**
 * Draws marks in CSS pixels. Plates lie below the marks, so that none covers a person even while the map moves; but a person who
 * is in danger lies above all others, plate and mark.
 */
export const paintMarks = (all: readonly OnBoard[], { context, sprites, size, toPixel }: Paint): void => {
  const { ratio } = sprites.look
  const snap = (value: number) => Math.round(value * ratio) / ratio
  const seen: SeenMark[] = []
  for (let at = all.length - 1; at >= 0; at--) {
    const one = all[at]
    if (one === undefined) continue
    const [left, top] = toPixel(one.mark.at)
    const [x, y] = [left + one.shift[0], top + one.shift[1]]
    if (x < -200 || y < -60 || x > size[0] + 200 || y > size[1] + 60) continue
    seen.push({ one, x, y })
  }
  const drawPlate = ({ one, x, y }: SeenMark) => {
    if (one.plate === null || one.mark.plate === null) return
    const { x: across, y: down, width, height } = one.plate
    const sprite = plateSprite(sprites, one.mark.plate, width, height)
    context.drawImage(sprite.canvas, snap(x + across - width / 2), snap(y + down - height / 2), width, height)
  }
  const drawMark = ({ one, x, y }: SeenMark) => {
    const sprite = (one.isCovered ? (one.mark.drawCovered ?? one.mark.draw) : one.mark.draw)(sprites)
    context.drawImage(sprite.canvas, snap(x - sprite.width / 2), snap(y - sprite.height / 2), sprite.width, sprite.height)
  }
  const isDanger = ({ one }: SeenMark) => one.mark.rank >= dangerRank
  for (const level of [seen.filter((one) => !isDanger(one)), seen.filter(isDanger)]) {
    for (const one of level) drawPlate(one)
    for (const one of level) drawMark(one)
  }
}
