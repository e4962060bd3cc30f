import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { publicStation, siteValue } from './checked-day.ts'
import type { HourOfForecast } from './interpolate.ts'
import { findMeasuredDay, measuredDaysFor } from './measured-day.ts'
import type { MeasuredDay } from './measured-hours.ts'
import { type PlacedWatcher, readPlacedWatchers } from './read-differences.ts'
import { errorsOfPlace, readErrorRows, stationPlaceName } from './read-errors.ts'
import { readStationForecast, whyNoForecast } from './station-forecast.ts'
import { toTenth } from './to-tenth.ts'
import type { ForecastDay, ForecastErrors, ForecastHour, PlaceForecast } from './types.ts'

/** Whose forecast is read, of which day (`YYYY-MM-DD` in Japan), and the present time. */
export type ForecastRequest = OfficeKey & {
  readonly date: string
  readonly now: Date
  /** The day whose measured values replace a forecast; without it the first of those that can. */
  readonly measuredOf?: string | undefined
}

const noError = { days: 0, mean: null, meanAbsolute: null, publicMean: null, worst: null }
const noErrors: ForecastErrors = { days7: noError, days30: noError, byDay: [] }

const emptyHours: readonly ForecastHour[] = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  forecast: null,
  isInterpolated: false,
  site: null,
  source: 'none',
  difference: null,
  differenceDays: 0,
}))

const tenthOrNull = (value: number | null): number | null => (value === null ? null : toTenth(value))

const forecastHour = (hour: number, { wbgt, isInterpolated }: HourOfForecast, watcher: PlacedWatcher | null): ForecastHour => {
  const known = wbgt === null ? null : (watcher?.differenceFor(hour, wbgt) ?? null)
  const difference = known?.difference ?? null
  return {
    hour,
    forecast: tenthOrNull(wbgt),
    isInterpolated,
    site: wbgt === null ? null : siteValue(wbgt, difference),
    source: known === null ? 'none' : known.isPooled ? 'neighbours' : 'difference',
    difference: tenthOrNull(difference),
    differenceDays: known?.days ?? 0,
  }
}

type Place = Pick<PlaceForecast, 'placeId' | 'placeName' | 'watcherId'>

const placeOfWatcher = ({ placeId, placeName, watcherId }: PlacedWatcher): Place => ({ placeId, placeName, watcherId })
const placeOfStation = (station: string): Place => ({ placeId: null, placeName: stationPlaceName(station), watcherId: null })

/** Where a device measured: its place now, else its number, since it is gone. */
const placeOfMeasured = ({ deviceId, serial }: MeasuredDay, watchers: readonly PlacedWatcher[]): Place => {
  if (deviceId === publicStation) return placeOfStation(serial)
  const watcher = watchers.find(({ watcherId }) => watcherId === deviceId)
  return watcher === undefined ? { placeId: null, placeName: serial, watcherId: deviceId } : placeOfWatcher(watcher)
}

const highestOf = ({ hours }: PlaceForecast): number => Math.max(...hours.map(({ site }) => site ?? Number.NEGATIVE_INFINITY))

type DayOfPlaces = Omit<ForecastDay, 'hottest' | 'hours' | 'error'>

const withHottest = (day: DayOfPlaces, otherwise: ForecastErrors): ForecastDay => {
  const [first = null, ...others] = day.places
  const hottest = others.reduce((a, b) => (a === null || highestOf(b) > highestOf(a) ? b : a), first)
  const error = hottest === null || hottest.error.days30.days === 0 ? otherwise : hottest.error
  return { ...day, hottest, hours: hottest?.hours ?? emptyHours, error }
}

/** Where there is no forecast the errors of earlier ones are shown all the same: of the place with the most days. */
const mostKnown = (errors: readonly ForecastErrors[]): ForecastErrors =>
  errors.reduce((a, b) => (b.days30.days > a.days30.days ? b : a), noErrors)

const findStation = async (db: Db, { companyId, officeId }: OfficeKey): Promise<string | null> => {
  const { rows } = await sql<{ station: string | null }>`
    select o.public_wbgt_station as station from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return rows[0]?.station ?? null
}

/**
 * What is known of the heat of a site on a day: the public forecast of its station, corrected for each place with a watcher by
 * what was measured there; without a forecast the measured values of an earlier day, marked as such.
 */
export const readForecastDay = async (
  db: Db,
  { companyId, officeId, date, now, measuredOf: given }: ForecastRequest,
): Promise<ForecastDay> => {
  const office = { companyId, officeId }
  const station = await findStation(db, office)
  const watchers = await readPlacedWatchers(db, office, station)
  const rows = await readErrorRows(db, office, now)
  const errorOf = (place: Place) => errorsOfPlace(place, rows, now)
  const forecast = station === null ? undefined : await readStationForecast(db, station, date)
  const base = { date, station }
  const known = watchers.length > 0 || station === null ? watchers.map(placeOfWatcher) : [placeOfStation(station)]
  if (forecast !== undefined) {
    const places = known.map((place): PlaceForecast => {
      const watcher = watchers.find(({ watcherId }) => watcherId === place.watcherId) ?? null
      return { ...place, hours: forecast.hours.map((hour, index) => forecastHour(index, hour, watcher)), error: errorOf(place) }
    })
    return withHottest({ ...base, issuedAt: forecast.issuedAt, basis: 'forecast', why: null, measuredOf: null, places }, noErrors)
  }
  const why = station === null ? 'noStation' : await whyNoForecast(db, station, date, now)
  const measured = await findMeasuredDay(db, office, given === undefined ? measuredDaysFor(date, now) : [given], now)
  const places = measured.map((day): PlaceForecast => {
    const place = placeOfMeasured(day, watchers)
    const hours = emptyHours.map((hour) => ({ ...hour, site: tenthOrNull(day.wbgt[hour.hour] ?? null), source: 'measured' as const }))
    return { ...place, hours, error: errorOf(place) }
  })
  const measuredOf = measured[0]?.day ?? null
  const basis = measuredOf === null ? 'none' : 'measured'
  return withHottest({ ...base, issuedAt: null, basis, why, measuredOf, places }, mostKnown(known.map(errorOf)))
}
