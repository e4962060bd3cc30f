import type { ReportStatistic, ReportType } from '@mimamori/contract'
import { labels } from '@mimamori/contract/labels'
import type { ExportColumn, ExportCell } from '../../../platform/exchange/columns.ts'

/** 24 values of a line, by the hour in Japan. */
export type Hours = { readonly data: readonly (number | null)[] }

/** The highest of the hours; null where there is none. */
export const highestOf = ({ data }: Hours): number | null => {
  const known = data.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** What the highest of a line is called: of means it is the highest of them, which is less than the day's. */
export const highestName = (type: ReportType, statistic: ReportStatistic): '最大' | '平均の最大' =>
  statistic === 'mean' && type !== 3 && type !== 5 ? '平均の最大' : '最大'

// WBGT and its excess are measured in tenths, and 27.0 is written beside 26.9.
const digitsOf = (type: ReportType) => (type === 1 || type === 2 ? 1 : 0)

const written = (type: ReportType, value: number | null | undefined): ExportCell =>
  typeof value === 'number' ? { value, digits: digitsOf(type) } : ''

/** A column an hour and one for the highest of them; empty where nothing is known, which is not 0. */
export const hourColumns = (type: ReportType, statistic: ReportStatistic): readonly ExportColumn<Hours>[] => [
  ...hours.map((hour): ExportColumn<Hours> => ({ label: `${hour}時`, write: ({ data }) => written(type, data[hour]) })),
  { label: highestName(type, statistic), write: (line) => written(type, highestOf(line)) },
]

/** A day and its hours; null where the month has no such day. */
export type DayLine = Hours & { readonly date: string | null; readonly groupName: string | null }

/** Whose lines they are, and where. */
type Owner = { readonly workerName: string; readonly officeName: string }

/** The lines of one person, a day each; a day that the month does not have is blank. */
export const dayColumns = (
  type: ReportType,
  statistic: ReportStatistic,
  { workerName, officeName }: Owner,
): readonly ExportColumn<DayLine>[] => [
  { label: labels.report.workers, write: ({ date }) => (date === null ? '' : workerName) },
  { label: labels.report.groupId, write: ({ date, groupName }) => (date === null ? '' : (groupName ?? '')) },
  { label: labels.report.officeId, write: ({ date }) => (date === null ? '' : officeName) },
  { label: labels.report.requestDate, write: ({ date }) => (date ?? '').replaceAll('-', '/') },
  ...hourColumns(type, statistic),
]
