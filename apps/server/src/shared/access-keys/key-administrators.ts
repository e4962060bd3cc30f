import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { providerId } from '../organisation/keys.ts'

const addressesOf = async (db: Db, role: string, companyId: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ address: string }>`
    select distinct lower(u.email) as address from app_user u
     where u.company_id = ${companyId} and u.role = ${role} and u.deleted_at is null and u.disabled_at is null and u.email <> ''
     order by 1`.execute(db)
  return rows.map(({ address }) => address)
}

/**
 * The mail addresses that are notified before a key of a company ends: of its own administrators, or of the provider's where none of them
 * has one.
 */
export const keyAdministrators = async (db: Db, companyId: number): Promise<readonly string[]> => {
  const own = await addressesOf(db, 'AdminUnitContract', companyId)
  return own.length > 0 ? own : addressesOf(db, 'AdminUnitService', providerId)
}
