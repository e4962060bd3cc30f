import type { Role } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Period } from './period.ts'

/** Notices received, of everything or of one day, hour or receiver. */
export type NoticeCount = {
  readonly set: 'all' | 'day' | 'hour' | 'receiver'
  readonly day: string | null
  readonly hour: number | null
  readonly receiver: string | null
  readonly userId: number | null
  readonly name: string | null
  readonly role: Role | null
  readonly received: number
  readonly mail: number
  readonly push: number
}

/**
 * What was sent about a site's alerts in a period, each address and each person with a browser as one receiver. An address that
 * is an account's counts as its person.
 */
export const countNotices = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Period): Promise<NoticeCount[]> => {
  const { rows } = await sql<NoticeCount>`
    with received as (
      select to_char(n.at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, extract(hour from n.at at time zone 'Asia/Tokyo')::int as hour,
             n.channel, coalesce(u.user_id::text, lower(reader.address)) as receiver, u.user_id,
             coalesce(u.full_name, n.user_name, reader.address) as name, coalesce(u.role, n.role) as role
        from alert_notice n
        join alert a on a.company_id = ${companyId} and a.alert_id = n.alert_id and a.office_id = ${officeId} and not a.drill
       cross join lateral (
         select n.user_id, null::text as address where n.user_id is not null
         union all
         select null, x.address from unnest(n.addresses) as x (address) where n.user_id is null) reader
        left join lateral (
         select p.user_id, p.full_name, p.role from app_user p
          where p.company_id = ${companyId}
            and (p.user_id = reader.user_id or (p.deleted_at is null and lower(p.email) = lower(reader.address)))
          order by p.user_id limit 1) u on true
       where n.company_id = ${companyId} and n.at >= ${from} and n.at < ${to} and n.channel <> 'none')
    select case when grouping(r.day) = 0 then 'day' when grouping(r.hour) = 0 then 'hour' when grouping(r.receiver) = 0 then 'receiver'
                else 'all' end as set,
           r.day, r.hour, r.receiver, max(r.user_id) as "userId", max(r.name) as name, max(r.role) as role, count(*)::int as received,
           count(*) filter (where r.channel = 'mail')::int as mail, count(*) filter (where r.channel = 'push')::int as push
      from received r
     group by grouping sets ((), (r.day), (r.hour), (r.receiver))`.execute(db)
  return rows
}
