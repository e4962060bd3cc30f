import { admins } from '@mimamori/contract'
import { sql } from 'kysely'
import { providerId } from '../../organisation/keys.ts'

// Whoever reads reports of a site: administrators within their reach.
const reaches = sql`
  u.deleted_at is null and u.disabled_at is null and u.role = any(${admins}::text[])
  and (u.role <> 'HeadquartersAdmin' or u.office_id = s.office_id)
  and u.company_id = case u.role when 'AdminUnitService' then ${providerId}::int else s.company_id end`

/** SQL: why the schedule `s` cannot be sent within the rights of who saved it last, as they are now; null where it can. */
export const senderProblem = sql<SenderProblem | null>`(
  select case when u.user_id is null or u.deleted_at is not null then 'senderGone'
              when u.disabled_at is not null then 'senderDisabled'
              when not (${reaches}) then 'senderOutside' end
    from (select) one
    left join app_user u on u.company_id = s.sender_company_id and u.user_id = s.sender_id)`
export type SenderProblem = 'senderGone' | 'senderDisabled' | 'senderOutside'

/** SQL: the addresses of the schedule `s` in their order, and of each whether it is that of an account that sees the site now. */
export const addressesWithReach = sql<readonly { readonly address: string; readonly inside: boolean }[]>`(
  select jsonb_agg(jsonb_build_object('address', a.address, 'inside', exists (
           select from app_user u where u.company_id in (${providerId}::int, s.company_id) and lower(u.email) = lower(a.address) and ${reaches}))
           order by a.place)
    from unnest(s.addresses) with ordinality as a (address, place))`
