import { DIFFERENCE_DAYS, differenceIndex, siteDifferences } from '@mimamori/heat'
import { dayMs } from '@mimamori/contract/day'
import { toTenth } from './to-tenth.ts'

type Hours = readonly (number | null)[]

/** A day of a watcher, or of the public station (device 0): °C by hour of the day, 24 each. */
export type CheckedDay = {
  readonly deviceId: number
  readonly day: string
  readonly place: string
  readonly station: string
  readonly forecast: Hours
  readonly measured: Hours
}

/** The same with the values of the site, as they were shown at 17:00 the day before. */
export type CheckedSite = CheckedDay & { readonly site: Hours }

/** What the errors of a day come to; `by` is measured minus the site's value. */
export type DayErrors = {
  readonly compared: number
  readonly errorSum: number
  readonly absoluteSum: number
  readonly publicSum: number
  readonly worstHour: number
  readonly worstBy: number
}

/** The hours of the day before that are over at 17:00. */
const hoursBefore17 = 17

export const publicStation = 0

/** The public forecast with the place's difference, rounded as it is shown. */
export const siteValue = (forecast: number, difference: number | null): number => toTenth(forecast + (difference ?? 0))

type Placed = Pick<CheckedDay, 'deviceId' | 'day' | 'place'>

/**
 * The days of a watcher's place, one entry a day: its own, else that of another watcher that was there, so that a replaced
 * instrument has the place's past.
 */
export const daysOfPlace = <Day extends Placed>({ deviceId, place }: Omit<Placed, 'day'>, days: readonly Day[]): Day[] => {
  const there = days.filter((day) => day.deviceId !== publicStation && day.place === place)
  return [...Map.groupBy(there, ({ day }) => day).values()].flatMap(
    (same) => same.find((day) => day.deviceId === deviceId) ?? same.toSorted((a, b) => a.deviceId - b.deviceId).slice(0, 1),
  )
}

/** The same under one station alone: what is measured differs from each station's forecast in its own way. */
export const daysUnderStation = <Day extends CheckedDay>(
  watcher: Pick<CheckedDay, 'deviceId' | 'place' | 'station'>,
  days: readonly Day[],
): Day[] =>
  daysOfPlace(
    watcher,
    days.filter(({ station }) => station === watcher.station),
  )

const dayBefore = (day: string): string => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)

/** What was known of a place at 17:00 the day before `day`. */
const knownTheEveningBefore = (day: string, days: readonly CheckedDay[]): CheckedDay[] => {
  const evening = dayBefore(day)
  return days.flatMap((known) => {
    if (known.day > evening) return []
    if (known.day < evening) return known
    return { ...known, measured: known.measured.map((value, hour) => (hour < hoursBefore17 ? value : null)) }
  })
}

/** What people were shown of a day rests on so many days before it: of the last one the evening is not known, so that it may not count. */
export const daysBefore = DIFFERENCE_DAYS + 1

/** A checked day with the latest days of its place before it, the oldest first; none of the public station. */
export type DayWithPast = { readonly checked: CheckedDay; readonly past: readonly CheckedDay[] }

/** Each of a site's checked days with its past. */
export const withPast = (all: readonly CheckedDay[]): DayWithPast[] =>
  [...Map.groupBy(all, ({ deviceId, station, place }) => JSON.stringify([deviceId, station, place])).values()].flatMap((own) => {
    const [watcher] = own
    if (watcher === undefined || watcher.deviceId === publicStation) return own.map((checked) => ({ checked, past: [] }))
    const ofPlace = daysUnderStation(watcher, all).toSorted((a, b) => a.day.localeCompare(b.day))
    const days = ofPlace.map((checked, index) => ({ checked, past: ofPlace.slice(Math.max(0, index - daysBefore), index) }))
    return days.filter(({ checked }) => checked.deviceId === watcher.deviceId)
  })

/** Whether the site's values of a day may be others after these days changed: one whose whole past is later is as it was. */
export const restsOn = ({ checked, past }: DayWithPast, changed: readonly string[]): boolean => {
  if (changed.includes(checked.day)) return true
  if (checked.deviceId === publicStation) return false
  const oldest = past.length < daysBefore ? undefined : past[0]?.day
  return changed.some((day) => day < checked.day && (oldest === undefined || day >= oldest))
}

/** The site's values of a day, as they were known at 17:00 the day before; of the public station the bare forecast. */
export const siteValuesOf = ({ checked, past }: DayWithPast): CheckedSite => {
  const differences = siteDifferences(knownTheEveningBefore(checked.day, past))
  const site = checked.forecast.map((forecast, hour) =>
    forecast === null ? null : siteValue(forecast, differences[differenceIndex(hour, forecast)]?.difference ?? null),
  )
  return { ...checked, site }
}

/** The errors of a day; undefined where no hour can be compared. */
export const errorsOf = ({ forecast, site, measured }: CheckedSite): DayErrors | undefined => {
  const hours = site.flatMap((expected, hour) => {
    const [actual, bare] = [measured[hour] ?? null, forecast[hour] ?? null]
    return expected === null || actual === null || bare === null ? [] : [{ hour, by: actual - expected, ofPublic: actual - bare }]
  })
  const [first, ...others] = hours
  if (first === undefined) return undefined
  const worst = others.reduce((a, b) => (Math.abs(b.by) > Math.abs(a.by) ? b : a), first)
  return {
    compared: hours.length,
    errorSum: hours.reduce((sum, { by }) => sum + by, 0),
    absoluteSum: hours.reduce((sum, { by }) => sum + Math.abs(by), 0),
    publicSum: hours.reduce((sum, { ofPublic }) => sum + ofPublic, 0),
    worstHour: worst.hour,
    worstBy: worst.by,
  }
}
