import { differenceIndex, type SiteDifference } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../organisation/keys.ts'

/** A watcher with the differences of its place, if they are of where it is now. */
export type PlacedWatcher = {
  readonly watcherId: number
  readonly placeId: number | null
  readonly placeName: string
  /** What to add to a forecast of °C for an hour of the day; null where nothing is known. */
  readonly differenceFor: (hour: number, forecast: number) => SiteDifference | null
}

/** A watcher as it is stored, with the cells of its differences. */
export type WatcherRow = {
  readonly watcherId: number
  readonly placeId: number | null
  readonly placeName: string
  readonly difference: (number | null)[] | null
  readonly days: number[] | null
  readonly pooled: boolean[] | null
}

// A cluster cannot join by a condition that a null makes false.
const noStation = ''

/** The installed watchers of a site by the name of their place, with what was learnt there about the forecasts of this station. */
export const readPlacedWatchers = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  station: string | null,
): Promise<readonly PlacedWatcher[]> => {
  const { rows } = await sql<WatcherRow>`
    select d.device_id as "watcherId", np.place_id as "placeId", coalesce(d.location_name, d.serial) as "placeName",
           f.difference, f.days, f.pooled
      from device d
      left join named_place np on np.company_id = d.company_id and np.company_id = ${companyId} and np.office_id = ${officeId} and np.name = d.location_name
      left join forecast_difference f on f.company_id = d.company_id and f.company_id = ${companyId} and f.device_id = d.device_id and f.office_id = ${officeId}
       and f.place = coalesce(d.location_name, d.serial) and f.station = ${station ?? noStation}
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = 'heat' and d.installation_status = 1
     order by d.location_name, d.serial`.execute(db)
  return rows.map(({ difference, days, pooled, ...watcher }) => ({
    ...watcher,
    differenceFor: (hour, forecast) => {
      const index = differenceIndex(hour, forecast)
      const by = difference?.[index] ?? null
      return by === null ? null : { difference: by, days: days?.[index] ?? 0, isPooled: pooled?.[index] ?? false }
    },
  }))
}
