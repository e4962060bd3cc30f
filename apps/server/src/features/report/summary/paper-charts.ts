import type { SafetySummary } from '@mimamori/contract'
import type { Content, ContentSvg } from 'pdfmake/interfaces.js'
import { type Bar, barChart } from '../../../shared/printing/bars.ts'
import { colours } from '../../../shared/printing/colours.ts'
import { lineChart } from '../../../shared/printing/lines.ts'
import { drawing, svgRect, svgText } from '../../../shared/printing/svg.ts'

type Day = SafetySummary['days'][number]

/** Where the plots of all charts by day begin, pt, so that a day is at the same place in each. */
const left = 24
const referenceName = '28℃'
/** What the line chart keeps free at its right end for the name of the reference value. */
const besidePlot = 4 + referenceName.length * 7

const isSunday = ({ date }: Day) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0
const numberOf = ({ date }: Day) => String(Number(date.slice(8)))

/** Alerts by day, in pieces by level; an emergency is drawn above its day, with its number where there are several. */
export const dayBars = (days: readonly Day[], width: number, height: number): ContentSvg =>
  barChart({
    width: width - besidePlot,
    height,
    hasAxis: true,
    bars: days.map((day): Bar => ({
      label: numberOf(day),
      isQuiet: isSunday(day),
      parts: [
        { value: day.level1, level: 1 },
        { value: day.level2, level: 2 },
        { value: day.level3, level: 3 },
      ],
      ...(day.emergency > 0 && { sign: 'emergency' as const }),
      ...(day.emergency > 1 && { text: String(day.emergency) }),
    })),
  })

/** The highest WBGT of each day. */
export const wbgtLine = (days: readonly Day[], width: number, height: number): ContentSvg =>
  lineChart({
    width,
    height,
    from: 0.5,
    to: days.length + 0.5,
    labels: days.flatMap((day, index) => (isSunday(day) ? [{ at: index + 1, text: '日', isQuiet: true }] : [])),
    reference: { value: 28, name: referenceName },
    lines: [{ isMain: true, hasDots: true, points: days.map(({ wbgtMax }, index) => [index + 1, wbgtMax] as const) }],
  })

/** Greys for heat, since colour is for levels: known and below 25, from 25, from 28 and from 31 ℃. */
const greys = [
  { from: Number.NEGATIVE_INFINITY, fill: '#E9ECEF', name: '25未満' },
  { from: 25, fill: '#B9C0C8', name: '25以上' },
  { from: 28, fill: '#6B7580', name: '28以上' },
  { from: 31, fill: '#15181C', name: '31以上' },
] as const

const greyOf = (wbgt: number) => greys.findLast(({ from }) => wbgt >= from)?.fill ?? greys[0].fill

/** WBGT by day and hour as a grid of greys; what is not known stays white. */
export const heatGrid = (days: readonly Day[], width: number, rowHeight: number): ContentSvg => {
  const plotWidth = width - besidePlot
  const pitch = (plotWidth - left) / Math.max(1, days.length)
  const height = 24 * rowHeight
  const cells = days.flatMap(({ wbgt }, day) =>
    wbgt.flatMap((value, hour) =>
      value === null
        ? []
        : [
            svgRect(
              { x: left + day * pitch + 0.3, y: hour * rowHeight + 0.2, width: pitch - 0.6, height: rowHeight - 0.4 },
              { fill: greyOf(value) },
            ),
          ],
    ),
  )
  const hours = [0, 6, 12, 18].map((hour) =>
    svgText(left - 4, hour * rowHeight + 5.5, `${hour}時`, { size: 7, colour: colours.second, anchor: 'end' }),
  )
  const frame = svgRect({ x: left, y: 0, width: plotWidth - left, height }, { stroke: colours.rule, strokeWidth: 0.5 })
  return drawing(width, height + 1, [frame, ...cells, ...hours])
}

/** What the greys of the grid mean. */
export const greyLegend = (): Content => {
  const swatch = ({ fill, name }: (typeof greys)[number], index: number) => [
    svgRect({ x: index * 42, y: 2, width: 7, height: 7 }, { fill, stroke: colours.control, strokeWidth: 0.3 }),
    svgText(index * 42 + 9, 8.5, name, { size: 7, colour: colours.second }),
  ]
  return drawing(42 * greys.length, 11, greys.flatMap(swatch))
}

const usualHours = { from: 7, to: 17 } as const

/** Alerts of level 2 and above by the hour they began, those of usual work at least. */
export const hourBars = (hours: SafetySummary['hours'], width: number, height: number): ContentSvg => {
  const counts = hours.map(({ emergency, level3, level2 }) => emergency + level3 + level2)
  const from = Math.min(usualHours.from, ...counts.flatMap((count, hour) => (count > 0 ? hour : [])))
  const to = Math.max(usualHours.to, ...counts.flatMap((count, hour) => (count > 0 ? hour : [])))
  const isWide = to - from > 13
  return barChart({
    width,
    height,
    hasAxis: isWide,
    bars: counts.slice(from, to + 1).map((count, index) => ({
      label: isWide && (from + index) % 3 !== 0 ? '' : String(from + index),
      parts: [{ value: count }],
      ...(!isWide && count > 0 && { text: String(count) }),
    })),
  })
}
