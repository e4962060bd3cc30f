import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { providerId } from '../../shared/organisation/keys.ts'

/** Who runs the service: the numbers of the accounts in use, and their mail addresses, each once. */
export type ServiceAdmins = { readonly userIds: readonly number[]; readonly addresses: readonly string[] }

export const readServiceAdmins = async (db: Db): Promise<ServiceAdmins> => {
  const { rows } = await sql<{ user_id: number; email: string | null }>`
    select u.user_id, nullif(lower(u.email), '') as email from app_user u
     where u.company_id = ${providerId} and u.role = 'AdminUnitService' and u.deleted_at is null and u.disabled_at is null
     order by u.user_id`.execute(db)
  return { userIds: rows.map(({ user_id: userId }) => userId), addresses: [...new Set(rows.flatMap(({ email }) => email ?? []))] }
}
