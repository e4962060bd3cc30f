import type { HealthDetail } from '@mimamori/contract/health-condition'
import { labels } from '@mimamori/contract/labels'
import { heatLevel } from '@mimamori/heat/heat-level'
import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, MarkAreaComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { areasBetween, type Polygon } from '@mimamori/heat/chart/areas'
import { heartAxis } from '@mimamori/heat/chart/scale'
import { coreTemperaturePoints, gapsOf, pointsOf, type Point, type Span } from '@mimamori/heat/chart/day-series'
import { clockOf } from '../platform/japan-time.ts'
import { fonts, type Palette } from '../platform/tokens.ts'
import { heatAxis, layout, type Sides } from './chart-layout.ts'
import { tooltipOf } from './chart-tooltip.ts'

export type ChartOption = ComposeOption<
  CustomSeriesOption | LineSeriesOption | GridComponentOption | MarkAreaComponentOption | TooltipComponentOption
>

export type ChartInput = {
  readonly detail: Pick<HealthDetail, 'listData' | 'limits'>
  readonly window: Span
  readonly sides: Sides
  readonly palette: Palette
  /** Says the words of the tooltip in the language of the page; Japanese where it is absent. */
  readonly phrase?: (text: string) => string
}

const halfHour = 30 * 60_000
const fillOpacity = 0.75

/** The steps in which an excess is judged, each with its level's colour. */
const heatSteps = [0, 1, 3].map((low, index, all) => ({ low, high: all[index + 1] ?? Number.POSITIVE_INFINITY, level: heatLevel(low) }))

const fillOf = (palette: Palette, level: number | null) =>
  level === 3 ? palette['level-3-fill'] : level === 2 ? palette['level-2-fill'] : palette['level-1-fill']

/** A filled area as a series of its own: ECharts fills whole lines only. */
const areaSeries = (name: string, polygons: readonly Polygon[], grid: 0 | 1, colour: string): CustomSeriesOption => ({
  type: 'custom',
  name,
  xAxisIndex: grid,
  yAxisIndex: grid,
  silent: true,
  clip: true,
  tooltip: { show: false },
  data: polygons.map((_, index) => [index]),
  encode: { x: -1, y: -1 },
  renderItem: (parameters, api) => ({
    type: 'polygon',
    shape: { points: (polygons[parameters.dataIndex] ?? []).map(([at, value]) => api.coord([at, value]).slice(0, 2)) },
    style: { fill: colour, opacity: fillOpacity },
  }),
})

const lineSeries = (
  name: string,
  points: readonly Point[],
  grid: 0 | 1,
  colour: string,
  over: LineSeriesOption = {},
): LineSeriesOption => ({
  type: 'line',
  name,
  xAxisIndex: grid,
  yAxisIndex: grid,
  data: points.map(([at, value]) => [at, value ?? '-']),
  showSymbol: false,
  connectNulls: false,
  silent: true,
  z: 4,
  ...over,
  lineStyle: { color: colour, width: 2, ...over.lineStyle },
  itemStyle: { color: colour },
})

const axes = ({ window, palette }: ChartInput, heart: { min: number; max: number }) => {
  const text = { color: palette.second, fontSize: 12 }
  const rule = { lineStyle: { color: palette.rule } }
  const edge = { show: true, lineStyle: { color: palette.note } }
  const time = { type: 'value' as const, min: window.from, max: window.to, interval: halfHour, splitLine: rule, axisTick: { show: false } }
  return {
    xAxis: [
      { ...time, gridIndex: 0, axisLine: { ...edge, onZero: false }, axisLabel: { show: false } },
      {
        ...time,
        gridIndex: 1,
        axisLine: { ...edge, onZero: false },
        axisLabel: { ...text, formatter: (at: number) => clockOf(at), hideOverlap: true },
      },
    ],
    yAxis: [
      {
        type: 'value' as const,
        gridIndex: 0,
        ...heart,
        interval: 40,
        splitLine: rule,
        axisLabel: { ...text, showMaxLabel: heart.max % 40 === 0 },
      },
      { type: 'value' as const, gridIndex: 1, ...heatAxis, interval: 20, splitLine: rule, axisLabel: text },
    ],
  }
}

