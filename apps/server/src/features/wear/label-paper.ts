import type { LabelSheet } from '@mimamori/contract'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { paperFont } from '../../platform/pdf/paper-font.ts'
import { emsOf } from '../../shared/printing/sheet.ts'

/** What is on a label: the QR code's text, and beside it a title and small lines. A number is set larger than a name. */
export type PrintedLabel = {
  readonly code: string
  readonly title: string
  readonly lines: readonly string[]
  readonly isNumber: boolean
}

export type LabelPaper = {
  readonly labels: readonly PrintedLabel[]
  readonly sheet: LabelSheet
  /** Labels at the beginning of the first sheet that are used up. */
  readonly skip: number
  readonly printedAt: Date
}

/** Of an A4 sheet, mm: the common Japanese label sheets. */
type Layout = {
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  /** From the left edge of one label to that of the next, and from top to top. */
  readonly stepX: number
  readonly stepY: number
}

const layouts: Record<LabelSheet, Layout> = {
  '10': { columns: 2, rows: 5, width: 91, height: 55, left: 14, top: 11, stepX: 91, stepY: 55 },
  '12': { columns: 2, rows: 6, width: 86.4, height: 42.3, left: 18.6, top: 21.6, stepX: 86.4, stepY: 42.3 },
  '24': { columns: 3, rows: 8, width: 66, height: 33.9, left: 6, top: 12.9, stepX: 66, stepY: 33.9 },
  '44': { columns: 4, rows: 11, width: 48.3, height: 25.4, left: 8.4, top: 8.8, stepX: 48.3, stepY: 25.4 },
}

const pt = (mm: number): number => (mm * 72) / 25.4

/** A quiet margin on every side, so that printing a millimetre off still hits the label. */
const marginMm = 3

/** Bold types are a little wider than counted. */
const fitting = 0.92
/** Labels lower than this, mm, are small. */
const smallMm = 30

/** The largest size, pt, at which a title fits its width on one line; very long ones get a second one. */
const sizeOf = ({ title, isNumber }: PrintedLabel, widthMm: number, heightMm: number): number => {
  const ems = Array.from(title).reduce((sum, character) => sum + emsOf(character), 0.3)
  return Math.max(8, Math.min(pt(heightMm) * (isNumber ? 0.36 : 0.24), (pt(widthMm) * fitting) / Math.max(1, ems)))
}

// A number that is typed again must not be broken at its hyphens.
const isCode = (text: string): boolean => /^[A-Z\d-]+$/.test(text)

const labelAt = (label: PrintedLabel, { width, height, left, top, stepX, stepY, columns }: Layout, place: number): Content => {
  const x = left + (place % columns) * stepX + marginMm
  const y = top + Math.floor(place / columns) * stepY + marginMm
  const qrMm = Math.min(height - 2 * marginMm, width * 0.42)
  const textMm = width - qrMm - 3 * marginMm
  const size = sizeOf(label, textMm, height)
  // A small label has room for one line beside its number.
  const lines = height < smallMm ? label.lines.slice(0, 1) : label.lines
  const fontSize = Math.min(9, Math.max(6, height / 4))
  return {
    absolutePosition: { x: pt(x), y: pt(y) },
    columnGap: pt(marginMm),
    columns: [
      { width: pt(qrMm), qr: label.code, fit: pt(qrMm), eccLevel: 'M' },
      {
        width: pt(textMm),
        stack: [
          { text: label.title, fontSize: size, bold: true, lineHeight: 1 },
          ...lines.map((text): Content => ({ text, fontSize, margin: [0, 2, 0, 0], noWrap: isCode(text) })),
        ],
      },
    ],
  }
}

/** Labels on A4 sheets, without anything outside them. */
export const labelPaper = ({ labels, sheet, skip, printedAt }: LabelPaper): TDocumentDefinitions => {
  const layout = layouts[sheet]
  const perPage = layout.columns * layout.rows
  const first = skip % perPage
  const content = labels.flatMap((label, index): Content[] => {
    const place = first + index
    const isNewPage = place > first && place % perPage === 0
    return [...(isNewPage ? [{ text: '', pageBreak: 'before' as const }] : []), labelAt(label, layout, place % perPage)]
  })
  return {
    pageSize: 'A4',
    pageMargins: [0, 0, 0, 0],
    language: 'ja-JP',
    info: { title: 'ラベル', creator: '見守り', producer: '見守り', creationDate: printedAt },
    defaultStyle: { font: paperFont, fontSize: 9 },
    content,
  }
}
