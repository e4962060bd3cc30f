import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDayRange } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { type ForecastValue, hoursOfForecast } from './interpolate.ts'
import { findMeasuredDay } from './measured-day.ts'
import type { ForecastDay, ForecastErrors, ForecastHour, PlaceForecast } from './types.ts'

/** Whose forecast is read, of which day (`YYYY-MM-DD` in Japan), and the present time. */
export type ForecastRequest = OfficeKey & { readonly date: string; readonly now: Date }

const noError = { days: 0, mean: null, meanAbsolute: null, publicMean: null, worst: null }
const noErrors: ForecastErrors = { days7: noError, days30: noError, byDay: [] }

const toTenth = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

const emptyHour = (hour: number): ForecastHour => ({
  hour,
  forecast: null,
  isInterpolated: false,
  site: null,
  source: 'none',
  difference: null,
  differenceDays: 0,
})
const emptyHours: readonly ForecastHour[] = Array.from({ length: 24 }, (_, hour) => emptyHour(hour))

type Watcher = {
  readonly watcherId: number
  readonly serial: string
  readonly location_name: string | null
  readonly placeId: number | null
}

const findWatchers = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Watcher[]> => {
  const { rows } = await sql<Watcher>`
    select d.device_id as "watcherId", d.serial, d.location_name, np.place_id as "placeId"
      from device d
      left join named_place np on np.company_id = ${companyId} and np.office_id = ${officeId} and np.name = d.location_name
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = 'heat' and d.installation_status = 1
     order by d.location_name, d.serial`.execute(db)
  return rows
}

const findStation = async (db: Db, { companyId, officeId }: OfficeKey): Promise<string | null> => {
  const { rows } = await sql<{ station: string | null }>`
    select o.public_wbgt_station as station from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return rows[0]?.station ?? null
}

type StoredForecast = ForecastValue & { readonly fetched_at: Date }

const findForecast = async (db: Db, station: string, date: string): Promise<StoredForecast[]> => {
  const { from, to } = japanDayRange(date)
  const { rows } = await sql<StoredForecast>`
    select p.at, p.wbgt, p.fetched_at from public_wbgt p
     where p.station = ${station} and p.kind = 'forecast' and p.at >= ${from} and p.at <= ${to}
     order by p.at`.execute(db)
  return rows
}

const highestOf = ({ hours }: PlaceForecast): number => Math.max(...hours.map(({ site }) => site ?? Number.NEGATIVE_INFINITY))

const hottestOf = (places: readonly PlaceForecast[]): PlaceForecast | null =>
  places.reduce<PlaceForecast | null>(
    (hottest, place) => (hottest === null || highestOf(place) > highestOf(hottest) ? place : hottest),
    null,
  )

const withHottest = (day: Omit<ForecastDay, 'hottest' | 'hours' | 'error'>): ForecastDay => {
  const hottest = hottestOf(day.places)
  return { ...day, hottest, hours: hottest?.hours ?? emptyHours, error: hottest?.error ?? noErrors }
}

const stationPlace = (station: string): Omit<PlaceForecast, 'hours' | 'error'> => ({
  placeId: null,
  placeName: `環境省 ${station}`,
  watcherId: null,
})

/**
 * What is known of the heat of a site on a day: the public forecast of its station, corrected for each place with a watcher by
 * what was measured there; without a forecast the measured values of an earlier day, marked as such.
 */
export const readForecastDay = async (db: Db, { companyId, officeId, date, now }: ForecastRequest): Promise<ForecastDay> => {
  const office = { companyId, officeId }
  const station = await findStation(db, office)
  const watchers = await findWatchers(db, office)
  const values = station === null ? [] : await findForecast(db, station, date)
  const hours = hoursOfForecast(japanDayRange(date).from, values).map(({ wbgt, isInterpolated }, hour): ForecastHour => ({
    ...emptyHour(hour),
    forecast: toTenth(wbgt),
    isInterpolated,
    site: toTenth(wbgt),
  }))
  const places = watchers.map(({ watcherId, placeId, location_name, serial }) => ({
    watcherId,
    placeId,
    placeName: location_name ?? serial,
  }))
  if (station !== null && hours.some(({ forecast }) => forecast !== null)) {
    const issuedAt = new Date(Math.max(...values.map(({ fetched_at }) => fetched_at.getTime())))
    const known = places.length === 0 ? [stationPlace(station)] : places
    return withHottest({
      date,
      station,
      issuedAt,
      basis: 'forecast',
      why: null,
      measuredOf: null,
      places: known.map((place) => ({ ...place, hours, error: noErrors })),
    })
  }
  const why = station === null ? 'noStation' : 'offSeason'
  const measured = await findMeasuredDay(db, office, date, new Date(now.getTime() - dayMs))
  if (measured === null) return withHottest({ date, station, issuedAt: null, basis: 'none', why, measuredOf: null, places: [] })
  const measuredPlaces = [...measured.byDevice].map(([deviceId, ofHour]): PlaceForecast => {
    const place = places.find(({ watcherId }) => watcherId === deviceId) ?? {
      watcherId: deviceId === 0 ? null : deviceId,
      placeId: null,
      placeName: deviceId === 0 && station !== null ? stationPlace(station).placeName : '',
    }
    return {
      ...place,
      hours: emptyHours.map((hour) => ({ ...hour, site: toTenth(ofHour[hour.hour] ?? null), source: 'measured' as const })),
      error: noErrors,
    }
  })
  return withHottest({ date, station, issuedAt: null, basis: 'measured', why, measuredOf: measured.day, places: measuredPlaces })
}