const heartSeries = ({ detail, window, palette }: ChartInput, top: number) => {
  const { sustained, instantaneous, maximum } = detail.limits
  const points = pointsOf(detail.listData, (item) => item.heartRate)
  const bands = [
    { low: sustained, high: instantaneous, level: 1, dash: 'dotted' as const },
    { low: instantaneous, high: maximum, level: 2, dash: 'dashed' as const },
    { low: maximum, high: Number.POSITIVE_INFINITY, level: 3, dash: 'solid' as const },
  ]
  const own = (['ownPeak', 'ownMean'] as const).flatMap((kind) => {
    const bpm = detail.limits[kind]
    return bpm === null || bpm > top ? [] : [{ kind, bpm }]
  })
  const name = labels.healthCondition.heartRate
  return [
    ...bands.map((band) =>
      areaSeries(`${name}${band.level}`, areasBetween(points, { ...band, base: band.low, above: 'cap' }), 0, fillOf(palette, band.level)),
    ),
    ...bands
      // A young person's maximum may lie above the axis; only its label is then drawn at the edge.
      .filter((band) => band.low <= top)
      .map((band) =>
        lineSeries(
          `limit${band.level}`,
          [
            [window.from, band.low],
            [window.to, band.low],
          ],
          0,
          palette.ink,
          { lineStyle: { width: 1, type: band.dash }, z: 3 },
        ),
      ),
    // What is usual for this person, beside the limits of their age.
    ...own.map(({ kind, bpm }) =>
      lineSeries(
        kind,
        [
          [window.from, bpm],
          [window.to, bpm],
        ],
        0,
        palette.accent,
        { lineStyle: { width: 1, type: [8, 4] }, z: 3 },
      ),
    ),
    // The latest value, as a point at the line's end.
    lineSeries('latest', points.filter(([, value]) => value !== null).slice(-1), 0, palette.ink, {
      showSymbol: true,
      symbol: 'circle',
      symbolSize: 9,
      z: 5,
    }),
    lineSeries(name, points, 0, palette.ink, {
      markArea: {
        silent: true,
        itemStyle: { color: palette.rule, opacity: 0.5 },
        data: gapsOf(detail.listData).map(({ from, to }) => [{ xAxis: from }, { xAxis: to }]),
      },
    }),
  ]
}

const heatSeries = ({ detail, window, palette }: ChartInput) => {
  const excess = pointsOf(detail.listData, (item) => item.excess)
  return [
    ...heatSteps.map((step) =>
      areaSeries(`excess${step.level}`, areasBetween(excess, { ...step, base: 0, above: 'cut' }), 1, fillOf(palette, step.level)),
    ),
    lineSeries(
      'zero',
      [
        [window.from, 0],
        [window.to, 0],
      ],
      1,
      palette.note,
      { lineStyle: { width: 1 }, z: 3 },
    ),
    lineSeries(
      labels.healthCondition.wbgtValue,
      pointsOf(detail.listData, (item) => item.wbgtValue),
      1,
      palette.note,
    ),
    lineSeries(labels.healthCondition.excess, excess, 1, palette.ink, { lineStyle: { width: 1.6 } }),
    lineSeries('coreTemperature', coreTemperaturePoints(detail.listData), 1, palette.second, { lineStyle: { width: 1.4, type: [2, 3] } }),
  ]
}

/** The chart of a day's window: heart rate against the person's limits above, WBGT and excess below. */
export const chartOption = (input: ChartInput): ChartOption => {
  const { detail, palette, sides } = input
  const heart = heartAxis(detail.listData.map((item) => item.heartRate))
  const side = { left: sides.left, right: sides.right, outerBoundsMode: 'none' as const }
  return {
    animation: false,
    textStyle: { fontFamily: fonts.face },
    grid: [
      { ...side, ...layout.heart },
      { ...side, ...layout.heat },
    ],
    ...axes(input, heart),
    axisPointer: { link: [{ xAxisIndex: 'all' }], lineStyle: { color: palette.accent } },
    tooltip: tooltipOf(detail, palette, input.phrase ?? String),
    series: [...heartSeries(input, heart.max), ...heatSeries(input)],
  }
}
