import type { SafetySummary } from '@mimamori/contract'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { gradeOf } from './alerts.ts'
import { type CountedSlot, heatMinutesOf } from './heat.ts'
import type { Episode } from './read-episodes.ts'
import type { WatcherHeat } from './read-heat.ts'

type Place = SafetySummary['places'][number]

/** Where heat is measured, and what was. */
export type MeasuredPlace = Omit<Place, 'emergency' | 'level3'> & { readonly deviceId: number | null; readonly maxAt: Date }

const ofWatcher = ({ serial, locationName, ...watcher }: WatcherHeat): MeasuredPlace => ({
  ...watcher,
  place: locationName ?? `暑さ指数計 ${serial}`,
  serialNumber: serial,
  source: 'measured',
})

const ofStation = (station: string, slots: readonly CountedSlot[]): MeasuredPlace => {
  const hottest = slots.reduce((best, slot) => ((slot.wbgt ?? -99) > (best.wbgt ?? -99) ? slot : best))
  return {
    deviceId: null,
    place: `環境省 ${station}`,
    serialNumber: null,
    source: 'public',
    wbgtMax: hottest.wbgt,
    maxAt: new Date(hottest.at),
    heatMinutes: heatMinutesOf(slots),
  }
}

/**
 * Each watcher of a site, and the public station if its value was used for the site; the hottest first.
 * @param slots those of the site that count
 */
export const placesOf = (watchers: readonly WatcherHeat[], slots: readonly CountedSlot[]): MeasuredPlace[] => {
  const stations = Map.groupBy(slots, ({ station }) => station)
  const ofStations = [...stations].flatMap(([station, own]) => (station === null ? [] : ofStation(station, own)))
  return [...watchers.map(ofWatcher), ...ofStations].toSorted(
    (a, b) => (b.wbgtMax ?? -99) - (a.wbgtMax ?? -99) || b.heatMinutes - a.heatMinutes,
  )
}

/** The highest WBGT of a site, where and when; null where none is known. */
export const highestOf = ([hottest]: readonly MeasuredPlace[]): SafetySummary['heat']['highest'] =>
  hottest === undefined || hottest.wbgtMax === null
    ? null
    : { wbgt: hottest.wbgtMax, at: toJapanIso(hottest.maxAt), place: hottest.place, source: hottest.source }

/**
 * The places with the dangers and emergencies there: an episode belongs to the place whose heat its person was in, of
 * several places of one name to the first.
 */
export const withEpisodes = (places: readonly MeasuredPlace[], episodes: readonly Episode[]): Place[] => {
  const placeOf = ({ kind, deviceId, heatPoint }: Episode) =>
    places.find((place) => (kind === 'siteHeat' && deviceId !== null ? place.deviceId === deviceId : place.place === heatPoint))
  const at = Map.groupBy(episodes, placeOf)
  return places.map((measured) => {
    const { deviceId: _, maxAt: __, ...place } = measured
    const grades = (at.get(measured) ?? []).map(gradeOf)
    const count = (wanted: 'emergency' | 'level3') => grades.filter((grade) => grade === wanted).length
    return { ...place, emergency: count('emergency'), level3: count('level3') }
  })
}
