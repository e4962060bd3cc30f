import { type RawBuilder, sql } from 'kysely'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'

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
