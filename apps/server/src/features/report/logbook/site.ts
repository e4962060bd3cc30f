import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import type { Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'

/** Half open: [from, to). */
export type Span = { readonly from: Date; readonly to: Date }

/** The site that a book is of. */
export type Site = OfficeKey & { readonly officeName: string; readonly companyName: string; readonly station: string | null }

/** @throws Refusal 404 for a site that the actor may not see */
export const findSite = async (db: Db, actor: Actor, officeId: number): Promise<Site> => {
  const { rows } = await sql<Site>`
    select o.company_id as "companyId", o.office_id as "officeId", o.name as "officeName", c.name as "companyName",
           o.public_wbgt_station as station
      from office o join company c on c.company_id = o.company_id
     where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  const [site] = rows
  if (site === undefined) throw notFound()
  return site
}

/** What `device` says where the book is of the public station alone. */
export const publicDevice = 'public'

/** How the public station is called where a watcher has its place. */
export const stationPlace = (station: string): string => `環境省 ${station}`

/** A watcher at a site, or with values from there in the span. */
export type Watcher = {
  readonly deviceId: number
  readonly serial: string
  readonly place: string
  /** True if it is there now. */
  readonly stands: boolean
  /** True if it is there now and is to measure: neither put away nor taken out for maintenance. */
  readonly measures: boolean
  /** Where it was heard last before the span and first after it; null where it was not. */
  readonly officeBefore: number | null
  readonly officeAfter: number | null
}

// The place and number of a watcher are in the summaries, which outlive the device and its readings. Of ten
// minutes that are yet to be computed the readings say where they were.
const watchersOf = ({ companyId, officeId }: OfficeKey, { from, to }: Span) => sql<Watcher>`
  with heard as (
    select h.device_id, h.serial from heat_summary h
     where h.company_id = ${companyId} and h.office_id = ${officeId} and h.device_id <> 0 and h.slot >= ${from} and h.slot < ${to}
     group by h.device_id, h.serial
     union
    select w.device_id, w.serial from heat_due w
     where w.company_id = ${companyId} and w.slot >= ${from} and w.slot < ${to}
       and exists (select from reading r
                    where r.company_id = w.company_id and r.device_id = w.device_id and r.office_id = ${officeId}
                      and r.at >= w.slot and r.at < w.slot + interval '10 minutes' and r.at >= ${from} and r.at < ${to})
     union
    select d.device_id, d.serial from device d where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = 'heat'
  )
  select heard.device_id as "deviceId", heard.serial, d.device_id is not null as stands,
         case when d.device_id is null then '（撤去済み）' else coalesce(d.location_name, '') end as place,
         coalesce(d.installation_status = 1, false) as measures,
         (select b.office_id from heat_summary b
           where b.company_id = ${companyId} and b.device_id = heard.device_id and b.slot < ${from}
           order by b.slot desc limit 1) as "officeBefore",
         (select a.office_id from heat_summary a
           where a.company_id = ${companyId} and a.device_id = heard.device_id and a.slot >= ${to}
           order by a.slot limit 1) as "officeAfter"
    from heard
    left join device d on d.company_id = ${companyId} and d.device_id = heard.device_id and d.office_id = ${officeId} and d.kind = 'heat'
   order by heard.serial, heard.device_id`

/** The watchers that a book of the site can be of, by number. A number that was deleted and given again is listed twice. */
export const findWatchers = async (db: Db, office: OfficeKey, span: Span): Promise<readonly Watcher[]> =>
  (await watchersOf(office, span).execute(db)).rows

/** @throws Refusal 404 for a watcher of which the site has heard nothing, at no time */
export const refuseUnknown = async (db: Db, { companyId, officeId }: OfficeKey, serial: string): Promise<void> => {
  const { rows } = await sql`
    select from heat_summary h
     where h.company_id = ${companyId} and h.office_id = ${officeId} and h.device_id <> 0 and h.serial = ${serial} limit 1`.execute(db)
  if (rows.length === 0) throw notFound()
}
