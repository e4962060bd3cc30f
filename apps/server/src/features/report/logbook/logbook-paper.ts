import { labels, type LogbookLine, logbookSourceNames, type LogbookUnit, logbookUnitNames } from '@mimamori/contract'
import type { TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { colours } from '../../../shared/printing/colours.ts'
import { sheet } from '../../../shared/printing/sheet.ts'
import { headingCell, ruled } from '../../../shared/printing/table.ts'
import { dayInWords } from '../files/day-words.ts'

/** What the paper of a book says. `from` and `to` are days in Japan, the last one included. */
export type LogbookPaper = {
  readonly companyName: string
  readonly officeName: string
  /** The watcher's number, or what else the book is of. */
  readonly device: string
  readonly from: string
  readonly to: string
  readonly unit: LogbookUnit
  readonly lines: readonly LogbookLine[]
  readonly printedBy: string
  readonly printedAt: Date
}

const { logbook: names } = labels

type Column = {
  readonly heading: string
  readonly width: number
  readonly isNumber?: true
  readonly write: (line: LogbookLine) => string
}

/** 07/20 13:05, and the seconds where there are any. */
const clockOf = (iso: string): string => {
  const seconds = iso.slice(17, 19)
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)} ${iso.slice(11, 16)}${seconds === '00' ? '' : `:${seconds}`}`
}

/** The end of a stretch: 13:15; midnight belongs to the day before as 24:00. */
const endOf = (line: LogbookLine): string => {
  if (line.until === null) return ''
  if (line.until.slice(0, 10) === line.at.slice(0, 10)) return `〜${line.until.slice(11, 16)}`
  return line.until.slice(11, 19) === '00:00:00' && Date.parse(line.until) - Date.parse(line.at) <= 86_400_000
    ? '〜24:00'
    : `〜${clockOf(line.until)}`
}

const figure = (value: number | null, digits: number): string => (value === null ? '' : value.toFixed(digits))

/** Which watcher, and where its values come from. The place has what room the other columns leave of the sheet. */
const provenance = (placeWidth: number): readonly Column[] => [
  { heading: names.device, width: 46, write: ({ device }) => device ?? '' },
  { heading: names.place, width: placeWidth, write: ({ place }) => place },
  { heading: names.source, width: 74, write: ({ source }) => logbookSourceNames[source] },
]

const valueColumns: readonly Column[] = [
  { heading: names.at, width: 88, write: (line) => clockOf(line.at) + endOf(line) },
  ...provenance(124),
  { heading: `${names.wbgt} ℃`, width: 40, isNumber: true, write: ({ wbgt }) => figure(wbgt, 1) },
  { heading: `${names.temperature} ℃`, width: 36, isNumber: true, write: ({ temperature }) => figure(temperature, 1) },
  { heading: `${names.humidity} %`, width: 34, isNumber: true, write: ({ humidity }) => figure(humidity, 0) },
  { heading: '黒球 ℃', width: 36, isNumber: true, write: ({ globe }) => figure(globe, 1) },
]

const stretchColumns: readonly Column[] = [
  { heading: '時間', width: 92, write: (line) => clockOf(line.at) + endOf(line) },
  ...provenance(104),
  { heading: '最高 ℃', width: 42, isNumber: true, write: ({ wbgt }) => figure(wbgt, 1) },
  { heading: '平均 ℃', width: 42, isNumber: true, write: ({ wbgtMean }) => figure(wbgtMean, 1) },
  { heading: names.count, width: 36, isNumber: true, write: ({ count }) => figure(count, 0) },
  { heading: `${names.temperature} ℃`, width: 42, isNumber: true, write: ({ temperature }) => figure(temperature, 1) },
]

/** How long a gap was: 1時間20分; shorter than a minute: 1分. */
const lengthOf = ({ at, until }: LogbookLine): string => {
  const minutes = Math.max(1, Math.round((Date.parse(until ?? at) - Date.parse(at)) / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `${hours > 0 ? `${hours}時間` : ''}${rest > 0 || hours === 0 ? `${rest}分` : ''}`
}

/** A text that runs over all columns. */
const acrossRow = (text: string, columns: number, look: { readonly fillColor?: string } = {}): TableCell[] => [
  { text, colSpan: columns, color: colours.second, ...look },
  ...Array<TableCell>(columns - 1).fill(''),
]

/** There is nothing of a gap to put into the columns. */
const gapRow = (line: LogbookLine, columns: number): TableCell[] => {
  const who = line.device === null ? line.place : `${line.device}　${line.place}`
  const text = `${clockOf(line.at)}${endOf(line)}　${logbookSourceNames.gap}（${lengthOf(line)}）　${who}`
  return acrossRow(text, columns, { fillColor: colours.headerRow })
}

const rowsOf = (line: LogbookLine, columns: readonly Column[]): TableCell[][] => {
  if (line.source === 'gap') return [gapRow(line, columns.length)]
  const row = columns.map(({ write, isNumber }): TableCell => ({ text: write(line), alignment: isNumber ? 'right' : 'left' }))
  // Remarks are few, and long.
  return line.remark === null ? [row] : [row, acrossRow(`　${names.remark}　${line.remark}`, columns.length)]
}

const days = ({ from, to }: LogbookPaper): string => (from === to ? dayInWords(from) : `${dayInWords(from)}〜${dayInWords(to)}`)

/** The book as a paper: a line a value, ten minutes or an hour, and one a gap. */
export const logbookPaper = (data: LogbookPaper): TDocumentDefinitions => {
  const columns = data.unit === 'value' ? valueColumns : stretchColumns
  const heading = columns.map(({ heading: text, isNumber }) => headingCell(text, isNumber ? 'right' : 'left'))
  const rows = data.lines.flatMap((line) => rowsOf(line, columns))
  return sheet({
    title: '暑さ指数記録簿',
    facts: [
      { name: '会社', value: data.companyName },
      { name: names.officeId, value: data.officeName },
      { name: names.device, value: data.device },
      { name: '期間', value: days(data) },
      { name: names.unit, value: logbookUnitNames[data.unit] },
    ],
    printedBy: data.printedBy,
    printedAt: data.printedAt,
    orientation: 'portrait',
    content: [
      {
        fontSize: 8,
        table: { headerRows: 1, widths: columns.map(({ width }) => width), body: [heading, ...rows] },
        layout: ruled({ across: 3, down: 1 }),
      },
    ],
  })
}
