import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { neededMs } from '../../shared/monitoring/public-alerts/announcement-files.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import { catchUpMs, type FileState, type TriedFile } from './alert-files.ts'
import type { AreaFlag } from './read-alert-file.ts'

/** How many open offices have a station, and a sum that changes with each station that is set. */
export const sumStations = async (db: Db, isReached: TenantFilter): Promise<{ offices: number; sum: string }> => {
  const { rows } = await sql<{ offices: number; sum: string }>`
    select count(*)::int as offices,
           coalesce(sum(hashtext(o.company_id || '/' || o.office_id || '/' || o.public_wbgt_station)), 0)::text as sum
      from office o
     where o.public_wbgt_station ~ '^[0-9]{5}$' and ${isOpen('o')} and ${isReached('o')}`.execute(db)
  return rows[0] ?? { offices: 0, sum: '0' }
}

/** The files asked for within the last 31 days. */
export const findTriedFiles = async (db: Db, now: Date): Promise<TriedFile[]> => {
  const { rows } = await sql<TriedFile>`
    select f.file_at as "fileAt", f.state, f.tries, f.tried_at as "triedAt", f.stations_sum as "stationsSum"
      from public_alert_file f where f.file_at > ${new Date(now.getTime() - catchUpMs)}`.execute(db)
  return rows
}

type Try = { readonly fileAt: Date; readonly state: FileState; readonly triedAt: Date; readonly stationsSum: string }

/** Remembers that a file was asked for, and what became of it. */
export const storeTry = async (db: Db, { fileAt, state, triedAt, stationsSum }: Try): Promise<void> => {
  await sql`
    insert into public_alert_file as f (file_at, state, tries, tried_at, stations_sum)
    values (${fileAt}, ${state}, 1, ${triedAt}, ${stationsSum})
    on conflict (file_at) do update
      set state = excluded.state, tries = f.tries + 1, tried_at = excluded.tried_at, stations_sum = excluded.stations_sum`.execute(db)
}

/** Stores what a file says; what the same file said before is replaced. */
export const storeFlags = async (db: Db, fileAt: Date, announcedAt: Date, flags: readonly AreaFlag[]): Promise<void> => {
  if (flags.length === 0) return
  await sql`
    insert into public_alert (day, area_code, file_at, area_name, station_prefix, announced_at, flag)
    select x.day, x.area_code, ${fileAt}, x.area_name, x.prefix, ${announcedAt}, x.flag
      from unnest(${flags.map(({ day }) => day)}::date[], ${flags.map(({ areaCode }) => areaCode)}::text[],
                  ${flags.map(({ areaName }) => areaName)}::text[], ${flags.map(({ prefix }) => prefix)}::text[],
                  ${flags.map(({ flag }) => flag)}::smallint[]) as x (day, area_code, area_name, prefix, flag)
    on conflict (day, area_code, file_at) do update
      set area_name = excluded.area_name, station_prefix = excluded.station_prefix, announced_at = excluded.announced_at,
          flag = excluded.flag`.execute(db)
}

/** How many areas the announcement before a file was about, within a day and a half; 0 where none is known. */
export const countAreasBefore = async (db: Db, fileAt: Date): Promise<number> => {
  const { rows } = await sql<{ areas: number }>`
    select count(distinct p.area_code)::int as areas from public_alert p
     where p.file_at = (select max(f.file_at) from public_alert_file f
                         where f.file_at < ${fileAt} and f.file_at > ${new Date(fileAt.getTime() - neededMs)} and f.state = 'read')`.execute(
    db,
  )
  return rows[0]?.areas ?? 0
}

/** Forgets files that are not asked for any more. The announcements themselves stay: they are a record. */
export const forgetTriedFiles = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from public_alert_file f where f.file_at <= ${new Date(now.getTime() - catchUpMs)}`.execute(db)
}
