import type { Db } from '../../../platform/context.ts'

type Stored = {
  readonly day: string
  readonly flag: 0 | 1 | 2 | 3
  /** The time of the file, `2026-07-21T17:00`, in Japan's time. */
  readonly at: string
  readonly area?: { readonly code: string; readonly name: string; readonly prefix: string }
}

const tokyo = { code: '130000', name: '東京都', prefix: '44' }

/** Announcements as the job stores them, of Tokyo unless they name another area. */
export const storeAnnouncements = async (db: Db, ...announcements: readonly Stored[]): Promise<void> => {
  const rows = announcements.map(({ day, flag, at, area = tokyo }) => {
    const file_at = new Date(`${at}:00+09:00`)
    return { day, area_code: area.code, file_at, area_name: area.name, station_prefix: area.prefix, announced_at: file_at, flag }
  })
  await db.insertInto('public_alert').values(rows).execute()
}

/** The files of announcements of these times in Japan, `2026-07-21T17:00`, as the job stores them once it has asked for them. */
export const storeFiles = async (db: Db, state: 'read' | 'missing', ...times: readonly string[]): Promise<void> => {
  const rows = times
    .map((at) => new Date(`${at}:00+09:00`))
    .map((at) => ({ file_at: at, state, tries: 1, tried_at: at, stations_sum: '0' }))
  await db
    .insertInto('public_alert_file')
    .values(rows)
    .onConflict((row) => row.column('file_at').doUpdateSet({ state }))
    .execute()
}
