import { fonts } from '../platform/tokens.ts'

export const plateFonts = {
  name: `600 13px ${fonts.face}`,
  urgent: `700 14px ${fonts.face}`,
  id: `500 12px ${fonts.id}`,
} as const

export type PlateFont = keyof typeof plateFonts

const widths = new Map<string, number>()
let context: CanvasRenderingContext2D | null = null

/** The width of a text in a font of the plates, in CSS pixels; measured once. */
export const widthOf = (font: PlateFont, text: string): number => {
  const key = `${font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  context ??= document.createElement('canvas').getContext('2d')
  if (context === null) return text.length * 14
  context.font = plateFonts[font]
  const width = Math.ceil(context.measureText(text).width)
  widths.set(key, width)
  return width
}
