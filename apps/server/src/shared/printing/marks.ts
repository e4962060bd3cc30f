import { gradeNames, statusNames } from '@mimamori/contract/labels'
import type { CanvasElement, ContentCanvas, ContentColumns, ContentStack, Margins } from 'pdfmake/interfaces.js'
import { type Figure, markFigures, type Sign } from './mark-figures.ts'

/** The word of every sign: on paper it is beside the mark, or in the legend. */
export const signNames: Record<Sign, string> = { ...gradeNames, silent: statusNames['0'], noHeartRate: statusNames['1'] }

type Place = { readonly x?: number; readonly y?: number }

// A hundredth of a point is less than a printer shows, and long numbers make large files.
const round = (value: number) => Math.round(value * 100) / 100

const vector = (figure: Figure, scale: number, x: number, y: number): CanvasElement => {
  const paint = {
    ...(figure.fill !== undefined && { color: figure.fill }),
    ...(figure.stroke !== undefined && {
      lineColor: figure.stroke,
      lineWidth: round((figure.width ?? 1) * scale),
      lineJoin: 'round' as const,
    }),
  }
  switch (figure.kind) {
    case 'outline':
      return {
        type: 'polyline',
        points: figure.corners.map(([left, top]) => ({ x: round(x + left * scale), y: round(y + top * scale) })),
        closePath: figure.isClosed,
        ...(!figure.isClosed && { lineCap: 'round' }),
        ...paint,
      }
    case 'ring': {
      const [length, space] = figure.dash ?? [0, 0]
      const radius = round(figure.radius * scale)
      return {
        type: 'ellipse',
        x: round(x + figure.x * scale),
        y: round(y + figure.y * scale),
        r1: radius,
        r2: radius,
        ...(figure.dash !== undefined && { dash: { length: round(length * scale), space: round(space * scale) } }),
        ...paint,
      }
    }
    case 'box':
      return {
        type: 'rect',
        x: round(x + figure.x * scale),
        y: round(y + figure.y * scale),
        w: round(figure.width24 * scale),
        h: round(figure.height24 * scale),
        r: round(figure.round * scale),
        ...paint,
      }
    default:
      return figure satisfies never
  }
}

/**
 * The vectors of a mark, for a canvas that holds several.
 * @param size its width and height, pt
 * @param place its upper left corner on the canvas, pt
 */
export const markVectors = (sign: Sign, size: number, { x = 0, y = 0 }: Place = {}): CanvasElement[] =>
  markFigures[sign].map((figure) => vector(figure, size / 24, x, y))

/** A mark by itself, `size` pt wide and high. */
export const mark = (sign: Sign, size: number): ContentCanvas => ({ canvas: markVectors(sign, size) })

const isNarrow = /[.,:]/u

/** How wide a number is in the paper's face, pt. */
const widthOf = (text: string, fontSize: number): number => {
  let ems = 0
  for (const character of text) ems += isNarrow.test(character) ? 0.28 : 0.56
  return ems * fontSize
}

type MarkedCell = { readonly width: number; readonly fontSize: number }

/**
 * A table cell of a number at its right edge with its mark just before it: for grids of thousands of cells, as cheap as pdfmake can.
 * @param cell the width of the cell inside its padding, and the size of the number, pt
 */
export const markedValue = (sign: Sign, text: string, { width, fontSize }: MarkedCell): ContentStack => {
  const size = fontSize * 0.9
  return {
    stack: [
      {
        canvas: markVectors(sign, size),
        relativePosition: { x: round(width - widthOf(text, fontSize) - size - 1), y: round(fontSize * 0.27) },
      },
      { text, alignment: 'right', fontSize },
    ],
  }
}

/** What the marks of a paper mean, in one row. */
export const legend = (signs: readonly Sign[], names: Partial<Record<Sign, string>> = {}): ContentColumns => ({
  columns: signs.flatMap((sign) => [
    { width: 9, margin: [0, 1.5, 0, 0] satisfies Margins, ...mark(sign, 9) },
    { width: 'auto', text: names[sign] ?? signNames[sign], fontSize: 8, margin: [3, 0, 9, 0] satisfies Margins },
  ]),
})
