import { labels } from '@mimamori/contract'
import type { ExportColumn } from '../../platform/exchange/columns.ts'

/** 24 values of a line, by the hour in Japan. */
export type Hours = { readonly data: readonly (number | null)[] }

/** The highest of the hours; null where there is none. */
export const highestOf = ({ data }: Hours): number | null => {
  const known = data.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A column an hour and one for the highest of them; empty where nothing is known, which is not 0. */
export const hourColumns: readonly ExportColumn<Hours>[] = [
  ...hours.map((hour): ExportColumn<Hours> => ({ label: `${hour}時`, write: ({ data }) => data[hour] ?? '' })),
  { label: '最大', write: (line) => highestOf(line) ?? '' },
]

/** A day and its hours. */
export type DayLine = Hours & { readonly date: string | null }

/** The lines of one person, a day each. */
export const dayColumns: readonly ExportColumn<DayLine>[] = [
  { label: labels.report.requestDate, write: ({ date }) => (date ?? '').replaceAll('-', '/') },
  ...hourColumns,
]
