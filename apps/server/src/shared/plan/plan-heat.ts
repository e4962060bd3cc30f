import type { Plan, PlanHour } from '@mimamori/contract'
import type { PlannedHour, WorkSpan } from '@mimamori/heat'
import type { Db } from '../../platform/context.ts'
import { japanDay, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { readForecastDay } from '../monitoring/forecast/read-forecast-day.ts'
import type { ForecastDay, ForecastHour, PlaceForecast } from '../monitoring/forecast/types.ts'
import type { OfficeKey } from '../organisation/keys.ts'

/** A place with the WBGT that is expected there in each hour of a plan. */
export type PlanPlace = Pick<PlaceForecast, 'placeId' | 'placeName' | 'watcherId' | 'error'> & {
  readonly hours: readonly (ForecastHour & { readonly at: number })[]
}

/** The heat of a plan's hours. */
export type PlanHeat = Pick<ForecastDay, 'station' | 'issuedAt' | 'basis' | 'why' | 'measuredOf' | 'error'> & {
  readonly places: readonly PlanPlace[]
}

const hourOf = (at: number): number => Number(toJapanIso(new Date(at)).slice(11, 13))

const unknownHour: Omit<ForecastHour, 'hour'> = {
  forecast: null,
  isInterpolated: false,
  site: null,
  source: 'none',
  difference: null,
  differenceDays: 0,
}

/** The days of a plan. Where the first is replaced by a measured one the others are those that followed it: a night is one night. */
const readDays = async (db: Db, office: OfficeKey, [date, ...others]: readonly string[], now: Date): Promise<ForecastDay[]> => {
  if (date === undefined) return []
  const first = await readForecastDay(db, { ...office, date, now })
  const { measuredOf } = first
  const after = (other: string) => Date.parse(other) - Date.parse(date)
  const dayOf = (other: string) =>
    measuredOf === null ? undefined : new Date(Date.parse(measuredOf) + after(other)).toISOString().slice(0, 10)
  const rest = others.map((other) => readForecastDay(db, { ...office, date: other, now, measuredOf: dayOf(other) }))
  return [first, ...(await Promise.all(rest))]
}

/**
 * The heat of clock hours (epoch ms, in order) at each place of a site. The hours may lie in two calendar days: those of the second
 * count only where it has what the first has, a forecast or a measured day.
 */
export const readPlanHeat = async (db: Db, office: OfficeKey, hours: readonly number[], now: Date): Promise<PlanHeat> => {
  const dates = [...new Set(hours.map((at) => japanDay(new Date(at))))]
  const days = await readDays(db, office, dates, now)
  const first = days.find(({ basis }) => basis !== 'none') ?? days[0]
  if (first === undefined) throw new RangeError('a plan needs at least one hour')
  const byDate = new Map(days.filter(({ basis }) => basis === first.basis).map((day) => [day.date, day]))
  const hourAt = (watcherId: number | null, at: number): ForecastHour => {
    const place = byDate.get(japanDay(new Date(at)))?.places.find((one) => one.watcherId === watcherId)
    return place?.hours[hourOf(at)] ?? { ...unknownHour, hour: hourOf(at) }
  }
  const { station, issuedAt, basis, why, measuredOf, error: errorOfSite } = first
  const places = first.places.map(({ placeId, placeName, watcherId, error }) => ({
    placeId,
    placeName,
    watcherId,
    error,
    hours: hours.map((at) => ({ ...hourAt(watcherId, at), at })),
  }))
  return { station, issuedAt, basis, why, measuredOf, error: errorOfSite, places }
}

/** The WBGT of a place's hours, as the rest is planned by it. */
export const plannedHoursOf = ({ hours }: Pick<PlanPlace, 'hours'>): PlannedHour[] => hours.map(({ at, site }) => ({ at, wbgt: site }))

const highestOf = (place: PlanPlace, isWorked: (at: number) => boolean): number =>
  Math.max(...place.hours.map(({ at, site }) => (isWorked(at) ? (site ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY)))

/** The place that is hottest in the hours of work; undefined where there is none. */
export const hottestPlace = (places: readonly PlanPlace[], isWorked: (at: number) => boolean): PlanPlace | undefined =>
  places.toSorted((one, other) => highestOf(other, isWorked) - highestOf(one, isWorked))[0]

const hourMs = 3_600_000

/** Whether people work in a clock hour, by the spans of their work. */
export const isWorkedIn =
  (spans: readonly WorkSpan[]) =>
  (at: number): boolean =>
    spans.some(({ from, to }) => from < at + hourMs && at < to)

/** The place whose watcher most of some people used last, the hotter of two; undefined where that is known of nobody. */
export const placeOfPeople = (
  people: readonly { readonly watcher_id: number | null }[],
  places: readonly PlanPlace[],
  isWorked: (at: number) => boolean,
): PlanPlace | undefined => {
  const usesOf = ({ watcherId }: PlanPlace) => people.filter(({ watcher_id }) => watcher_id !== null && watcher_id === watcherId).length
  const counted = places.map((place) => ({ place, uses: usesOf(place) }))
  const most = Math.max(1, ...counted.map(({ uses }) => uses))
  return hottestPlace(
    counted.filter(({ uses }) => uses === most).map(({ place }) => place),
    isWorked,
  )
}

/** An hour of a place in the answer. */
export const answerHour = ({ hour, at, forecast, isInterpolated, site, source }: PlanPlace['hours'][number]): PlanHour => ({
  hour,
  at: toJapanIso(new Date(at)),
  forecast,
  isInterpolated,
  site,
  source,
})

/** The errors of a place in the answer: those of the last 7 days, with the others in it. */
export const answerErrors = ({ days7, days30, byDay }: PlanPlace['error']): Plan['error'] => ({ ...days7, days30, byDay: [...byDay] })

/** A place in the answer. */
const answerPlace = ({ placeId, placeName, watcherId, hours, error }: PlanPlace): Plan['places'][number] => ({
  placeId,
  placeName,
  watcherId,
  hours: hours.map((one) => ({ ...answerHour(one), difference: one.difference, days: one.differenceDays })),
  error: answerErrors(error),
})

/** What the answer says of the heat itself: where it comes from, and each place. */
export const answerHeat = ({
  station,
  issuedAt,
  basis,
  why,
  measuredOf,
  places,
}: PlanHeat): Pick<Plan, 'station' | 'issuedAt' | 'basis' | 'why' | 'measuredOf' | 'places'> => ({
  station,
  issuedAt: toJapanIsoOrNull(issuedAt),
  basis,
  why,
  measuredOf,
  places: places.map(answerPlace),
})
