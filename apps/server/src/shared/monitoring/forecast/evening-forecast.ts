import { dayMs } from '@mimamori/contract/day'
import type { ClientBase } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import type { ForecastValue } from './interpolate.ts'

const hourMs = 3_600_000

/** A day's forecast counts as it is known before this hour of the day before: the announcement of 17:00 included. */
const closesAtHour = 18
/** From 0:00 to 24:00. */
const valuesOfDay = 25
// One value, the midnight after the last day of a forecast, is no forecast of a day.
const leastValues = 2

/** How long it is kept what was forecast and what was measured. */
export const keptDays = 366

type Issued = ForecastValue & { readonly issuedAt: Date }

/** A forecast of a day, at 0:00, 1:00, … 24:00 in Japan, °C. */
type DayForecast = { readonly day: string; readonly issuedAt: Date; readonly wbgt: readonly (number | null)[] }

const dayForecast = (day: string, issuedAt: Date, values: readonly ForecastValue[]): DayForecast => {
  const begin = japanDayRange(day).from.getTime()
  const byHour = new Map(values.map(({ at, wbgt }) => [(at.getTime() - begin) / hourMs, wbgt]))
  return { day, issuedAt, wbgt: Array.from({ length: valuesOfDay }, (_, hour) => byHour.get(hour) ?? null) }
}

/** The days that a forecast holds values of, as far as it was issued by the evening before. */
export const eveningForecastsOf = (values: readonly Issued[]): DayForecast[] =>
  [...Map.groupBy(values, ({ issuedAt }) => issuedAt.getTime()).values()].flatMap((issue) => {
    const [{ issuedAt } = { issuedAt: new Date(Number.NaN) }] = issue
    const days = [...new Set(issue.map(({ at }) => japanDay(at)))]
    return days
      .filter((day) => issuedAt.getTime() < japanDayRange(day).from.getTime() - dayMs + closesAtHour * hourMs)
      .map((day) => dayForecast(day, issuedAt, issue))
      .filter(({ wbgt }) => wbgt.filter((value) => value !== null).length >= leastValues)
  })

const upsert = `
  insert into evening_forecast as e (station, day, issued_at, wbgt) values ($1, $2, $3, $4)
  on conflict (station, day) do update set issued_at = excluded.issued_at, wbgt = excluded.wbgt
  where excluded.issued_at >= e.issued_at`

/** Keeps of a station's forecast what was said of each coming day by the evening before it. */
export const keepEveningForecasts = async (
  client: Pick<ClientBase, 'query'>,
  station: string,
  values: readonly Issued[],
): Promise<void> => {
  // In this order a later issue replaces an earlier one.
  for (const { day, issuedAt, wbgt } of eveningForecastsOf(values.toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime())))
    await client.query(upsert, [station, day, issuedAt, arrayOf(wbgt, (value) => value)])
}

/** Removes what is older than a year. */
export const pruneEveningForecasts = async (client: Pick<ClientBase, 'query'>, now: Date): Promise<void> => {
  await client.query(`delete from evening_forecast e where e.day < $1::date - ${keptDays}`, [japanDay(now)])
}
