import type { ContentCanvas, ContentSvg } from 'pdfmake/interfaces.js'
import { colours, gradeColours } from './colours.ts'
import type { Sign } from './mark-figures.ts'
import { axisOf, heightOf, tickText } from './scale.ts'
import { drawing, svgCircle, svgLine, svgMark, svgRect, svgText } from './svg.ts'

/** A piece of a bar: of a level, hatched and coloured as such, or grey. */
export type BarPart = { readonly value: number; readonly level?: 1 | 2 | 3 }

export type Bar = {
  readonly label: string
  /** True of a label that recedes: a day off. */
  readonly isQuiet?: boolean
  /** From the foot up. */
  readonly parts: readonly BarPart[]
  /** Drawn above it, the text over the sign. */
  readonly sign?: Sign
  readonly text?: string
}

type BarChart = {
  readonly bars: readonly Bar[]
  readonly width: number
  readonly height: number
  /** Whether the values are at the left with lines across; not where each bar has its text. */
  readonly hasAxis: boolean
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const apart = 3

/** Level 2 is struck through, level 1 dotted, level 3 plain: they differ in black and white too. */
const hatch = (level: 1 | 2 | 3, { x, y, width, height }: Box): string[] => {
  const elements: string[] = []
  if (level === 1)
    for (let down = apart / 2; down < height; down += apart)
      for (let across = apart / 2; across < width; across += apart)
        elements.push(svgCircle(x + across, y + height - down, 0.4, gradeColours[1].edge))
  if (level === 2)
    for (let at = apart; at < width + height; at += apart) {
      const [left, right] = [Math.max(0, at - height), Math.min(width, at)]
      elements.push(
        svgLine(x + left, y + height - (at - left), x + right, y + height - (at - right), { colour: gradeColours[2].edge, width: 0.5 }),
      )
    }
  return elements
}

const piece = (level: BarPart['level'], box: Box): string[] =>
  level === undefined
    ? [svgRect(box, { fill: colours.bar })]
    : [
        svgRect(box, { fill: gradeColours[level].fill }),
        ...hatch(level, box),
        svgRect(box, { stroke: gradeColours[level].edge, strokeWidth: 0.5 }),
      ]

const signSize = 10

/** Upright bars, each of one or several pieces. */
export const barChart = ({ bars, width, height, hasAxis }: BarChart): ContentSvg => {
  const totals = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const axis = axisOf([0, ...totals])
  const left = hasAxis ? 24 : 0
  const above = bars.some(({ sign, text }) => sign !== undefined && text !== undefined) ? 22 : 14
  const plot = { top: above, height: height - above - 14 }
  const foot = plot.top + plot.height
  const pitch = (width - left) / Math.max(1, bars.length)
  const barWidth = pitch * 0.7
  const lines = hasAxis
    ? axis.ticks.flatMap((tick) => {
        const y = heightOf(tick, axis, plot)
        return [svgLine(left, y, width, y), svgText(left - 4, y + 3, tickText(tick), { size: 7, colour: colours.second, anchor: 'end' })]
      })
    : [svgLine(left, foot, width, foot, { colour: colours.control })]
  const drawn = bars.flatMap(({ label, isQuiet, parts, sign, text }, index) => {
    const middle = left + pitch * (index + 0.5)
    const x = middle - barWidth / 2
    const elements: string[] = []
    let reached = 0
    for (const { value, level } of parts) {
      const [bottom, top] = [heightOf(reached, axis, plot), heightOf(reached + value, axis, plot)]
      if (value > 0) elements.push(...piece(level, { x, y: top, width: barWidth, height: bottom - top }))
      reached += value
    }
    const top = heightOf(reached, axis, plot)
    const overSign = sign === undefined ? 0 : signSize + 1
    if (text !== undefined) elements.push(svgText(middle, top - 3 - overSign, text, { size: 7.5, isBold: true, anchor: 'middle' }))
    if (sign !== undefined) elements.push(svgMark(sign, middle - signSize / 2, top - signSize - 2, signSize))
    elements.push(
      svgText(middle, foot + 10, label, { size: 7, colour: isQuiet === true ? colours.control : colours.ink, anchor: 'middle' }),
    )
    return elements
  })
  return drawing(width, height, [...lines, ...drawn])
}

/** A bar that lies in a table's cell: its value as a part of the greatest one. Nothing of 0. */
export const lyingBar = (value: number, greatest: number, width: number): ContentCanvas => ({
  canvas: value > 0 ? [{ type: 'rect', x: 0, y: 2, w: (value / greatest) * width, h: 7, color: colours.bar }] : [],
})
