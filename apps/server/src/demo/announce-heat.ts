import type { Pool } from 'pg'
import { japanDayBefore, japanDayRange } from '../platform/japan-time.ts'
import { announcedBetween, neededMs } from '../shared/monitoring/public-alerts/announcement-files.ts'

const hourMs = 3_600_000
const tokyo = ['130000', '東京都', '44'] as const

/** A flag of a file: of a day so many days ago, announced at an hour of the day before it (`eve`) or of the day itself. */
type Flag = { readonly daysAgo: number; readonly eve: boolean; readonly hour: 5 | 10 | 14 | 17; readonly flag: 0 | 1 | 2 | 3 }

const alertOf = (daysAgo: number): Flag[] => [
  { daysAgo, eve: true, hour: 17, flag: 1 },
  { daysAgo, eve: false, hour: 5, flag: 1 },
]
const specialOf = (daysAgo: number): Flag[] => [
  { daysAgo, eve: true, hour: 10, flag: 2 },
  { daysAgo, eve: true, hour: 14, flag: 3 },
  { daysAgo, eve: false, hour: 5, flag: 3 },
]

const past = [...alertOf(1), ...specialOf(2), ...alertOf(3), ...alertOf(6), ...alertOf(7), ...alertOf(12), ...alertOf(13), ...alertOf(20)]

const insert = `
  insert into public_alert (day, area_code, file_at, area_name, station_prefix, announced_at, flag)
  values ($1, $2, $3, $4, $5, $3, $6) on conflict do nothing`

/** Before 17:00 tomorrow's alert is of the latest announcement there was. */
const latestFile = (now: Date): Date => {
  const today = japanDayRange(japanDayBefore(now, 0)).from.getTime()
  const hours = [17, 14, 10, 5, 5 - 24]
  const latest = hours.map((hour) => new Date(today + hour * hourMs)).find((file) => file <= now)
  return latest ?? now
}

/** Writes what the ministry might have announced for Tokyo: an alert for tomorrow, and some of the last three weeks. Its files were read. */
export const announceHeat = async (pool: Pool, now: Date): Promise<void> => {
  const rows = past.map(({ daysAgo, eve, hour, flag }) => {
    const fileDay = japanDayBefore(now, eve ? daysAgo + 1 : daysAgo)
    return { day: japanDayBefore(now, daysAgo), fileAt: new Date(japanDayRange(fileDay).from.getTime() + hour * hourMs), flag }
  })
  const [code, name, prefix] = tokyo
  for (const { day, fileAt, flag } of [...rows, { day: japanDayBefore(now, -1), fileAt: latestFile(now), flag: 1 }])
    await pool.query(insert, [day, code, fileAt, name, prefix, flag])
  const files = announcedBetween(new Date(now.getTime() - neededMs), now)
  const keep = `insert into public_alert_file (file_at, state, tries, tried_at, stations_sum) select f, 'read', 1, $2, '' from unnest($1::timestamptz[]) f on conflict do nothing`
  await pool.query(keep, [files, now])
}
