import type { HourState, ReportType } from '@mimamori/contract'
import type { ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../monitoring/paper/colours.ts'
import type { Sign } from '../../monitoring/paper/mark-figures.ts'
import { markVectors } from '../../monitoring/paper/marks.ts'
import { contentWidth } from '../../monitoring/paper/sheet.ts'
import { headingCell, ruled } from '../../monitoring/paper/table.ts'
import type { HourLine } from '../table/days.ts'
import { highestOf } from './hour-columns.ts'
import { writtenValue } from './written-value.ts'

/** A line on paper: what it is of, with a second line in small type, and its hours. */
export type PaperLine = HourLine & { readonly head: string; readonly under?: string | undefined }

type Grade = Extract<Sign, 'emergency' | 0 | 1 | 2 | 3>
/** What is shown of one hour. */
type Shown = { readonly value: number | null; readonly grade: Grade | null; readonly state: HourState }

const fontSize = 7.5
const markSize = 7.5
const padding = 2
// Widths, pt. An hour of which nothing is known of anybody is narrow, so that there is room for the others.
const narrow = 10
const maximumWidth = 40
// As wide as the widest value, +3.2 or 128: the mark stands to its left, not at the value of the hour before.
const valueWidth = 18

const hours = Array.from({ length: 24 }, (_, hour) => hour)

const shownAt = (line: HourLine, hour: number): Shown => ({
  value: line.data[hour] ?? null,
  grade: (line.emergencies[hour] ?? 0) > 0 ? 'emergency' : ((line.levels[hour] ?? null) as Grade | null),
  state: line.states[hour] ?? 'none',
})

const isNothing = ({ value, grade, state }: Shown) => value === null && grade === null && state === 'none'

/** The signs that these lines need explained, the gravest first. */
export const signsOf = (type: ReportType, lines: readonly HourLine[]): Sign[] => {
  const found = new Set(lines.flatMap((line) => hours.flatMap((hour) => signOf(type, shownAt(line, hour)) ?? [])))
  const order: readonly Sign[] = ['emergency', 3, 2, 1, 0, 'silent', 'noHeartRate']
  return order.filter((sign) => found.has(sign))
}

const signOf = (type: ReportType, { value, grade, state }: Shown): Sign | null => {
  if (grade !== null) return grade
  if (state === 'silent') return 'silent'
  return state === 'missing' && value === null && type === 4 ? 'noHeartRate' : null
}

const tints: Partial<Record<Sign, string>> = { emergency: colours.tintEmergency, 3: colours.tintLevel3 }

const beside = (sign: Sign | null, text: ContentText, width: number): TableCell => {
  if (sign === null) return { ...text, alignment: 'right' }
  const fillColor = tints[sign]
  return {
    stack: [
      { canvas: markVectors(sign, markSize), relativePosition: { x: Math.max(0, width - valueWidth - markSize), y: 2 } },
      { ...text, alignment: 'right' },
    ],
    ...(fillColor !== undefined && { fillColor }),
  }
}

const hourCell = (type: ReportType, shown: Shown, isMaximum: boolean, width: number): TableCell => {
  const sign = signOf(type, shown)
  // Safe hours are the rule and carry no mark; the day as a whole does.
  const drawn = sign === 0 ? null : sign
  if (shown.value === null)
    return beside(drawn, { text: shown.state === 'missing' && drawn === null ? '—' : '', color: colours.note }, width)
  const text = writtenValue(type, shown.value)
  return beside(drawn, isMaximum ? { text, bold: true, decoration: 'underline' } : { text }, width)
}

const gravest = (all: readonly Shown[]): Grade | null => {
  const grades = new Set(all.map(({ grade }) => grade))
  return (['emergency', 3, 2, 1, 0] as const).find((grade) => grades.has(grade)) ?? null
}

const rowOf = (type: ReportType, line: PaperLine, widths: readonly number[]): TableCell[] => {
  const shown = hours.map((hour) => shownAt(line, hour))
  const highest = highestOf(line)
  const at = line.data.indexOf(highest)
  const head = {
    text: [line.head, ...(line.under === undefined ? [] : [{ text: `\n${line.under}`, color: colours.second, fontSize: 6.5 }])],
  }
  const maximum: ContentText = { text: highest === null ? '' : writtenValue(type, highest), bold: true }
  const cells = shown.map((one, hour) => hourCell(type, one, highest !== null && hour === at, widths[hour + 1] ?? 0))
  const row = [head, ...cells, beside(gravest(shown), maximum, maximumWidth)]
  // A day of which nothing is known recedes as a whole.
  return shown.every(isNothing) ? row.map((cell) => ({ ...(cell as object), fillColor: colours.headerRow }) as TableCell) : row
}

const widthsOf = (lines: readonly PaperLine[], headWidth: number): number[] => {
  const isWide = hours.map((hour) => lines.some((line) => !isNothing(shownAt(line, hour))))
  const wide = isWide.filter(Boolean).length
  // Each column has its padding on both sides.
  const rest = contentWidth('landscape') - headWidth - maximumWidth - (hours.length + 2) * 2 * padding
  const width = wide === 0 ? rest / hours.length : (rest - (hours.length - wide) * narrow) / wide
  return [headWidth, ...isWide.map((is) => (is || wide === 0 ? width : narrow)), maximumWidth]
}

/**
 * The table of some lines, 24 columns of hours and the day's maximum; its heading is repeated on every sheet.
 * @param headWidth how wide the first column is, pt
 */
export const hourTable = (type: ReportType, headName: string, headWidth: number, lines: readonly PaperLine[]): ContentTable => {
  const widths = widthsOf(lines, headWidth)
  const heading = [headingCell(headName), ...hours.map((hour) => headingCell(String(hour), 'right')), headingCell('最大', 'right')]
  return {
    fontSize,
    layout: ruled({ across: padding, down: 1 }),
    table: { headerRows: 1, dontBreakRows: true, widths, body: [heading, ...lines.map((line) => rowOf(type, line, widths))] },
  }
}
