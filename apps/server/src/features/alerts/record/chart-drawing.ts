import type { AlertRecord } from '@mimamori/contract/alert-record'
import type { Step } from '@mimamori/contract/alert-record-steps'
import type { Chart } from '@mimamori/heat/chart/record-chart'
import { type Frame, plotTops, xOf } from '@mimamori/heat/chart/record-frame'
import { spaced, timeTicks } from '@mimamori/heat/chart/time-scale'
import type { ContentSvg } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { drawing, svgCircle, svgLine, svgPolyline, svgRect, svgText } from '../../../shared/printing/svg.ts'
import { japanClock } from '../../../platform/japan-time.ts'
import { laneDrawing, plotDrawing } from './plot-drawing.ts'

/** A sheet is half as wide as the screen's drawing, and so its plots are lower. */
const plotScale = 0.6
const badge = 6.5

const frameOf = ({ window: { from, to } }: AlertRecord, width: number): Frame => ({
  window: { from: Date.parse(from), to: Date.parse(to) },
  width,
  left: 30,
  right: width - 84,
  top: 26,
  between: 10,
  lane: 24,
  mostTicks: 12,
  hasNames: true,
})

type Span = { readonly from: number; readonly to: number }

const times = (frame: Frame, bottom: number): string[] =>
  timeTicks(frame.window, frame.mostTicks).flatMap((tick) => [
    svgLine(xOf(tick, frame), frame.top, xOf(tick, frame), bottom),
    svgText(xOf(tick, frame), bottom + 10, japanClock(new Date(tick)), { size: 7, colour: colours.second, anchor: 'middle' }),
  ])

const missing = ({ from, to }: Span, frame: Frame, bottom: number): string[] => {
  const [left, right] = [xOf(from, frame), xOf(to, frame)]
  return [
    svgRect({ x: left, y: frame.top, width: right - left, height: bottom - frame.top }, { fill: colours.headerRow }),
    ...(right - left > 40
      ? [svgText((left + right) / 2, bottom - 5, 'データ途絶', { size: 7, colour: colours.second, anchor: 'middle' })]
      : []),
  ]
}

/** While the episode lasted: between two lines, tinted in an emergency. */
const during = ({ episode }: AlertRecord, frame: Frame, bottom: number): string[] => {
  const from = xOf(Date.parse(episode.startedAt), frame)
  const to = episode.endedAt === null ? xOf(frame.window.to, frame) : xOf(Date.parse(episode.endedAt), frame)
  const edge = (x: number) => svgLine(x, frame.top, x, bottom, { colour: colours.ink, width: 1 })
  return [
    ...(episode.emergency === '1'
      ? [svgRect({ x: from, y: frame.top, width: Math.max(1, to - from), height: bottom - frame.top }, { fill: colours.tintEmergency })]
      : []),
    edge(from),
    ...(episode.endedAt === null ? [] : [edge(to)]),
  ]
}

/** The numbered steps above the plots, each with a line down to its moment. */
const numbers = (steps: readonly Step[], frame: Frame, bottom: number): string[] => {
  const shown = steps
    .map(({ at }, index) => ({ at, number: index + 1 }))
    .filter(({ at }) => at >= frame.window.from && at <= frame.window.to)
  const places = spaced(
    shown.map(({ at }) => xOf(at, frame)),
    badge * 2 + 2,
    { min: badge + 1, max: frame.width - badge - 1 },
  )
  return shown.flatMap(({ at, number }, index) => {
    const [x, place] = [xOf(at, frame), places[index] ?? 0]
    const lead = [
      [place, badge * 2 + 1],
      [x, frame.top - 3],
      [x, bottom],
    ] as const
    return [
      svgPolyline(lead, { colour: colours.second, width: 0.6, dash: '2 2' }),
      svgCircle(place, badge + 1, badge, colours.ink),
      svgText(place, badge + 3.6, String(number), { size: 7, colour: colours.white, isBold: true, anchor: 'middle' }),
    ]
  })
}

const correction = ({ from, to, word }: Chart['corrections'][number], frame: Frame, bottom: number): string[] => [
  svgLine(xOf(from, frame), bottom - 1.5, xOf(to, frame), bottom - 1.5, { colour: colours.note, width: 3 }),
  svgText(Math.min(xOf(from, frame) + 3, frame.right - 90), bottom - 5, word, { size: 7, colour: colours.second }),
]

/**
 * The readings around an alert with the numbers of its steps, as the screen draws them.
 * @param width how wide the drawing is, pt
 */
export const chartDrawing = (record: AlertRecord, chart: Chart, steps: readonly Step[], width: number): ContentSvg => {
  const frame = frameOf(record, width)
  const lower: Chart = { ...chart, plots: chart.plots.map((plot) => ({ ...plot, height: plot.height * plotScale })) }
  const tops = plotTops(lower, frame)
  const plots = lower.plots.reduce((sum, { height }) => sum + height, 0) + frame.between * (lower.plots.length - 1)
  const bottom = frame.top + plots + (lower.lane === undefined ? 0 : frame.lane)
  return drawing(width, bottom + 14, [
    ...lower.gaps.flatMap((gap) => missing(gap, frame, bottom)),
    ...during(record, frame, bottom),
    ...times(frame, bottom),
    ...lower.plots.flatMap((plot, index) => plotDrawing({ plot, top: tops.plots[index] ?? 0, frame })),
    ...(lower.lane === undefined ? [] : laneDrawing(lower.lane, tops.lane, frame)),
    ...lower.corrections.flatMap((corrected) => correction(corrected, frame, bottom)),
    ...numbers(steps, frame, bottom),
  ])
}
