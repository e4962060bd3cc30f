import { spread, yOf } from '@mimamori/heat/chart/scale'
import type { Point } from '@mimamori/heat/chart/day-series'
import type { Lane, Plot } from '@mimamori/heat/chart/record-chart'
import { type Frame, xOf } from '@mimamori/heat/chart/record-frame'
import type { Grade } from '@mimamori/contract/labels'
import { colours, gradeColours, safeColour } from '../../../shared/printing/colours.ts'
import { tickText } from '../../../shared/printing/scale.ts'
import { type Point as Place, svgLine, svgMark, svgPolygon, svgPolyline, svgRect, svgText } from '../../../shared/printing/svg.ts'

type PlotPosition = { readonly plot: Plot; readonly top: number; readonly frame: Frame }

const dashes = { dotted: '1 2', dashed: '4 2', solid: undefined } as const
const markSize = 8
/** The distance between names at the end of lines, pt. */
const apart = 10

const scaleOf =
  ({ plot, top }: PlotPosition) =>
  (value: number) =>
    yOf(value, plot, { top, height: plot.height })

/** The stretches of a line inside the window; a value that is missing breaks it. */
const stretches = (points: readonly Point[], { frame, ...position }: PlotPosition): Place[][] => {
  const y = scaleOf({ frame, ...position })
  const found: Place[][] = [[]]
  for (const [at, value] of points) {
    if (at < frame.window.from || at > frame.window.to) continue
    if (value === null) found.push([])
    else found.at(-1)?.push([xOf(at, frame), y(value)])
  }
  return found.filter((stretch) => stretch.length > 1)
}

/** The limits and the last values, named at the right. */
const ends = (position: PlotPosition): string[] => {
  const { plot, frame } = position
  const y = scaleOf(position)
  const named = [
    ...plot.limits.map(({ name, value, grade }) => ({ name, grade, at: y(value), text: String(Math.round(value * 10) / 10) })),
    ...plot.lines.flatMap(({ name, points, end }) => {
      const last = points.findLast(([, value]) => value !== null)?.[1]
      return end === undefined || last == null ? [] : [{ name, grade: undefined, at: y(last), text: end }]
    }),
  ]
  const places = spread(
    named.map(({ at }) => at),
    apart,
  )
  return named.flatMap(({ name, grade, text }, index) => {
    const [x, at] = [frame.right + 5, places[index] ?? 0]
    return [
      ...(grade === undefined ? [] : [svgMark(grade, x, at - markSize / 2, markSize)]),
      svgText(grade === undefined ? x : x + markSize + 3, at + 2.5, `${name} ${text}`, { size: 7 }),
    ]
  })
}

/** One plot: its scale, limits and lines, coloured only where a limit is passed. */
export const plotDrawing = (position: PlotPosition): string[] => {
  const { plot, top, frame } = position
  const y = scaleOf(position)
  return [
    ...plot.ticks.flatMap((tick) => [
      svgLine(frame.left, y(tick), frame.right, y(tick), { colour: tick === 0 ? colours.note : colours.rule }),
      svgText(frame.left - 4, y(tick) + 2.5, tickText(tick), { size: 7, colour: colours.second, anchor: 'end' }),
    ]),
    ...plot.areas.flatMap(({ level, polygons }) =>
      polygons.map((polygon) =>
        svgPolygon(
          polygon.map(([at, value]): Place => [xOf(at, frame), y(value)]),
          gradeColours[level].fill,
          0.75,
        ),
      ),
    ),
    ...plot.limits
      .filter(({ value }) => value <= plot.max)
      .map(({ value, dash }) => svgLine(frame.left, y(value), frame.right, y(value), { colour: colours.ink, dash: dashes[dash] })),
    ...plot.lines.flatMap(({ points, isMain }) =>
      stretches(points, position).map((stretch) =>
        svgPolyline(stretch, { colour: isMain ? colours.ink : colours.note, width: isMain ? 1.2 : 0.8 }),
      ),
    ),
    svgText(frame.left + 4, top + 9, plot.name, { size: 7, colour: colours.second }),
    ...ends(position),
  ]
}

const laneHeight = 13
/** Shorter spans have no room for their word. */
const roomForWord = 24

type Paint = { readonly fill: string; readonly stroke: string; readonly text: string }

const paintOf = (grade: Grade | undefined, isStrong: boolean): Paint => {
  if (isStrong) return { fill: colours.ink, stroke: colours.ink, text: colours.white }
  if (grade === undefined || grade === 'none') return { fill: colours.white, stroke: colours.control, text: colours.second }
  if (grade === 0) return { fill: colours.white, stroke: safeColour, text: colours.ink }
  const { fill, edge, digit } = gradeColours[grade]
  return { fill, stroke: edge, text: digit }
}

/** Spans in a row, each with its word where there is room for it. */
export const laneDrawing = (lane: Lane, top: number, frame: Frame): string[] => [
  svgText(frame.left - 4, top + 9.5, lane.name, { size: 7, colour: colours.second, anchor: 'end' }),
  ...lane.spans
    .filter(({ from, to }) => to > frame.window.from && from < frame.window.to)
    .flatMap(({ from, to, word, grade, isStrong }) => {
      const [left, right] = [xOf(from, frame), xOf(to, frame)]
      const paint = paintOf(grade, isStrong)
      return [
        svgRect({ x: left, y: top, width: Math.max(0.5, right - left), height: laneHeight }, { ...paint, strokeWidth: 0.6, round: 1 }),
        ...(right - left < roomForWord
          ? []
          : [svgText((left + right) / 2, top + 9.5, word, { size: 7, colour: paint.text, isBold: true, anchor: 'middle' })]),
      ]
    }),
]
