import type { ContentSvg } from 'pdfmake/interfaces.js'
import { colours } from './colours.ts'
import { axisOf, heightOf, tickText } from './scale.ts'
import { drawing, type Point, svgCircle, svgLine, svgPolyline, svgText } from './svg.ts'

export type Line = {
  /** Values by their place on the axis across; null where nothing was measured, which breaks the line. */
  readonly points: readonly (readonly [at: number, value: number | null])[]
  /** The second line of a chart is thinner and grey. */
  readonly isMain: boolean
  readonly hasDots: boolean
}

type LineChart = {
  readonly lines: readonly Line[]
  readonly width: number
  readonly height: number
  /** The ends of the axis across, and what it is labelled with. */
  readonly from: number
  readonly to: number
  readonly labels: readonly { readonly at: number; readonly text: string; readonly isQuiet?: boolean }[]
  /** A value to judge by: dashed, named at its right end. */
  readonly reference?: { readonly value: number; readonly name: string }
}

const nameSize = 7

type KnownPoint = readonly [at: number, value: number]

/** The stretches of a line without a gap. */
const stretches = (points: Line['points']): KnownPoint[][] => {
  const found: KnownPoint[][] = [[]]
  for (const [at, value] of points)
    if (value === null) found.push([])
    else found.at(-1)?.push([at, value])
  return found.filter((stretch) => stretch.length > 0)
}

/** Lines over days or hours; the axis holds what is drawn, not more. */
export const lineChart = ({ lines, width, height, from, to, labels, reference }: LineChart): ContentSvg => {
  const values = lines.flatMap(({ points }) => points.flatMap(([, value]) => value ?? []))
  const known = reference === undefined ? values : [...values, reference.value]
  const axis = axisOf(known.length === 0 ? [0, 1] : known)
  // Beside the plot, where no line runs through the name.
  const [left, right] = [24, width - 4 - (reference === undefined ? 0 : reference.name.length * nameSize)]
  const plot = { top: 6, height: height - 20 }
  const x = (at: number) => left + ((at - from) / Math.max(to - from, 1)) * (right - left)
  const y = (value: number) => heightOf(value, axis, plot)
  const grid = axis.ticks.flatMap((tick) => [
    svgLine(left, y(tick), right, y(tick)),
    svgText(left - 4, y(tick) + 3, tickText(tick), { size: 7, colour: colours.second, anchor: 'end' }),
  ])
  const named = labels.map(({ at, text, isQuiet }) =>
    svgText(x(at), height - 4, text, { size: 7, colour: isQuiet === true ? colours.control : colours.ink, anchor: 'middle' }),
  )
  const judged =
    reference === undefined
      ? []
      : [
          svgLine(left, y(reference.value), right, y(reference.value), { colour: colours.ink, width: 0.7, dash: '3 2' }),
          svgText(right + 4, y(reference.value) + 3, reference.name, { size: nameSize }),
        ]
  const drawn = lines.flatMap(({ points, isMain, hasDots }) =>
    stretches(points).flatMap((stretch) => {
      const linePoints = stretch.map(([at, value]): Point => [x(at), y(value)])
      const colour = isMain ? colours.ink : colours.note
      const dots =
        hasDots || linePoints.length === 1 ? linePoints.map(([across, down]) => svgCircle(across, down, isMain ? 1.4 : 1, colour)) : []
      return [...(linePoints.length > 1 ? [svgPolyline(linePoints, { colour, width: isMain ? 1.2 : 0.8 })] : []), ...dots]
    }),
  )
  return drawing(width, height, [...grid, ...named, ...judged, ...drawn])
}
