import type { HourState, ReportStatistic, ReportType } from '@mimamori/contract'
import type { CanvasElement, ContentTable, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import type { Sign } from '../../../shared/printing/mark-figures.ts'
import { markVectors } from '../../../shared/printing/marks.ts'
import { contentWidth } from '../../../shared/printing/sheet.ts'
import { headingCell, ruled } from '../../../shared/printing/table.ts'
import type { HourLine } from '../table/days.ts'
import { highestName, highestOf } from './hour-columns.ts'
import { writtenValue } from './written-value.ts'

/** A line on paper: what it is of, with a second line in small type, and its hours. */
export type PaperLine = HourLine & { readonly head: string; readonly under?: string | undefined }

/** One type's table. */
export type PaperTable = {
  readonly type: ReportType
  readonly statistic: ReportStatistic
  readonly lines: readonly PaperLine[]
}

type Grade = Extract<Sign, 'emergency' | 0 | 1 | 2 | 3>
/** What is shown of one hour. */
type HourCell = { readonly value: number | null; readonly grade: Grade | null; readonly state: HourState }

const fontSize = 7.5
const markSize = 7.5
const padding = 2
// Widths, pt.
const narrow = 14
const maximumWidth = 40
// As wide as the widest value of a type: the mark is to its left, not at the value of the hour before.
const valueWidths: Record<ReportType, number> = { 1: 18, 2: 18, 3: 8, 4: 15, 5: 11 }

const hours = Array.from({ length: 24 }, (_, hour) => hour)

const shownAt = (line: HourLine, hour: number): HourCell => ({
  value: line.data[hour] ?? null,
  grade: (line.emergencies[hour] ?? 0) > 0 ? 'emergency' : ((line.levels[hour] ?? null) as Grade | null),
  state: line.states[hour] ?? 'none',
})

const isNothing = ({ value, grade, state }: HourCell) => value === null && grade === null && state === 'none'

/** The signs that these lines need explained, the gravest first. */
export const signsOf = (type: ReportType, lines: readonly HourLine[]): Sign[] => {
  const found = new Set(lines.flatMap((line) => hours.flatMap((hour) => signOf(type, shownAt(line, hour)) ?? [])))
  const order: readonly Sign[] = ['emergency', 3, 2, 1, 0, 'silent', 'noHeartRate']
  return order.filter((sign) => found.has(sign))
}

const signOf = (type: ReportType, { value, grade, state }: HourCell): Sign | null => {
  if (grade !== null) return grade
  if (state === 'silent') return 'silent'
  return state === 'missing' && value === null && type === 4 ? 'noHeartRate' : null
}

/** Columns of one hour, or of several in a row of which nothing is known of anybody. `left` and `width` in pt. */
type Column = { readonly hours: readonly number[]; readonly left: number; readonly width: number }

const runsOf = (lines: readonly PaperLine[]): number[][] => {
  const isBlank = hours.map((hour) => lines.every((line) => isNothing(shownAt(line, hour))))
  const runs: number[][] = []
  for (const hour of hours) {
    const last = runs.at(-1)
    if (last !== undefined && isBlank[hour] === true && isBlank[hour - 1] === true) last.push(hour)
    else runs.push([hour])
  }
  return runs
}

/** Blank hours share a narrow column, so that there is room for the others. */
const columnsOf = (lines: readonly PaperLine[], headWidth: number): Column[] => {
  const runs = runsOf(lines)
  const narrowWidth = (run: readonly number[]) => (run.length === 1 ? 0 : run.length * narrow)
  const wide = runs.filter(({ length }) => length === 1).length
  const room = contentWidth('landscape') - headWidth - maximumWidth - (runs.length + 2) * 2 * padding
  const rest = room - runs.reduce((sum, run) => sum + narrowWidth(run), 0)
  let left = headWidth + 2 * padding
  return runs.map((run) => {
    const width = wide === 0 ? room : run.length === 1 ? rest / wide : narrowWidth(run)
    const column = { hours: run, left, width }
    left += width + 2 * padding
    return column
  })
}

const tints: Partial<Record<Sign, string>> = { emergency: colours.tintEmergency, 3: colours.tintLevel3 }

const gravest = (all: readonly HourCell[]): Grade | null => {
  const grades = new Set(all.map(({ grade }) => grade))
  return (['emergency', 3, 2, 1, 0] as const).find((grade) => grades.has(grade)) ?? null
}

const numberCell = (sign: Sign | null, text: string, emphasis: Pick<ContentText, 'bold' | 'decoration'> = {}): TableCell => {
  const fillColor = sign === null ? undefined : tints[sign]
  return { text, alignment: 'right', ...emphasis, ...(fillColor !== undefined && { fillColor }) }
}

const underlined = { bold: true, decoration: 'underline' } as const

const nameOf = ({ head, under }: PaperLine): ContentText => ({
  text: [head, ...(under === undefined ? [] : [{ text: `\n${under}`, color: colours.second, fontSize: 6.5 }])],
})

/** A line of which nothing is known recedes as a whole. */
const blankRow = (line: PaperLine, columns: readonly Column[]): TableCell[] => {
  const fillColor = colours.headerRow
  return [{ ...nameOf(line), fillColor }, ...columns.map(() => ({ text: '', fillColor })), { text: '', fillColor }]
}

const rowOf = (type: ReportType, line: PaperLine, columns: readonly Column[]): TableCell[] => {
  const shown = hours.map((hour) => shownAt(line, hour))
  if (shown.every(isNothing)) return blankRow(line, columns)
  const highest = highestOf(line)
  const at = highest === null ? -1 : line.data.indexOf(highest)
  const marks: CanvasElement[] = []
  const drawMark = (sign: Sign, { left, width }: Pick<Column, 'left' | 'width'>) =>
    marks.push(...markVectors(sign, markSize, { x: left + Math.max(0, width - valueWidths[type] - markSize), y: 2 }))
  const cells = columns.map((column): TableCell => {
    const hour = column.hours[0] ?? 0
    const one = shown[hour]
    if (one === undefined || isNothing(one)) return ''
    const sign = signOf(type, one)
    // Safe hours are the rule and carry no mark; the day as a whole does.
    if (sign !== null && sign !== 0) drawMark(sign, column)
    if (one.value === null) return numberCell(sign, one.state === 'missing' && sign === null ? '—' : '')
    return numberCell(sign, writtenValue(type, one.value), hour === at ? underlined : {})
  })
  const grade = gravest(shown)
  if (grade !== null) drawMark(grade, { left: contentWidth('landscape') - 2 * padding - maximumWidth, width: maximumWidth })
  // All marks of a row are one drawing: one in each cell costs as much again as its number.
  const head = { stack: [{ canvas: marks, relativePosition: { x: 0, y: 0 } }, nameOf(line)] }
  return [head, ...cells, numberCell(grade, highest === null ? '' : writtenValue(type, highest), { bold: true })]
}

const headingOf = ({ hours: run }: Column): TableCell => headingCell(run.join('  '), run.length === 1 ? 'right' : 'center')

/**
 * The table of some lines, their hours and the day's maximum; its heading is repeated on every sheet.
 * @param headWidth how wide the first column is, pt
 */
export const hourTable = ({ type, statistic, lines }: PaperTable, headName: string, headWidth: number): ContentTable => {
  const columns = columnsOf(lines, headWidth)
  return {
    fontSize,
    layout: ruled({ across: padding, down: 0.7 }),
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [headWidth, ...columns.map(({ width }) => width), maximumWidth],
      body: [
        [headingCell(headName), ...columns.map(headingOf), headingCell(highestName(type, statistic), 'right')],
        ...lines.map((line) => rowOf(type, line, columns)),
      ],
    },
  }
}
