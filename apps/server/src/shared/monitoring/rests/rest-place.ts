import { type RawBuilder, sql } from 'kysely'
import { type TenantFilter, tenantsOf } from '../../organisation/tenant-filter.ts'

/**
 * SQL: whether people rest where a gateway is, by its alias: it is marked 休憩所, or its place has a name that is. Of these companies.
 */
export const isRestPlace = (gateway: string, tenant: TenantFilter): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${gateway}.${name}`)
  return sql<boolean>`(${column('rest_place')} or exists (
    select from named_place np
     where np.company_id = ${column('company_id')} and ${tenant('np')} and np.office_id = ${column('office_id')}
       and np.name = ${column('location_name')} and np.rest_place))`
}

/**
 * SQL: whether a rest (alias `r`) of one company was taken as far as the product knows: a resting place heard the person, or their site
 * has none, so that a leader's word is all there is.
 */
export const isConfirmedRest = (companyId: number): RawBuilder<boolean> => sql<boolean>`(
  r.source = 'place' or r.arrived_at is not null or not exists (
    select from device rp
     where rp.company_id = ${companyId} and rp.office_id = r.office_id and rp.kind = 'gateway' and ${isRestPlace('rp', tenantsOf([{ companyId }]))}))`
