import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Db } from '../../platform/context.ts'
import { arrayOf } from '../../platform/database/columns.ts'
import { isNewForecastAwaited } from '../../shared/monitoring/forecast/forecast-origins.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

// Observed values are of every hour and come up to an hour late.
const observedEveryMs = 10 * minuteMs
// Announced three times a day; the service asks not to be called more often than there is need.
const forecastEveryMs = hourMs
// Between the time of an announcement and its coming: people plan the next day by the one of 17:00.
const awaitedForecastEveryMs = 10 * minuteMs
// After a request that the service did not answer: a site that has just chosen its station has no forecast until then.
const failedForecastEveryMs = 10 * minuteMs

/** A station that an open office takes its public values from, and when it was last requested. */
export type UsedStation = {
  readonly station: string
  readonly observedRequestedAt: Date | null
  readonly forecastRequestedAt: Date | null
  /** Whether the service answered that request, with or without values. */
  readonly forecastAnswered: boolean
  /** When the newest forecast that came was issued. */
  readonly forecastIssuedAt: Date | null
}

/**
 * Every station in use at an open office of the companies that can be reached; first those that were never requested, then those that
 * waited longest.
 */
export const stationsInUse = async (db: Db, isReached: TenantFilter): Promise<UsedStation[]> => {
  // The offices of a cluster lie elsewhere than what is known of a station, so the two are not joined.
  const { rows: used } = await sql<{ station: string }>`
    select distinct o.public_wbgt_station as station from office o
     where o.public_wbgt_station ~ '^[0-9]{5}$' and ${isOpen('o')} and ${isReached('o')}`.execute(db)
  const { rows } = await sql<UsedStation>`
    select x.station, f.observed_requested_at as "observedRequestedAt", f.forecast_requested_at as "forecastRequestedAt",
           coalesce(f.forecast_answered, false) as "forecastAnswered", f.forecast_issued_at as "forecastIssuedAt"
      from unnest(${used.map(({ station }) => station)}::text[]) as x (station)
      left join public_station_fetch f on f.station = x.station
     order by f.observed_requested_at nulls first, x.station`.execute(db)
  return rows
}

// A request of the future was noted by a clock that was wrong.
const elapsed = (since: Date, now: Date): number => {
  const ms = now.getTime() - since.getTime()
  return ms < 0 ? Number.POSITIVE_INFINITY : ms
}

/** Whether a station's observed values are to be requested now. */
export const isObservedDue = ({ observedRequestedAt }: UsedStation, now: Date): boolean =>
  observedRequestedAt === null || elapsed(observedRequestedAt, now) >= observedEveryMs

/** Whether its forecast is: each hour, and more often while the service does not answer or one that was announced has not come. */
export const isForecastDue = ({ forecastRequestedAt, forecastAnswered, forecastIssuedAt }: UsedStation, now: Date): boolean => {
  if (forecastRequestedAt === null) return true
  const sinceRequest = elapsed(forecastRequestedAt, now)
  if (sinceRequest >= (forecastAnswered ? forecastEveryMs : failedForecastEveryMs)) return true
  return sinceRequest >= awaitedForecastEveryMs && isNewForecastAwaited(forecastIssuedAt, now)
}

const markObserved = `
  insert into public_station_fetch as f (station, observed_requested_at) select x.station, $2::timestamptz from unnest($1::text[]) as x (station)
  on conflict (station) do update set observed_requested_at = excluded.observed_requested_at`

/** Notes that stations' observed values were requested, or are not to be for a while since the service is down. */
export const markObservedRequested = async (client: PoolClient, stations: readonly string[], now: Date): Promise<void> => {
  await client.query(markObserved, [arrayOf(stations, (station) => station), now])
}

const markForecast = `
  update public_station_fetch f
     set forecast_requested_at = $2::timestamptz, forecast_answered = $3, forecast_issued_at = greatest(f.forecast_issued_at, $4::timestamptz)
   where f.station = any($1::text[])`

/** Notes that stations' forecasts were requested, whether the service answered, and when the newest of them was issued. */
export const markForecastRequested = async (
  client: PoolClient,
  stations: readonly string[],
  now: Date,
  { answered, issuedAt }: { readonly answered: boolean; readonly issuedAt: Date | null },
): Promise<void> => {
  await client.query(markForecast, [arrayOf(stations, (station) => station), now, answered, issuedAt])
}
