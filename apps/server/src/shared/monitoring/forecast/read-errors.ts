import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayBefore } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { daysOfPlace, type DayErrors, publicStation } from './checked-day.ts'
import { toTenth } from './to-tenth.ts'
import type { ForecastError, ForecastErrors, PlaceForecast } from './types.ts'

/** The errors of a day of a watcher, or of the public station. */
type ErrorRow = DayErrors & { readonly deviceId: number; readonly day: string; readonly place: string }

const longestDays = 30

/** How a public station is called where a watcher has its place. */
export const stationPlaceName = (station: string): string => `環境省 ${station}`

/** The errors of a site's forecasts on the thirty days before today. */
export const readErrorRows = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<readonly ErrorRow[]> => {
  const { rows } = await sql<ErrorRow>`
    select c.device_id as "deviceId", c.day, c.place, c.compared, c.error_sum as "errorSum", c.absolute_sum as "absoluteSum",
           c.public_sum as "publicSum", c.worst_hour as "worstHour", c.worst_by as "worstBy"
      from forecast_check c
     where c.company_id = ${companyId} and c.office_id = ${officeId}
       and c.day >= ${japanDayBefore(now, longestDays)} and c.day < ${japanDay(now)}
     order by c.day`.execute(db)
  return rows
}

const sumOf = (rows: readonly ErrorRow[], value: (row: ErrorRow) => number): number => rows.reduce((sum, row) => sum + value(row), 0)

const errorOf = (rows: readonly ErrorRow[]): ForecastError => {
  const hours = sumOf(rows, ({ compared }) => compared)
  const meanOf = (value: (row: ErrorRow) => number) => (hours === 0 ? null : toTenth(sumOf(rows, value) / hours))
  const worst = rows.reduce<ErrorRow | null>((a, b) => (a === null || Math.abs(b.worstBy) > Math.abs(a.worstBy) ? b : a), null)
  return {
    days: rows.length,
    mean: meanOf(({ errorSum }) => errorSum),
    meanAbsolute: meanOf(({ absoluteSum }) => absoluteSum),
    publicMean: meanOf(({ publicSum }) => publicSum),
    worst: worst === null ? null : { day: worst.day, hour: worst.worstHour, by: toTenth(worst.worstBy) },
  }
}

/** The errors of one place, also of a former watcher there; of the public station where it is the place. */
export const errorsOfPlace = (
  { watcherId, placeName }: Pick<PlaceForecast, 'watcherId' | 'placeName'>,
  rows: readonly ErrorRow[],
  now: Date,
): ForecastErrors => {
  const own =
    watcherId === null
      ? rows.filter(({ deviceId, place }) => deviceId === publicStation && stationPlaceName(place) === placeName)
      : daysOfPlace({ deviceId: watcherId, place: placeName }, rows)
  const recent = own.filter(({ day }) => day >= japanDayBefore(now, 7))
  return {
    days7: errorOf(recent),
    days30: errorOf(own),
    byDay: own.map(({ day, compared, errorSum, publicSum }) => ({
      day,
      mean: toTenth(errorSum / compared),
      publicMean: toTenth(publicSum / compared),
    })),
  }
}
