import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import { type ForecastValue, type HourOfForecast, hoursOfForecast } from './interpolate.ts'
import type { ForecastDay } from './types.ts'

/** The forecast of a station for a day; undefined where the service gives none. */
export type StationForecast = { readonly issuedAt: Date | null; readonly hours: readonly HourOfForecast[] }

/** A published value, and when it was issued. */
export type StoredForecast = ForecastValue & { readonly issuedAt: Date | null }

/** The newest forecast of a station for a day, hour by hour; undefined where there is none. */
export const readStationForecast = async (db: Db, station: string, date: string): Promise<StationForecast | undefined> => {
  const { from, to } = japanDayRange(date)
  const { rows } = await sql<StoredForecast>`
    select p.at, p.wbgt, p.issued_at as "issuedAt" from public_wbgt p
     where p.station = ${station} and p.kind = 'forecast' and p.at >= ${from} and p.at <= ${to}
     order by p.at`.execute(db)
  const hours = hoursOfForecast(from, rows)
  // Midnight alone is the end of the day before.
  if (!hours.slice(1).some(({ wbgt }) => wbgt !== null)) return undefined
  const issued = rows.flatMap(({ issuedAt }) => issuedAt?.getTime() ?? [])
  return { issuedAt: issued.length === 0 ? null : new Date(Math.max(...issued)), hours }
}

/** Asked for each hour: a job that was not heard of for longer does not run, or the service is switched off. */
const unheardMs = 3 * 3_600_000

/** From late October to April the service may have no values; which it has is decided by the values alone. */
const isOffSeason = (date: string): boolean => {
  const monthAndDay = date.slice(5)
  return monthAndDay < '05-01' || monthAndDay > '10-20'
}

/** Why a station has no forecast for a day. */
export const whyNoForecast = async (db: Db, station: string, date: string, now: Date): Promise<NonNullable<ForecastDay['why']>> => {
  const { rows } = await sql<{ answered_at: Date | null; last_at: Date | null }>`
    select (select f.forecast_requested_at from public_station_fetch f where f.station = ${station} and f.forecast_answered) as answered_at,
           (select max(p.at) from public_wbgt p where p.station = ${station} and p.kind = 'forecast' and p.at > ${now}) as last_at
  `.execute(db)
  const [{ answered_at, last_at } = { answered_at: null, last_at: null }] = rows
  if (answered_at === null || now.getTime() - answered_at.getTime() > unheardMs) return 'unreached'
  if (last_at !== null && japanDay(last_at) <= date) return 'notYet'
  return isOffSeason(date) ? 'offSeason' : 'unreached'
}
