import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../platform/database/columns.ts'
import type { PublicValue } from './public-value.ts'

/** A station that an office takes its public values from, and when its forecast was last fetched. */
export type UsedStation = { readonly station: string; readonly forecastAt: Date | null }

// In random order, so that turns that end early do not always skip the same stations.
const usedStations = `
  select o.public_wbgt_station as station, max(p.fetched_at) filter (where p.kind = 'forecast') as forecast_at
    from office o
    left join public_wbgt p on p.station = o.public_wbgt_station
   where o.public_wbgt_station ~ '^[0-9]{5}$' and o.archived_at is null
   group by o.public_wbgt_station
   order by random()`

/** Every station in use at an open office. */
export const stationsInUse = async (client: PoolClient): Promise<UsedStation[]> => {
  const { rows } = await client.query<{ station: string; forecast_at: Date | null }>(usedStations)
  return rows.map((row) => ({ station: row.station, forecastAt: row.forecast_at }))
}

// What the service said of an hour before may have been corrected since.
const upsert = `
  insert into public_wbgt (station, at, kind, wbgt, fetched_at)
  select $1, x.at, x.kind, x.wbgt, $2
    from unnest($3::timestamptz[], $4::text[], $5::real[]) as x (at, kind, wbgt)
  on conflict (station, at, kind) do update set wbgt = excluded.wbgt, fetched_at = excluded.fetched_at`

/** Keeps a station's values, each hour and kind once. */
export const storeValues = async (client: PoolClient, station: string, values: readonly PublicValue[], fetchedAt: Date): Promise<void> => {
  const distinct = [...new Map(values.map((value) => [`${value.kind}/${value.at.getTime()}`, value])).values()]
  if (distinct.length === 0) return
  await client.query(upsert, [
    station,
    fetchedAt,
    arrayOf(distinct, ({ at }) => instantOf(at.getTime())),
    arrayOf(distinct, ({ kind }) => kind),
    arrayOf(distinct, ({ wbgt }) => wbgt),
  ])
}

/** How long a forecast is kept once its time is past. */
const pastForecastDays = 10

/**
 * Removes what no reading can be judged by any more: what was observed as long ago as readings are kept, and the
 * forecasts of past days.
 */
export const pruneValues = async (client: PoolClient, now: Date, retentionDays: number): Promise<void> => {
  await client.query(
    `delete from public_wbgt p
      where p.at < $1::timestamptz - make_interval(days => case p.kind when 'forecast' then $2::int else $3::int end)`,
    [now, pastForecastDays, retentionDays],
  )
}
