import type { ClientBase, Pool } from 'pg'
import type { Actor } from './http/route.ts'

const unchanged = `
  select from app_user u
   where u.company_id = $1 and u.user_id = $2 and u.deleted_at is null and u.disabled_at is null
     and u.role = $3 and u.office_id is not distinct from $4`

const isUnchanged = async (client: ClientBase | Pool, { companyId, userId, role, officeId }: Actor, lock: string): Promise<boolean> => {
  const { rows } = await client.query(`${unchanged} ${lock}`, [companyId, userId, role, officeId])
  return rows.length > 0
}

/** Whether the person still has the account, the role and the place of work with which they asked for long work. */
export const isStillThere = (pool: Pool, actor: Actor): Promise<boolean> => isUnchanged(pool, actor, '')

/** The same, and it stays so until the client's transaction ends. */
export const staysThere = (client: ClientBase, actor: Actor): Promise<boolean> => isUnchanged(client, actor, 'for share of u')
