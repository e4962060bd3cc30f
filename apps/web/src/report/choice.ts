import { type ReportStatistic, reportPeriods } from '@mimamori/contract/report'
import type { ReportType } from '@mimamori/contract/report-types'
import { Day } from '@mimamori/contract/wire'
import { isMonthOf } from './dates.ts'

/** The types a screen shows: connected minutes are in the ZIP alone. */
export const shownTypes = [1, 2, 3, 4] as const satisfies readonly ReportType[]
export type ShownType = (typeof shownTypes)[number]

/** Daily: a line a person. Monthly: a line a day of one person. */
export type Period = keyof typeof reportPeriods

/** The choice of a report on screen. */
export type Choice = {
  readonly officeIds: readonly number[]
  /** Those asked for; everybody where it is empty. */
  readonly workers: readonly number[]
  /** Whose month it is. */
  readonly person: number | undefined
  readonly type: ShownType
  readonly period: Period
  /** YYYY-MM-DD of a daily report, YYYY-MM of a monthly one. */
  readonly date: string
  readonly statistic: ReportStatistic
}

/** What the address says of it. */
export type ReportSearch = {
  readonly officeId?: string | undefined
  readonly workers?: string | undefined
  readonly person?: number | undefined
  readonly type?: number | undefined
  readonly period?: number | undefined
  readonly date?: string | undefined
  readonly statistic?: ReportStatistic | undefined
}

const idsOf = (text: string | undefined): number[] => {
  const ids = (text ?? '').split(',').map(Number)
  return [...new Set(ids.filter((id) => Number.isInteger(id) && id > 0))]
}

const isShown = (type: number | undefined): type is ShownType => shownTypes.some((shown) => shown === type)

/** The day asked for; today where there is none, or one that has not come. */
const dayOf = (date: string | undefined, today: string): string => {
  const day = Day.safeParse(date)
  return day.success && day.data <= today ? day.data : today
}

const monthOf = (date: string | undefined, today: string): string => {
  const month = date?.slice(0, 7)
  return isMonthOf(month) && month <= today.slice(0, 7) ? month : today.slice(0, 7)
}

/** The highest of a level is always shown: half of a level is none. */
const statisticOf = (type: ShownType, search: ReportStatistic | undefined): ReportStatistic => (type === 3 ? 'max' : (search ?? 'max'))

/**
 * Reads what an address asks for; what it leaves out, or gets wrong, is today's report of WBGT 超過 of everybody.
 * @param reach the offices that the viewer may choose; one that is the only one is chosen already
 */
export const readChoice = (search: ReportSearch, reach: readonly number[], today: string): Choice => {
  const type = isShown(search.type) ? search.type : 2
  const period: Period = search.period === reportPeriods.monthly ? 'monthly' : 'daily'
  const workers = idsOf(search.workers)
  return {
    officeIds: reach.length === 1 ? reach : idsOf(search.officeId).filter((id) => reach.includes(id)),
    workers,
    // Of several one begins with the first, and steps on from there.
    person: search.person ?? workers[0],
    type,
    period,
    date: period === 'daily' ? dayOf(search.date, today) : monthOf(search.date, today),
    statistic: statisticOf(type, search.statistic),
  }
}

/** What the address says of a choice: all of it, so that a link shows the same tomorrow. */
export const writeChoice = ({ officeIds, workers, person, type, period, date, statistic }: Choice): ReportSearch => ({
  officeId: officeIds.join(','),
  workers: workers.join(','),
  person: period === 'monthly' ? person : undefined,
  type,
  period: reportPeriods[period],
  date,
  statistic: statistic === 'max' ? undefined : statistic,
})

/** The date that a choice turns to with its period: the month of a day; of a month today, or its first day. */
export const dateFor = (period: Period, date: string, today: string): string => {
  if (period === 'monthly') return date.slice(0, 7)
  return date === today.slice(0, 7) ? today : `${date}-01`
}

/** What the call takes; undefined while a site, or the one person of a monthly report, is not chosen. */
export const requestOf = ({ officeIds, workers, person, type, period, date, statistic }: Choice) => {
  if (officeIds.length === 0 || (period === 'monthly' && person === undefined)) return undefined
  const people = period === 'monthly' && person !== undefined ? [person] : [...workers]
  return { officeId: [...officeIds], workers: people, reportType: type, period: reportPeriods[period], requestDate: date, statistic }
}

/** What has to be chosen before there is anything to show, print or save. */
export const missingOf = ({ officeIds, person, period }: Choice): 'office' | 'person' | undefined => {
  if (officeIds.length === 0) return 'office'
  return period === 'monthly' && person === undefined ? 'person' : undefined
}
