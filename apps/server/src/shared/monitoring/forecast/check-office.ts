import { siteDifferences } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { type CheckedDay, daysBefore, daysUnderStation, errorsOf, publicStation, restsOn, siteValuesOf, withPast } from './checked-day.ts'
import { type MeasuredDay, readMeasuredDays } from './measured-hours.ts'
import {
  readCheckedDays,
  readEveningForecasts,
  readStation,
  readWatcherPlaces,
  removeCheckedDays,
  writeCheckedDay,
  writeDifferences,
} from './store.ts'

const hourMs = 3_600_000

// A public value is stored before its hour is marked; a kill between the two leaves the last hour of a day to the next.
const daysOfHours = (hours: readonly Date[]): string[] => [
  ...new Set(hours.flatMap((hour) => [japanDay(hour), japanDay(new Date(hour.getTime() - hourMs))])),
]

const keyOf = ({ deviceId, day }: Pick<CheckedDay, 'deviceId' | 'day'>): string => `${deviceId}/${day}`

const isCompared = ({ forecast, measured }: CheckedDay): boolean =>
  forecast.some((value, hour) => value !== null && (measured[hour] ?? null) !== null)

type Site = {
  readonly station: string
  readonly watchers: Awaited<ReturnType<typeof readWatcherPlaces>>
  readonly stored: readonly CheckedDay[]
}

/** Compares measured days with their forecasts. A day that was checked keeps the place and station that it had. */
const compareDays = async (client: PoolClient, { station, watchers, stored }: Site, measured: readonly MeasuredDay[]) => {
  const before = new Map(stored.map((day) => [keyOf(day), day]))
  const placed = measured.map((day) => {
    const own = before.get(keyOf(day))
    const place = watchers.find(({ deviceId }) => deviceId === day.deviceId)?.place ?? day.serial
    // What a station observed is compared with its own forecast, also on the days before another one was chosen.
    const ownStation = day.deviceId === publicStation ? day.serial : station
    return { ...day, station: own?.station ?? ownStation, place: own?.place ?? place }
  })
  const stations = [...new Set(placed.map((day) => day.station))]
  const forecasts = await readEveningForecasts(client, stations, [...new Set(measured.map(({ day }) => day))])
  return placed
    .map(({ deviceId, day, place, station: ownStation, wbgt }): CheckedDay => {
      const forecast = forecasts.get(`${ownStation}/${day}`) ?? wbgt.map(() => null)
      return { deviceId, day, place, station: ownStation, forecast, measured: wbgt }
    })
    .filter(isCompared)
}

/**
 * Compares what a site measured with the forecast of its station: all of the days that these hours lie in, and what rests on
 * them since. The result depends on the stored values alone, so that it may be done again at any time.
 * @param hours that are over and whose measured values changed
 * @param overBy when an hour has to be over to count, these and the others of their days
 */
export const checkOffice = async (client: PoolClient, office: OfficeKey, hours: readonly Date[], overBy: Date): Promise<void> => {
  const station = await readStation(client, office)
  const days = daysOfHours(hours).toSorted()
  const [first] = days
  if (station === null || first === undefined) return
  const watchers = await readWatcherPlaces(client, office)
  const stored = await readCheckedDays(client, office, first, daysBefore)
  const compared = await compareDays(client, { station, watchers, stored }, await readMeasuredDays(onClient(client), office, days, overBy))
  const all = [...stored.filter(({ day }) => !days.includes(day)), ...compared]
  await removeCheckedDays(client, office, days)
  for (const day of withPast(all).filter((one) => restsOn(one, days))) {
    const checked = siteValuesOf(day)
    const errors = errorsOf(checked)
    if (errors !== undefined) await writeCheckedDay(client, office, checked, errors)
  }
  for (const { deviceId, place, isInstalled } of watchers) {
    if (!isInstalled || deviceId === publicStation) continue
    const watcher = { deviceId, place, station }
    await writeDifferences(client, office, watcher, siteDifferences(daysUnderStation(watcher, all)))
  }
}
