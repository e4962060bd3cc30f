import type { AbsentWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import { byUrgency, gradeOf } from '../marks/grade.ts'

type OtherMap = SiteMap['listOtherMaps'][number]

/** Where somebody is who is not on the map: in words, and the map that shows them. */
export type Place = { readonly name: string; readonly mapId: number | null }

/** What a map is called: its building or area, and its floor. */
const nameOfMap = ({ locationName, floor }: OtherMap) => (floor === null || floor === '' ? locationName : `${locationName} ${floor}`)

/** The drawing they are on, which says more than a map of the whole site; else the place of their gateway. */
export const placeOf = ({ mapIds, placeName }: AbsentWorker, maps: readonly OtherMap[]): Place => {
  const own = maps.filter(({ id }) => mapIds.includes(id))
  const drawing = own.find(({ type }) => type !== 2)
  if (drawing !== undefined) return { name: nameOfMap(drawing), mapId: drawing.id }
  const [gps] = own
  if (placeName !== null) return { name: placeName, mapId: gps?.id ?? null }
  return gps === undefined ? { name: '場所不明', mapId: null } : { name: nameOfMap(gps), mapId: gps.id }
}

export type Absent = { readonly worker: AbsentWorker; readonly place: Place }

/** Those who are not on the map with their places, the worst first. */
export const absentPeople = ({ listAbsent, listOtherMaps }: Pick<SiteMap, 'listAbsent' | 'listOtherMaps'>): readonly Absent[] =>
  listAbsent
    .toSorted(
      (one, other) =>
        Number(other.emergency === '1') - Number(one.emergency === '1') ||
        Number(other.reportedAt !== null) - Number(one.reportedAt !== null) ||
        byUrgency(gradeOf(one), gradeOf(other)) ||
        (other.alertLevel ?? -1) - (one.alertLevel ?? -1),
    )
    .map((worker) => ({ worker, place: placeOf(worker, listOtherMaps) }))

/** Whether somebody needs help at once: level 3, an open report or an emergency. */
export const isInDanger = ({ worker: { emergency, reportedAt, alertLevel } }: Absent): boolean =>
  emergency === '1' || reportedAt !== null || alertLevel === 3

/** How many of these are where, the most first. */
export const countByPlace = (people: readonly Absent[]): readonly (Place & { readonly count: number })[] =>
  [...Map.groupBy(people, ({ place }) => `${place.mapId} ${place.name}`).values()]
    .flatMap((group) => (group[0] === undefined ? [] : [{ ...group[0].place, count: group.length }]))
    .toSorted((one, other) => other.count - one.count)
