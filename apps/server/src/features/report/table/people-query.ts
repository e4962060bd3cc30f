import { workerRoles } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { type TenantFilter, tenantsOf } from '../../../shared/organisation/tenant-filter.ts'

type Span = { readonly from: Date; readonly to: Date }

/** Whether a person (alias `u`) is registered at the site (alias `s`) as somebody who wears devices. */
const isRegistered = sql<boolean>`(
  u.office_id = s.office_id and u.deleted_at is null and u.role = any(${[...workerRoles]}::text[]))`

const sameSite = (one: string, other: string) =>
  sql<boolean>`(${sql.ref(`${one}.company_id`)} = ${sql.ref(`${other}.company_id`)} and ${sql.ref(`${one}.office_id`)} = ${sql.ref(`${other}.office_id`)})`

/**
 * Everybody who has a stored hour at the sites, whenever it was: from person to person along the index, since each has
 * thousands of hours and one is enough.
 */
const everybodyEver = (tenant: TenantFilter) => sql`
  select s.company_id, s.office_id, (select min(h.user_id) from hourly_summary h where ${sameSite('h', 's')} and ${tenant('h')}) as user_id
    from site s
   union all
  select e.company_id, e.office_id,
         (select min(h.user_id) from hourly_summary h where ${sameSite('h', 'e')} and ${tenant('h')} and h.user_id > e.user_id)
    from ever e where e.user_id is not null`

// The limit has each looked up by the index: the planner would count through everybody's hours instead.
const theseEver = (workers: readonly number[], tenant: TenantFilter) => sql`
  select s.company_id, s.office_id, w.user_id
    from site s, unnest(${workers}::int[]) as w (user_id),
         lateral (select from hourly_summary h where ${sameSite('h', 's')} and ${tenant('h')} and h.user_id = w.user_id limit 1) one`

const inHour = (alias: string, instant: string) =>
  sql<boolean>`(${sameSite(alias, 's')} and ${sql.ref(`${alias}.user_id`)} = d.user_id
    and ${sql.ref(`${alias}.${instant}`)} >= d.hour and ${sql.ref(`${alias}.${instant}`)} < d.hour + interval '1 hour')`

/** Who was at the sites in hours that run or are due: of those no summary says it yet, their readings and alerts do. */
const thereInDueHours = ({ from, to }: Span, isSelected: (column: string) => RawBuilder<boolean>, tenant: TenantFilter) => sql`
  select distinct s.company_id, s.office_id, d.user_id
    from site s join summary_due d on d.company_id = s.company_id and ${tenant('d')}
   where d.hour >= ${from} and d.hour < ${to} and ${isSelected('d.user_id')}
     and not exists (select from app_user u where u.company_id = d.company_id and ${tenant('u')} and u.user_id = d.user_id and ${isRegistered})
     and (exists (select from reading r where ${inHour('r', 'at')} and ${tenant('r')} and r.at >= ${from} and r.at < ${to})
       or exists (select from alert a where ${inHour('a', 'started_at')} and ${tenant('a')} and not a.withdrawn))`

const formerPeople = (
  span: Span,
  workers: readonly number[] | undefined,
  isSelected: (column: string) => RawBuilder<boolean>,
  tenant: TenantFilter,
) => sql`
  ever (company_id, office_id, user_id) as (${workers === undefined ? everybodyEver(tenant) : theseEver(workers, tenant)}),
  in_due as materialized (${thereInDueHours(span, isSelected, tenant)}),
  former as (
    select s.company_id, s.office_id, u.user_id,
           exists (select from in_due i where ${sameSite('i', 's')} and i.user_id = u.user_id)
           or exists (select from hourly_summary h where ${sameSite('h', 's')} and ${tenant('h')} and h.user_id = u.user_id
                         and h.hour >= ${span.from} and h.hour < ${span.to}) as was_there
      from (select e.* from ever e where e.user_id is not null union select i.* from in_due i) f
      join site s on ${sameSite('s', 'f')}
      join app_user u on u.company_id = f.company_id and ${tenant('u')} and u.user_id = f.user_id and ${isRegistered} is not true
  )`

/**
 * The beginning of a query about the people of some sites: `site`, and `person` (company_id, office_id, user_id,
 * registered, was_there), one row for each site somebody is or was at. Anyone who is not registered there now was there in
 * the span (half open); of people who are named also those who were there at any other time.
 */
export const withPeople = (
  sites: readonly { readonly companyId: number; readonly officeId: number }[],
  span: Span | undefined,
  workers: readonly number[] | undefined,
): RawBuilder<unknown> => {
  const isSelected = (column: string) =>
    workers === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${workers}::int[])`
  const tenant = tenantsOf(sites)
  return sql`
    with recursive site as (
      select * from unnest(${sites.map(({ companyId }) => companyId)}::int[], ${sites.map(({ officeId }) => officeId)}::int[]) as s (company_id, office_id)
    ), ${span === undefined ? sql`` : sql`${formerPeople(span, workers, isSelected, tenant)},`}
    person as (
      select s.company_id, s.office_id, u.user_id, true as registered, true as was_there
        from site s join app_user u on u.company_id = s.company_id and ${tenant('u')} and ${isRegistered} and ${isSelected('u.user_id')}
      ${
        span === undefined
          ? sql``
          : sql`union all select f.company_id, f.office_id, f.user_id, false, f.was_there from former f
                 where ${workers === undefined ? sql`f.was_there` : sql`true`}`
      }
    )`
}
