import { parseRole } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'

/** Somebody in whose name work is done while they need not be signed in. */
export type Person = Omit<Actor, 'sessionId'>

type Row = TableRow<'app_user', 'login_id' | 'full_name' | 'role' | 'office_id' | 'group_id'>

/** A person with their rights as they are now; undefined once their account is deleted or disabled. */
export const findPerson = async (db: Db, { companyId, userId }: PersonKey): Promise<Person | undefined> => {
  const { rows } = await sql<Row>`
    select u.login_id, u.full_name, u.role, u.office_id, u.group_id from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId}
       and u.deleted_at is null and u.disabled_at is null`.execute(db)
  const [row] = rows
  const role = row === undefined ? undefined : parseRole(row.role)
  if (row === undefined || role === undefined) return undefined
  const { login_id, full_name: fullName, office_id: officeId, group_id: groupId } = row
  return { userId, loginId: login_id, fullName, role, companyId, officeId, groupId }
}
