import { gradeNames, type Grade } from '@mimamori/contract/labels'
import { deviceShapes, type DeviceWord } from '../marks/device-shapes.ts'
import { levelShapes } from '../marks/level-shapes.ts'
import { fonts, type Palette } from '../platform/tokens.ts'
import { roundBox } from './paint-marks.ts'
import type { Sprite, Sprites } from './sprites.ts'

/** Sizes in CSS pixels (look/README.md, Chart and map). */
export const sizes = { device: 32, level: 26, emergency: 40, ring: 48, cluster: 34 } as const

const roleOf = { 3: 'level-3', 2: 'level-2', 1: 'level-1' } as const

/** Draws the mark of a level in a square of `size` from the context's origin, as `LevelMark` does. */
const drawGrade = (context: CanvasRenderingContext2D, grade: Grade, size: number, isHollow: boolean, palette: Palette) => {
  context.save()
  context.scale(size / 24, size / 24)
  context.lineJoin = 'round'
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
    context.fill(outline)
    context.lineWidth = isHollow ? 2 : 1.1
    context.strokeStyle = palette[`${roleOf[grade]}-edge`]
    context.stroke(outline)
    context.fillStyle = isHollow ? palette.ink : palette[`${roleOf[grade]}-digit`]
    context.font = `700 12.8px ${fonts.face}`
    context.textAlign = 'center'
    context.fillText(String(grade), 12, digitY)
  }
  context.restore()
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

/** A ring around what is selected, or around 緊急. */
const drawRing = (context: CanvasRenderingContext2D, colour: string, surface: string, side: number, radius: number) => {
  roundBox(context, 1.5, 1.5, side - 3, side - 3, radius)
  context.fillStyle = surface
  context.fill()
  context.lineWidth = 2.5
  context.strokeStyle = colour
  context.stroke()
}

/** The pin of a device. */
export const deviceSprite = (sprites: Sprites, word: DeviceWord, isSelected: boolean): Sprite => {
  const side = sizes.device + 10
  return sprites.of(`device ${word} ${isSelected}`, side, side, (context, { palette }) => {
    const { character, outline, foot, characterY } = deviceShapes[word]
    if (isSelected) drawRing(context, palette.accent, palette.surface, side, 6)
    context.translate(5, 5)
    const shape = new Path2D(outline)
    context.lineJoin = 'round'
    context.fillStyle = palette.surface
    context.fill(shape)
    context.fillStyle = palette[`device-${word}`]
    context.fill(new Path2D(foot))
    context.lineWidth = 1.8
    context.strokeStyle = palette.ink
    context.stroke(shape)
    context.fillStyle = palette.ink
    context.font = `700 13px ${fonts.face}`
    context.textAlign = 'center'
    context.fillText(character, 16, characterY + 4.8)
  })
}

/** The mark of one worker: 26 px, 緊急 40 with a ring, hollow where the value is from before the data stopped. */
export const workerSprite = (sprites: Sprites, grade: Grade, isHollow: boolean, isSelected: boolean): Sprite => {
  const size = grade === 'emergency' ? sizes.emergency : sizes.level
  const side = sizes.ring + (grade === 'emergency' ? 4 : -10)
  return sprites.of(`worker ${grade} ${isHollow} ${isSelected}`, side, side, (context, { palette }) => {
    if (isSelected) drawRing(context, palette.accent, palette.surface, side, 9)
    else if (grade === 'emergency') drawRing(context, palette['emergency-edge'], palette.surface, side, 9)
    context.translate((side - size) / 2, (side - size) / 2)
    drawGrade(context, grade, size, isHollow, palette)
  })
}

/** How wide the mark of workers who stand together is. */
export const clusterWidth = (count: number): number => 62 + String(count).length * 9

/** Workers who stand together: the mark of the worst level and how many they are. */
export const clusterSprite = (sprites: Sprites, grade: Grade, isHollow: boolean, count: number, isSelected: boolean): Sprite => {
  const [width, height] = [clusterWidth(count), sizes.cluster + (grade === 'emergency' ? 10 : 0)]
  return sprites.of(`cluster ${grade} ${isHollow} ${count} ${isSelected}`, width, height, (context, { palette }) => {
    const isFilled = grade === 'emergency' && !isHollow
    roundBox(context, 1, 1, width - 2, height - 2, isFilled ? 9 : height / 2 - 1)
    context.fillStyle = palette.surface
    context.fill()
    context.lineWidth = isSelected || grade === 'emergency' ? 2 : 1
    context.strokeStyle = isSelected ? palette.accent : grade === 'emergency' ? palette['emergency-edge'] : palette['control-border']
    context.stroke()
    if (isFilled) {
      roundBox(context, 4, 4, width - 8, height - 8, 6)
      context.fillStyle = palette['emergency-fill']
      context.fill()
    }
    context.save()
    context.translate(8, (height - 24) / 2)
    drawGrade(context, grade, 24, isHollow, palette)
    context.restore()
    context.fillStyle = isFilled ? palette['emergency-digit'] : palette.ink
    context.textBaseline = 'middle'
    context.font = `700 15px ${fonts.face}`
    context.fillText(String(count), 37, height / 2 + 0.5)
    context.font = `500 12px ${fonts.face}`
    context.fillText('人', 37 + String(count).length * 9 + 2, height / 2 + 1)
  })
}

/** A level in words, with what is known of its value. */
export const gradeInWords = (grade: Grade, isHollow: boolean): string => `${gradeNames[grade]}${isHollow ? '（途絶前の値）' : ''}`
