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
  readonly announced_at: Date
  readonly flag: number
}

// Flag 2 is judged and not announced, 0 is none.
const levels: Readonly<Record<number, PublicAlertLevel>> = { 1: 'alert', 3: 'special' }

/** What was announced by then for a station's area and these days, by day and area, the earliest first. */
const findAnnouncements = async (db: Db, station: string, days: readonly string[], now: Date): Promise<Announcement[]> => {
  const { prefix, code } = stationArea(station)
  const { rows } = await sql<Announcement>`
    select p.day::text as day, p.area_code, p.area_name, p.announced_at, p.flag
      from public_alert p
     where p.day = any(${days}::date[]) and p.announced_at <= ${now}
       and (p.station_prefix = ${prefix} or p.area_code = ${code ?? null})
     order by p.day, p.area_code, p.file_at`.execute(db)
  const ofCode = rows.filter(({ area_code }) => area_code === code)
  return ofCode.length > 0 ? ofCode : rows
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

/**
 * The public alerts in force for the area of a station, by day, the gravest first: of one area and day the latest announcement
 * counts. Nothing where there is no station.
 * @param days calendar days in Japan, `YYYY-MM-DD`
 */
export const readPublicAlerts = async (db: Db, station: string | null, days: readonly string[], now: Date): Promise<PublicAlert[]> => {
  if (station === null || days.length === 0) return []
  const announcements = await findAnnouncements(db, station, days, now)
  const latest = new Map(announcements.map((one) => [`${one.day} ${one.area_code}`, one]))
  return mergeAreas([...latest.values()]).toSorted(byGravity)
}

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
  const announcements = await findAnnouncements(db, station, days, now)
  return [...Map.groupBy(announcements, ({ day, area_code }) => `${day} ${area_code}`).values()]
    .flatMap(levelsOf)
    .toSorted((one, other) => one.day.localeCompare(other.day) || one.announcedAt.localeCompare(other.announcedAt))
}
