import type { ComparedDay, SiteDifference } from '@mimamori/heat'
import type { ClientBase } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import { japanDayRange } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import type { CheckedDay, CheckedSite, DayErrors } from './checked-day.ts'
import { keptDays } from './evening-forecast.ts'
import { hoursOfForecast } from './interpolate.ts'

type Client = Pick<ClientBase, 'query'>

const hourMs = 3_600_000

/** A watcher of a site. */
export type WatcherPlace = { readonly deviceId: number; readonly place: string; readonly isInstalled: boolean }

/** The watchers of a site, each with its place, else its number. */
export const readWatcherPlaces = async (client: Client, { companyId, officeId }: OfficeKey): Promise<WatcherPlace[]> => {
  const { rows } = await client.query<WatcherPlace>(
    `select d.device_id as "deviceId", coalesce(d.location_name, d.serial) as place, d.installation_status = 1 as "isInstalled"
       from device d where d.company_id = $1 and d.office_id = $2 and d.kind = 'heat' order by d.device_id`,
    [companyId, officeId],
  )
  return rows
}

/** The station that a site takes its public values from; null where it has none or is gone. */
export const readStation = async (client: Client, { companyId, officeId }: OfficeKey): Promise<string | null> => {
  const { rows } = await client.query<{ station: string | null }>(
    'select o.public_wbgt_station as station from office o where o.company_id = $1 and o.office_id = $2',
    [companyId, officeId],
  )
  return rows[0]?.station ?? null
}

/** What the stations' forecasts said of days at 17:00 the day before, by `station/day`, 24 hours each, °C. */
export const readEveningForecasts = async (
  client: Client,
  stations: readonly string[],
  days: readonly string[],
): Promise<ReadonlyMap<string, ComparedDay['forecast']>> => {
  const { rows } = await client.query<{ station: string; day: string; wbgt: (number | null)[] }>(
    'select e.station, e.day, e.wbgt from evening_forecast e where e.station = any($1::text[]) and e.day = any($2::date[])',
    [stations, days],
  )
  return new Map(
    rows.map(({ station, day, wbgt }) => {
      const { from } = japanDayRange(day)
      const values = wbgt.flatMap((value, hour) => (value === null ? [] : [{ at: new Date(from.getTime() + hour * hourMs), wbgt: value }]))
      return [`${station}/${day}`, hoursOfForecast(from, values).map((hour) => hour.wbgt)]
    }),
  )
}

const columns = 'c.device_id as "deviceId", c.day, c.place, c.station, c.forecast, c.measured'
const sinceAndBefore = `
  select ${columns} from forecast_check c where c.company_id = $1 and c.office_id = $2 and c.day >= $3
   union all
  select ${columns} from (
    select k.*, dense_rank() over (partition by k.place, k.station order by k.day desc) as age
      from forecast_check k where k.company_id = $1 and k.office_id = $2 and k.day < $3 and k.day >= $3::date - ${keptDays}) c
   where c.age <= $4`

/** The checked days of a site since a day, and before it as many of each place as the difference rests on. */
export const readCheckedDays = async (
  client: Client,
  { companyId, officeId }: OfficeKey,
  since: string,
  daysBefore: number,
): Promise<CheckedDay[]> => (await client.query<CheckedDay>(sinceAndBefore, [companyId, officeId, since, daysBefore])).rows

const insertCheck = `
  insert into forecast_check (company_id, office_id, device_id, day, place, station, forecast, site, measured,
                              compared, error_sum, absolute_sum, public_sum, worst_hour, worst_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
  on conflict (company_id, office_id, device_id, day) do update set
    place = excluded.place, station = excluded.station, forecast = excluded.forecast, site = excluded.site, measured = excluded.measured,
    compared = excluded.compared, error_sum = excluded.error_sum, absolute_sum = excluded.absolute_sum,
    public_sum = excluded.public_sum, worst_hour = excluded.worst_hour, worst_by = excluded.worst_by`

const hoursArray = (hours: readonly (number | null)[]): string => arrayOf(hours, (value) => value)

/** Writes a checked day of a site. */
export const writeCheckedDay = async (
  client: Client,
  { companyId, officeId }: OfficeKey,
  { deviceId, day, place, station, forecast, site, measured }: CheckedSite,
  { compared, errorSum, absoluteSum, publicSum, worstHour, worstBy }: DayErrors,
): Promise<void> => {
  const hours = [hoursArray(forecast), hoursArray(site), hoursArray(measured)]
  const errors = [compared, errorSum, absoluteSum, publicSum, worstHour, worstBy]
  await client.query(insertCheck, [companyId, officeId, deviceId, day, place, station, ...hours, ...errors])
}

/** Removes what was checked of these days, before they are checked again. */
export const removeCheckedDays = async (client: Client, { companyId, officeId }: OfficeKey, days: readonly string[]): Promise<void> => {
  await client.query('delete from forecast_check c where c.company_id = $1 and c.office_id = $2 and c.day = any($3::date[])', [
    companyId,
    officeId,
    days,
  ])
}

const insertDifference = `
  insert into forecast_difference (company_id, device_id, office_id, place, station, difference, days, pooled)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (company_id, device_id) do update set
    office_id = excluded.office_id, place = excluded.place, station = excluded.station,
    difference = excluded.difference, days = excluded.days, pooled = excluded.pooled`

/** Writes what is to be added to the forecast of a station at a watcher's place. */
export const writeDifferences = async (
  client: Client,
  { companyId, officeId }: OfficeKey,
  { deviceId, place, station }: Pick<CheckedDay, 'deviceId' | 'place' | 'station'>,
  differences: readonly SiteDifference[],
): Promise<void> => {
  await client.query(insertDifference, [
    companyId,
    deviceId,
    officeId,
    place,
    station,
    arrayOf(differences, ({ difference }) => difference),
    arrayOf(differences, ({ days }) => days),
    arrayOf(differences, ({ isPooled }) => isPooled),
  ])
}
