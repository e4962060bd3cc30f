import { sql } from 'kysely'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'

/** SQL: whether a lock by failures holds for the person `u` somewhere: at one address, or at all others. */
export const isLockedOut = (now: Date, tenant: TenantFilter) => sql<boolean>`exists (
  select from sign_in_place p where p.company_id = u.company_id and ${tenant('p')} and p.user_id = u.user_id and p.locked_until > ${now})`
