import { paperFont } from '../../platform/pdf/paper-font.ts'
import { colours } from './colours.ts'
import { type Figure, markFigures, type Sign } from './mark-figures.ts'

/*
 * Drawings are written as SVG, whose texts can be placed by their middle or their end. Each function gives one element.
 */

type Attributes = Readonly<Record<string, string | number | undefined>>

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character)

const shown = (value: string | number) => (typeof value === 'number' ? String(Math.round(value * 100) / 100) : escaped(value))

const element = (name: string, attributes: Attributes, inner = ''): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${shown(value)}"`))
    .join('')}>${inner}</${name}>`

type Stroke = { readonly colour?: string; readonly width?: number; readonly dash?: string | undefined }

export const svgLine = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  { colour = colours.rule, width = 0.6, dash }: Stroke = {},
): string => element('line', { x1, y1, x2, y2, stroke: colour, 'stroke-width': width, 'stroke-dasharray': dash })

export type Point = readonly [x: number, y: number]

/** Lines that do not touch, as one element: a hatching of many elements takes long to draw. */
export const svgLines = (
  lines: readonly (readonly [from: Point, to: Point])[],
  { colour = colours.rule, width = 0.6 }: Stroke = {},
): string =>
  element('path', {
    d: lines.map(([from, to]) => `M${from.map(shown).join(' ')}L${to.map(shown).join(' ')}`).join(''),
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
  })

const pointsOf = (points: readonly Point[]) => points.map((point) => point.map(shown).join(',')).join(' ')

export const svgPolyline = (points: readonly Point[], { colour = colours.ink, width = 1, dash }: Stroke = {}): string =>
  element('polyline', {
    points: pointsOf(points),
    fill: 'none',
    stroke: colour,
    'stroke-width': width,
    'stroke-linejoin': 'round',
    'stroke-dasharray': dash,
  })

export const svgPolygon = (points: readonly Point[], fill: string, opacity?: number): string =>
  element('polygon', { points: pointsOf(points), fill, 'fill-opacity': opacity })

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type BoxPaint = { readonly fill?: string; readonly stroke?: string; readonly strokeWidth?: number; readonly round?: number }

export const svgRect = (box: Box, { fill = 'none', stroke, strokeWidth, round }: BoxPaint): string =>
  element('rect', { ...box, fill, stroke, 'stroke-width': strokeWidth, rx: round })

export const svgCircle = (x: number, y: number, radius: number, fill: string): string =>
  element('circle', { cx: x, cy: y, r: radius, fill })

type TextStyle = {
  readonly size?: number
  readonly colour?: string
  readonly isBold?: boolean
  /** Which part of the text is at its place. */
  readonly anchor?: 'start' | 'middle' | 'end'
}

/** A text by the foot of its characters. */
export const svgText = (x: number, y: number, text: string, { size = 8, colour = colours.ink, isBold, anchor }: TextStyle = {}): string =>
  element(
    'text',
    {
      x,
      y,
      'font-family': paperFont,
      'font-size': size,
      'font-weight': isBold === true ? 'bold' : undefined,
      fill: colour,
      'text-anchor': anchor,
    },
    escaped(text),
  )

const figureElement = (figure: Figure): string => {
  const paint = {
    fill: figure.fill ?? 'none',
    stroke: figure.stroke,
    'stroke-width': figure.width,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  }
  switch (figure.kind) {
    case 'outline':
      return element(figure.isClosed ? 'polygon' : 'polyline', { points: pointsOf(figure.corners), ...paint })
    case 'ring':
      return element('circle', {
        cx: figure.x,
        cy: figure.y,
        r: figure.radius,
        ...paint,
        'stroke-dasharray': figure.dash?.join(' '),
        'stroke-linecap': undefined,
      })
    case 'box':
      return element('rect', { x: figure.x, y: figure.y, width: figure.width24, height: figure.height24, rx: figure.round, ...paint })
    default:
      return figure satisfies never
  }
}

/** A mark whose upper left corner is at x, y. */
export const svgMark = (sign: Sign, x: number, y: number, size: number): string =>
  element(
    'g',
    { transform: `translate(${shown(x)} ${shown(y)}) scale(${shown(size / 24)})` },
    markFigures[sign].map(figureElement).join(''),
  )

/** A drawing of that size, pt. */
export const drawing = (width: number, height: number, elements: readonly string[]): { readonly svg: string; readonly width: number } => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${elements.join('')}</svg>`,
  width,
})
