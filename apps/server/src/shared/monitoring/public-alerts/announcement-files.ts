import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'

const hourMs = 3_600_000

// The ministry announces at these hours of Japan.
const announcedAtHours = [5, 10, 14, 17]

/** Today and tomorrow are in files of the last day and a half. */
export const neededMs = 36 * hourMs

/** The times of the files that were announced after an instant and by another, the newest first. */
export const announcedBetween = (after: Date, by: Date): Date[] => {
  const firstDay = japanDayRange(japanDay(after)).from.getTime()
  const days = Math.ceil((by.getTime() - firstDay) / dayMs) + 1
  return Array.from({ length: Math.max(0, days) }, (_, day) =>
    announcedAtHours.map((hour) => new Date(firstDay + day * dayMs + hour * hourMs)),
  )
    .flat()
    .filter((at) => at > after && at <= by)
    .toReversed()
}

/** What is known of the newest announcement that was due by now. */
export type NewestAnnouncement = {
  /** Its file was read whole, or there is none since the season is over: what was not announced is known too. */
  readonly isConfirmed: boolean
  /** Its file is not read yet, and files before it were: it is still to come. */
  readonly isAwaited: boolean
}

/** Whether the newest file of announcements that was due was read. A missing file (404) after missing ones is out of season. */
export const readNewestAnnouncement = async (db: Db, now: Date): Promise<NewestAnnouncement> => {
  const since = new Date(now.getTime() - neededMs)
  const { rows } = await sql<{ file_at: Date; state: string }>`
    select f.file_at, f.state from public_alert_file f where f.file_at > ${since} and f.file_at <= ${now}`.execute(db)
  const newestAt = announcedBetween(since, now)[0]?.getTime()
  const newest = rows.find(({ file_at: fileAt }) => fileAt.getTime() === newestAt)?.state
  const isInSeason = rows.some(({ state }) => state === 'read')
  const isConfirmed = newest === 'read' || (newest === 'missing' && !isInSeason)
  return { isConfirmed, isAwaited: !isConfirmed && isInSeason }
}
