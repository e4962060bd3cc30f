import { readDay } from '@mimamori/contract'
import { parse } from 'csv-parse/sync'
import { readServiceTime } from './service-time.ts'

/** What a file of announcements says of a forecast area (府県予報区) and a day. */
export type AreaFlag = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** Six digits; its number and name where the file has no code. */
  readonly areaCode: string
  readonly areaName: string
  /** The first two digits of the numbers of its stations. */
  readonly prefix: string
  /** 0 none, 1 alert, 2 special alert judged and not announced, 3 special alert. */
  readonly flag: 0 | 1 | 2 | 3
}

export type AlertFile = {
  /** As the file says it; undefined where it says none. */
  readonly announcedAt: Date | undefined
  /** A test or an exercise: nothing in it is announced. */
  readonly isExercise: boolean
  readonly flags: readonly AreaFlag[]
  /** The areas that it names, also those outside their hours. */
  readonly areas: ReadonlySet<string>
  /** How many rows could not be read: part of the file may be missing. */
  readonly faultyRows: number
}

const tableBegins = '府県予報区'
const longestName = 50

/** Columns by their headings; where a heading is another, by their places in the published table. */
const columns = {
  prefix: ['都府県・振興局表示番号', 1],
  code: ['府県予報区等コード', 3],
  first: ['TargetDate1フラグ', 6],
  second: ['TargetDate2フラグ', 7],
} as const satisfies Record<string, readonly [heading: string, place: number]>

const placeOf = (headings: readonly string[], [heading, place]: (typeof columns)[keyof typeof columns]): number => {
  const found = headings.indexOf(heading)
  return found === -1 ? place : found
}

const placesOf = (headings: readonly string[]) => ({
  prefix: placeOf(headings, columns.prefix),
  code: placeOf(headings, columns.code),
  first: placeOf(headings, columns.first),
  second: placeOf(headings, columns.second),
})

const plain = (cell: string | undefined): string => (cell ?? '').normalize('NFKC').trim()

/** Undefined for 9 (outside its hours), and for what is no flag: neither says anything. */
const flagOf = (cell: string | undefined): AreaFlag['flag'] | undefined => {
  switch (plain(cell)) {
    case '0':
      return 0
    case '1':
      return 1
    case '2':
      return 2
    case '3':
      return 3
    default:
      return undefined
  }
}

const dayOf = (cell: string | undefined): string | undefined => {
  const day = readDay(plain(cell))
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined
}

type Days = readonly [first: string | undefined, second: string | undefined]

/** The flags of a row of the table; undefined where it is no whole row. */
const readRow = (cells: readonly string[], headings: readonly string[], [first, second]: Days): AreaFlag[] | undefined => {
  const places = placesOf(headings)
  const areaName = (cells[0] ?? '').trim().slice(0, longestName)
  const [, prefix] = /^(\d{1,2})$/.exec(plain(cells[places.prefix])) ?? []
  // A row that was cut off ends before its second flag, or within it: what remains may mean another thing.
  if (areaName === '' || prefix === undefined || cells.length <= places.second) return undefined
  const written = plain(cells[places.code])
  const padded = prefix.padStart(2, '0')
  const areaCode = /^\d{5,6}$/.test(written) ? written.padStart(6, '0') : `${padded} ${areaName}`
  const area = { areaCode, areaName, prefix: padded }
  const flags = [
    { day: first, flag: flagOf(cells[places.first]) },
    { day: second, flag: flagOf(cells[places.second]) },
  ]
  return flags.flatMap(({ day, flag }) => (day === undefined || flag === undefined ? [] : [{ ...area, day, flag }]))
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

const areaOf = (cells: readonly string[], headings: readonly string[]): string =>
  `${plain(cells[placesOf(headings).prefix])} ${(cells[0] ?? '').trim()}`

/**
 * A file of announcements: lines `key,value`, then a table that begins with 府県予報区. Quoted or not, with or without a byte
 * order mark, with keys and columns besides; rows that cannot be read are left out and counted.
 * @throws where it is no such file, or does not say which days it is about
 */
export const readAlertFile = (text: string): AlertFile => {
  const rows: string[][] = parse(text, { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  const begin = rows.findIndex(([first]) => first?.trim() === tableBegins)
  const headings = rows[begin]?.map((cell) => cell.trim())
  if (headings === undefined) throw new TypeError('no file of announcements: it has no table')
  const values = new Map(rows.slice(0, begin).map(([key = '', value = '']) => [key.trim(), value.trim()]))
  const days: Days = [dayOf(values.get('TargetDate1')), dayOf(values.get('TargetDate2'))]
  if (days[0] === undefined && days[1] === undefined) throw new TypeError('a file of announcements without its days')
  const table = rows.slice(begin + 1).filter((cells) => !isBlank(cells))
  const read = table.map((cells) => ({ area: areaOf(cells, headings), flags: readRow(cells, headings, days) }))
  return {
    announcedAt: readServiceTime(`${values.get('ReportDate') ?? ''} ${values.get('ReportTime') ?? ''}`),
    isExercise: /試験|訓練|演習|test|exercise|training/i.test(values.get('Status') ?? ''),
    flags: [...new Map(read.flatMap(({ flags = [] }) => flags).map((flag) => [`${flag.day} ${flag.areaCode}`, flag])).values()],
    areas: new Set(read.flatMap(({ area, flags }) => (flags === undefined ? [] : [area]))),
    faultyRows: read.filter(({ flags }) => flags === undefined).length,
  }
}
