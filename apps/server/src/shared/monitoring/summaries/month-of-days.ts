import type { Selectable } from 'kysely'
import { dayMs } from '@mimamori/contract/day'
import { japanDay } from '../../../platform/japan-time.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import type { Span } from './read.ts'

/** More than this much heat in a day, minutes: over four hours (安衛則 第612条の2). */
export const longDayMinutes = 240

/** A person's month at a site, as it is stored. */
export type MonthlySummary = Omit<Selectable<Database['monthly_summary']>, 'company_id'>

/** A day in Japan of a person's stored hours at a site. */
export type DayOfHours = {
  readonly user_id: number
  readonly office_id: number
  readonly day: string
  /** How many hours; none where the day's hours are gone. */
  readonly hours: number
  readonly has_readings: boolean
  readonly has_heart: boolean
  readonly heat_minutes: number
}

/** The first of the month of a day, both YYYY-MM-DD. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const bitOf = (day: string): number => 1 << (Number(day.slice(8)) - 1)

const bits = (minutes: readonly number[], holds: (minutes: number) => boolean): number =>
  minutes.reduce((all, one, index) => (holds(one) ? all | (1 << index) : all), 0)

const emptyMonth = ({ user_id, office_id, day }: DayOfHours): MonthlySummary => ({
  user_id,
  office_id,
  month: monthOf(day),
  hour_days: 0,
  reading_days: 0,
  heart_days: 0,
  heat_days: 0,
  long_days: 0,
  heat_minutes: 0,
  heat_by_day: Array.from({ length: 31 }, () => 0),
})

const keyOf = ({ user_id, office_id, month }: Pick<MonthlySummary, 'user_id' | 'office_id' | 'month'>) => `${month}/${office_id}/${user_id}`

/** Months with some of their days replaced; a day whose month is not among them begins one. */
export const withDays = (months: readonly MonthlySummary[], days: readonly DayOfHours[]): MonthlySummary[] => {
  const changed = new Map(months.map((month) => [keyOf(month), { ...month, heat_by_day: [...month.heat_by_day] }]))
  for (const day of days) {
    const key = keyOf({ ...day, month: monthOf(day.day) })
    const own = changed.get(key) ?? emptyMonth(day)
    const bit = bitOf(day.day)
    const put = (all: number, isSet: boolean) => (isSet ? all | bit : all & ~bit)
    own.heat_by_day[Number(day.day.slice(8)) - 1] = day.heat_minutes
    changed.set(key, {
      ...own,
      hour_days: put(own.hour_days, day.hours > 0),
      reading_days: put(own.reading_days, day.has_readings),
      heart_days: put(own.heart_days, day.has_heart),
    })
  }
  return [...changed.values()].map((month) => ({
    ...month,
    heat_days: bits(month.heat_by_day, (minutes) => minutes > 0),
    long_days: bits(month.heat_by_day, (minutes) => minutes > longDayMinutes),
    heat_minutes: month.heat_by_day.reduce((sum, minutes) => sum + minutes, 0),
  }))
}

/** A month of a span of days: which of its days are in the span, as bits and as the first and last of them. */
export type MonthPart = { readonly month: string; readonly mask: number; readonly first: number; readonly last: number }

/** The months of a span of whole days in Japan, half open. */
export const monthsIn = ({ from, to }: Span): MonthPart[] => {
  const days: string[] = []
  for (let at = from.getTime(); at < to.getTime(); at += dayMs) days.push(japanDay(new Date(at)))
  return [...Map.groupBy(days, monthOf)].map(([month, own]) => ({
    month,
    mask: own.reduce((mask, day) => mask | bitOf(day), 0),
    first: Number(own[0]?.slice(8)),
    last: Number(own.at(-1)?.slice(8)),
  }))
}
