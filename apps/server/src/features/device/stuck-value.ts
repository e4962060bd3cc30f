import { sql, type RawBuilder } from 'kysely'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'

/** What has moved less than this, °C of WBGT, has not moved. Project choice, decisions/0119, as is all of it. */
const unmoved = 0.1
/** Of fewer values nobody can say that they do not move. */
const fewestValues = 6
/** The value that held when the span began may have been taken so long before. */
const valueHolds = '30 minutes'

const hourMs = 60 * 60_000

const lastAt = sql`(s.last_at at time zone 'Asia/Tokyo')`

/**
 * SQL: from when to the newest reading three hours of daytime have passed, 06–18 in Japan, nights left out: the sun moves every real
 * value, and on a humid night one may stay for hours.
 */
const spanBegin = sql`(case
  when ${lastAt}::time >= '18:00' then ${lastAt}::date + time '15:00'
  when ${lastAt}::time >= '09:00' then ${lastAt} - interval '3 hours'
  when ${lastAt}::time >= '06:00' then ${lastAt} - interval '15 hours'
  else ${lastAt}::date - 1 + time '15:00' end at time zone 'Asia/Tokyo')`

/** SQL: the value in force when the span began. */
const base = sql`(array_agg(r.wbgt::numeric order by r.at desc) filter (where r.at <= ${spanBegin}))[1]`
const since = sql`filter (where r.at > ${spanBegin})`

/**
 * SQL, of a watcher `d` with its state `s`: whether its value has not moved by 0.1 °C for three hours of daytime (値が動きません). It is read
 * from the stored readings, however these came. What was not heard for a day is silent, and nobody is asked to look at its value.
 */
export const isStuck = (now: Date, tenant: TenantFilter): RawBuilder<boolean> => sql<boolean>`coalesce(
  s.last_at > ${new Date(now.getTime() - 24 * hourMs)}::timestamptz and (
    select count(*) >= ${sql.lit(fewestValues)}
           and greatest(${base}, max(r.wbgt::numeric) ${since}) - least(${base}, min(r.wbgt::numeric) ${since}) < ${sql.lit(unmoved)}
           and ${base} is not null
      from reading r
     where r.company_id = d.company_id and ${tenant('r')} and r.device_id = d.device_id and r.wbgt is not null
       and r.at >= ${spanBegin} - ${sql.lit(valueHolds)}::interval and r.at <= s.last_at
       and r.at >= ${new Date(now.getTime() - 48 * hourMs)}::timestamptz), false)`
