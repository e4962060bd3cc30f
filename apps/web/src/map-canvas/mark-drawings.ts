import { gradeNames, type Grade } from '@mimamori/contract/labels'
import { deviceShapes, type DeviceWord } from '../marks/device-shapes.ts'
import { signShapes } from '../marks/sign-shapes.ts'
import { fonts, type Palette } from '../platform/tokens.ts'
import { clusterWords, restWidth } from './cluster-words.ts'
import { drawSign, fillShape, keyOfSign, roundBox, type Sign } from './draw-sign.ts'
import type { Sprite, Sprites } from './sprites.ts'

/** Sizes in CSS pixels. */
export const sizes = { device: 32, level: 26, emergency: 40, ring: 52, cluster: 34 } as const

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
    fillShape(context, shape)
    context.fillStyle = palette[`device-${word}`]
    fillShape(context, new Path2D(foot))
    context.lineWidth = 1.8
    context.strokeStyle = palette.ink
    context.stroke(shape)
    context.fillStyle = palette.ink
    context.font = `700 13px ${fonts.face}`
    context.textAlign = 'center'
    context.fillText(character, 16, characterY + 4.8)
  })
}

/** A quiet ground for marks that are lines only, so that the drawing's lines do not run through them. */
const drawGround = (context: CanvasRenderingContext2D, sign: Sign, side: number, palette: Palette) => {
  if (sign.shape !== 'none' && !(sign.shape in signShapes)) return
  context.beginPath()
  context.arc(side / 2, side / 2, 14, 0, 2 * Math.PI)
  context.fillStyle = palette.surface
  context.globalAlpha = 0.9
  context.fill()
  context.globalAlpha = 1
}

/** The mark of one worker: 26 px, 緊急 40 with a ring. */
export const workerSprite = (sprites: Sprites, sign: Sign, isSelected: boolean): Sprite => {
  const isUrgent = sign.shape === 'emergency'
  const size = isUrgent ? sizes.emergency : sizes.level
  const side = isUrgent ? sizes.ring : 38
  return sprites.of(`worker ${keyOfSign(sign)} ${isSelected}`, side, side, (context, { palette }) => {
    if (isSelected) drawRing(context, palette.accent, palette.surface, side, 9)
    else if (isUrgent) drawRing(context, palette['emergency-edge'], palette.surface, side, 9)
    else drawGround(context, sign, side, palette)
    context.translate((side - size) / 2, (side - size) / 2)
    drawSign(context, sign, size, palette)
  })
}

const digitWidth = 9

/** How wide the mark of a group of workers is. */
export const clusterWidth = (count: number, urgent: number): number => {
  const { figure, rest } = clusterWords(count, urgent)
  return 50 + figure.length * digitWidth + restWidth(rest)
}

type GroupMark = {
  readonly count: number
  readonly urgent: number
  readonly isSelected: boolean
  /** Something lies over a part of it. */
  readonly isCovered: boolean
}

/**
 * A group of workers: the mark of the worst and how many they are; of emergencies first how many of those; no number where it
 * is covered.
 */
export const clusterSprite = (sprites: Sprites, sign: Sign, { count, urgent, isSelected, isCovered }: GroupMark): Sprite => {
  const isUrgent = sign.shape === 'emergency'
  const [width, height] = [clusterWidth(count, urgent), sizes.cluster + (isUrgent ? 10 : 0)]
  return sprites.of(`cluster ${keyOfSign(sign)} ${count} ${urgent} ${isSelected} ${isCovered}`, width, height, (context, { palette }) => {
    const isFilled = isUrgent && !('isHollow' in sign && sign.isHollow)
    roundBox(context, 1, 1, width - 2, height - 2, isFilled ? 9 : height / 2 - 1)
    context.fillStyle = palette.surface
    context.fill()
    context.lineWidth = isSelected || isUrgent ? 2 : 1
    context.strokeStyle = isSelected ? palette.accent : isUrgent ? palette['emergency-edge'] : palette['control-border']
    context.stroke()
    if (isFilled) {
      roundBox(context, 4, 4, width - 8, height - 8, 6)
      context.fillStyle = palette['emergency-fill']
      context.fill()
    }
    context.save()
    context.translate(8, (height - 24) / 2)
    drawSign(context, sign, 24, palette)
    context.restore()
    const { figure, rest } = isCovered ? { figure: '', rest: 'ほか' } : clusterWords(count, urgent)
    context.fillStyle = isFilled ? palette['emergency-digit'] : palette.ink
    context.textBaseline = 'middle'
    context.font = `700 15px ${fonts.face}`
    context.fillText(figure, 37, height / 2 + 0.5)
    context.font = `500 12px ${fonts.face}`
    context.fillText(rest, 37 + figure.length * digitWidth + 2, height / 2 + 1)
  })
}

/** Devices too near each other for a pin each: how many they are; no number where it is covered. */
export const deviceClusterSprite = (
  sprites: Sprites,
  count: number,
  { isSelected, isCovered }: { readonly isSelected: boolean; readonly isCovered: boolean },
): Sprite => {
  const [width, height] = [deviceClusterWidth(count) + 6, sizes.device + 6]
  return sprites.of(`devices ${count} ${isSelected} ${isCovered}`, width, height, (context, { palette }) => {
    roundBox(context, 3, 3, width - 6, height - 6, 5)
    context.fillStyle = palette.surface
    context.fill()
    context.lineWidth = isSelected ? 2.5 : 1.8
    context.strokeStyle = isSelected ? palette.accent : palette.ink
    context.stroke()
    context.fillStyle = palette.ink
    context.textBaseline = 'middle'
    context.font = `500 12px ${fonts.face}`
    context.fillText('機器', 10, height / 2 + 1)
    if (isCovered) return
    context.font = `700 14px ${fonts.face}`
    context.fillText(String(count), 38, height / 2 + 0.5)
  })
}

/** How wide the mark of a group of devices is. */
export const deviceClusterWidth = (count: number): number => 44 + String(count).length * digitWidth

/** A level in words, with what is known of its value. */
export const gradeInWords = (grade: Grade, isHollow: boolean): string => `${gradeNames[grade]}${isHollow ? '（途絶前の値）' : ''}`
