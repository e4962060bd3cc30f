import { dayMs } from '@mimamori/contract/day'
import { remedyOf } from '@mimamori/contract/issue-text'
import { labels } from '@mimamori/contract/labels'
import { mostZipDays, type ReportStatistic } from '@mimamori/contract/report'
import { type ReportType, reportTypes } from '@mimamori/contract/report-types'

/** The choice for a ZIP on screen. */
export type ZipChoice = {
  readonly officeIds: readonly number[]
  /** Those asked for; everybody where it is empty. */
  readonly workers: readonly number[]
  readonly types: readonly ReportType[]
  /** YYYY-MM-DD, both included; undefined while it is not chosen. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly statistic: ReportStatistic
}

/** What the address says of it. */
export type ZipSearch = {
  readonly officeId?: string | undefined
  readonly workers?: string | undefined
  readonly types?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly statistic?: ReportStatistic | undefined
}

const numbersOf = (text: string | undefined): number[] => {
  const numbers = (text ?? '').split(',').map(Number)
  return [...new Set(numbers.filter((number) => Number.isInteger(number) && number > 0))]
}

/**
 * Reads what an address asks for.
 * @param reach the offices that the viewer may choose; one that is the only one is chosen already
 */
export const readZipChoice = (search: ZipSearch, reach: readonly number[]): ZipChoice => {
  const types = numbersOf(search.types)
  return {
    officeIds: reach.length === 1 ? reach : numbersOf(search.officeId).filter((id) => reach.includes(id)),
    workers: numbersOf(search.workers),
    types: reportTypes.filter((type) => types.includes(type)),
    from: search.from,
    to: search.to,
    statistic: search.statistic ?? 'max',
  }
}

const listed = (numbers: readonly number[]) => (numbers.length === 0 ? undefined : numbers.join(','))

/** What the address says of a choice. */
export const writeZipChoice = ({ officeIds, workers, types, from, to, statistic }: ZipChoice): ZipSearch & { readonly mode: 'zip' } => ({
  mode: 'zip',
  officeId: listed(officeIds),
  workers: listed(workers),
  types: listed(types),
  from,
  to,
  statistic: statistic === 'max' ? undefined : statistic,
})

export type DayFaults = { readonly startTime?: string; readonly endTime?: string }

const fault = (rule: string) => remedyOf({ code: 'custom', path: [], params: { rule }, message: '' })

/** What is wrong with the days chosen, in the words of the server. */
export const dayFaultsOf = ({ from, to }: Pick<ZipChoice, 'from' | 'to'>, today: string): DayFaults => {
  const isFuture = from !== undefined && from > today
  const start = isFuture ? { startTime: fault('future') } : {}
  if (to === undefined) return start
  if (to > today) return { ...start, endTime: fault('future') }
  if (from === undefined || isFuture) return start
  if (to < from) return { endTime: fault('beforeStart') }
  return (Date.parse(to) - Date.parse(from)) / dayMs >= mostZipDays ? { endTime: fault('tooManyDays') } : {}
}

/** Why the file cannot be asked for yet; undefined where it can. */
export const obstacleOf = (choice: ZipChoice, today: string): string | undefined => {
  const { officeIds, types, from, to } = choice
  const missing = [
    officeIds.length === 0 && labels.report.officeId,
    types.length === 0 && labels.report.reportTypeZip,
    from === undefined && labels.report.startTime,
    to === undefined && labels.report.endTime,
  ].filter((label) => label !== false)
  if (missing.length > 0) return `${missing.join('、')}を選ぶと、ファイルを作れます。`
  const { startTime, endTime } = dayFaultsOf(choice, today)
  if (startTime !== undefined) return `${labels.report.startTime}：${startTime}`
  return endTime === undefined ? undefined : `${labels.report.endTime}：${endTime}`
}

/** The first and last day of the month of a day, as far as it has come, or of the month before it. */
export const monthAround = (today: string, monthsBefore: 0 | 1): { readonly from: string; readonly to: string } => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const dayAt = (months: number, day: number) => new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10)
  return { from: dayAt(-monthsBefore, 1), to: monthsBefore === 0 ? today : dayAt(0, 0) }
}
