import type { AnnouncedAlert, PublicAlert, PublicAlertLevel } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { stationArea } from './station-area.ts'

/** What one announcement says of an area and day. */
type Announcement = {
  readonly day: string
  readonly area_code: string
  readonly area_name: string
  readonly station_prefix: string
  readonly announced_at: Date
  readonly flag: number
}

// Flag 2 is judged and not announced, 0 is none.
const levels: Readonly<Record<number, PublicAlertLevel>> = { 1: 'alert', 3: 'special' }

/** What was announced by then for the areas of stations and these days, by day and area, the earliest first. */
const findAnnouncements = async (db: Db, stations: readonly string[], days: readonly string[], now: Date): Promise<Announcement[]> => {
  const areas = stations.map(stationArea)
  const { rows } = await sql<Announcement>`
    select p.day::text as day, p.area_code, p.area_name, p.station_prefix, p.announced_at, p.flag
      from public_alert p
     where p.day = any(${days}::date[]) and p.announced_at <= ${now}
       and (p.station_prefix = any(${areas.map(({ prefix }) => prefix)}::text[]) or p.area_code = any(${areas.flatMap(({ code }) => code ?? [])}::text[]))
     order by p.day, p.area_code, p.file_at`.execute(db)
  return rows
}

/** Of these announcements those for a station's area, of which several may come into question. */
const announcementsFor = (station: string, announcements: readonly Announcement[]): readonly Announcement[] => {
  const { prefix, code } = stationArea(station)
  const ofCode = announcements.filter(({ area_code }) => area_code === code)
  return ofCode.length > 0 ? ofCode : announcements.filter(({ station_prefix }) => station_prefix === prefix)
}

const byGravity = (one: PublicAlert, other: PublicAlert): number =>
  one.day.localeCompare(other.day) || Number(other.level === 'special') - Number(one.level === 'special')

/** The same level of several areas that a station may lie in is one item that names them all. */
const mergeAreas = (announcements: readonly Announcement[]): PublicAlert[] => {
  const announced = announcements.flatMap((one) => {
    const level = levels[one.flag]
    return level === undefined ? [] : [{ ...one, level }]
  })
  return [...Map.groupBy(announced, ({ day, level }) => `${day} ${level}`).values()].flatMap((same) => {
    const latest = same.toSorted((one, other) => other.announced_at.getTime() - one.announced_at.getTime())[0]
    if (latest === undefined) return []
    const area = [...new Set(same.map(({ area_name }) => area_name))].join('・')
    return [{ day: latest.day, level: latest.level, area, announcedAt: toJapanIso(latest.announced_at) }]
  })
}

/** Of each area and day the latest announcement counts. */
const alertsInForce = (announcements: readonly Announcement[]): PublicAlert[] => {
  const latest = new Map(announcements.map((one) => [`${one.day} ${one.area_code}`, one]))
  return mergeAreas([...latest.values()]).toSorted(byGravity)
}

/**
 * The public alerts in force for the area of each of these stations, by day, the gravest first, with one query.
 * @param days calendar days in Japan, `YYYY-MM-DD`
 */
export const readPublicAlertsByStation = async (
  db: Db,
  stations: readonly string[],
  days: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string | null, PublicAlert[]>> => {
  if (stations.length === 0 || days.length === 0) return new Map()
  const announcements = await findAnnouncements(db, stations, days, now)
  return new Map(stations.map((station) => [station, alertsInForce(announcementsFor(station, announcements))]))
}

/** The same for one station. Nothing where there is none. */
export const readPublicAlerts = async (db: Db, station: string | null, days: readonly string[], now: Date): Promise<PublicAlert[]> =>
  station === null ? [] : ((await readPublicAlertsByStation(db, [station], days, now)).get(station) ?? [])

const gravity = (flag: number): number => (flag === 3 ? 2 : flag === 1 ? 1 : 0)

/** Each level that was announced for a day of an area: from its first announcement to the one that said less, if any. */
const levelsOf = (ofDay: readonly Announcement[]): AnnouncedAlert[] =>
  ([1, 3] as const).flatMap((flag) => {
    const first = ofDay.find((one) => one.flag === flag)
    const level = levels[flag]
    if (first === undefined || level === undefined) return []
    const later = ofDay[ofDay.findLastIndex((one) => gravity(one.flag) >= gravity(flag)) + 1]
    const [announcedAt, withdrawnAt] = [toJapanIso(first.announced_at), toJapanIsoOrNull(later?.announced_at ?? null)]
    return [{ day: first.day, level, area: first.area_name, announcedAt, withdrawnAt }]
  })

/**
 * The record: what was announced for these days for the area of a station, also what was withdrawn, by day, those announced
 * earlier first.
 * @param days calendar days in Japan, `YYYY-MM-DD`
 */
export const readAnnouncedAlerts = async (db: Db, station: string, days: readonly string[], now: Date): Promise<AnnouncedAlert[]> => {
  const announcements = announcementsFor(station, await findAnnouncements(db, [station], days, now))
  return [...Map.groupBy(announcements, ({ day, area_code }) => `${day} ${area_code}`).values()]
    .flatMap(levelsOf)
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.announcedAt.localeCompare(other.announcedAt))
}
