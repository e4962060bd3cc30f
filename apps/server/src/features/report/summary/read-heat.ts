import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from '@mimamori/heat'
import type { Pool } from 'pg'
import { summariesSince, slotsAsOfNow, type Span } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { SiteSlot } from './heat.ts'

const isHeat = `coalesce(s.wbgt_max >= ${HEAT_WORK_WBGT} or s.temperature_max >= ${HEAT_WORK_AIR}, false)`
const saysSomething = '(s.wbgt_max is not null or s.temperature_max is not null)'

const bySlot = `
  select s.slot, max(s.wbgt_max) filter (where s.source = 'measured') as wbgt,
         coalesce(bool_or(${isHeat}) filter (where s.source = 'measured'), false) as "isHeat", bool_or(s.source = 'measured') as "isMeasured",
         max(s.wbgt_max) filter (where s.source = 'public') as "publicWbgt", max(s.serial) filter (where s.source = 'public') as station
    from (${slotsAsOfNow}) s
   where ${saysSomething}
   group by s.slot
   order by s.slot`

/** What the watchers of a site and its public station said, a row for ten minutes, in order of time; where nothing was said there is none. */
export const readSiteSlots = async (pool: Pool, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<SiteSlot[]> => {
  const { rows } = await pool.query<SiteSlot>(bySlot, [companyId, from, to, officeId, await summariesSince(pool)])
  return rows
}

/** A watcher over a span: its highest WBGT (°C) and when, and its minutes of heat work. */
export type WatcherHeat = {
  readonly deviceId: number
  readonly serial: string
  /** Its place now; null if it is gone from the site. */
  readonly locationName: string | null
  readonly wbgtMax: number | null
  readonly maxAt: Date
  readonly heatMinutes: number
}

// As for the site, a single slot that is missing between two of heat is heat.
const byWatcher = `
  with slots as (
    select s.device_id, s.slot, s.serial, s.wbgt_max, ${isHeat} as is_heat,
           lead(s.slot) over own = s.slot + interval '20 minutes' and lead(${isHeat}) over own as bridges
      from (${slotsAsOfNow}) s
     where s.device_id <> 0 and ${saysSomething}
    window own as (partition by s.device_id order by s.slot))
  select w."deviceId", w.serial, w."wbgtMax", w."heatMinutes", d.location_name as "locationName",
         -- The time of the reading, where readings are still kept; else of its ten minutes.
         coalesce((select min(r.at) from reading r
                    where r.company_id = $1 and r.device_id = w."deviceId" and r.at >= w."maxSlot" and r.at < w."maxSlot" + interval '10 minutes'
                      and r.wbgt = w."wbgtMax"), w."maxSlot") as "maxAt"
    from (
      select s.device_id as "deviceId", (array_agg(s.serial order by s.slot desc))[1] as serial, max(s.wbgt_max) as "wbgtMax",
             (array_agg(s.slot order by s.wbgt_max desc nulls last, s.slot))[1] as "maxSlot",
             (10 * (count(*) filter (where s.is_heat) + count(*) filter (where s.is_heat and s.bridges)))::int as "heatMinutes"
        from slots s group by s.device_id) w
    left join device d on d.company_id = $1 and d.device_id = w."deviceId" and d.office_id = $4
   order by w."wbgtMax" desc nulls last, w."heatMinutes" desc, w."deviceId"`

/** What each watcher of a site said, the hottest first. */
export const readWatcherHeat = async (pool: Pool, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<WatcherHeat[]> => {
  const { rows } = await pool.query<WatcherHeat>(byWatcher, [companyId, from, to, officeId, await summariesSince(pool)])
  return rows
}
