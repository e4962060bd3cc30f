import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { type PersonKey, providerId } from '../../../shared/organisation/keys.ts'

/** Somebody whom the operator of the server may mean, deleted people included. */
export type MatchedPerson = PersonKey & {
  readonly loginId: string
  readonly fullName: string
  readonly companyName: string | null
  readonly isDeleted: boolean
}

/**
 * People of all companies who have a login ID or a worker's code, or who had it when they were deleted.
 * @param text as an operator types it; with `isNumber` the number of one account
 */
export const findPeople = async (db: Db, text: string, isNumber: boolean): Promise<readonly MatchedPerson[]> => {
  const isMeant = isNumber
    ? sql`u.user_id::text = ${text.trim()}`
    : sql`(lower(u.login_id) = lower(${text.trim()}) or u.worker_code = ${text.trim()})`
  const { rows } = await sql<MatchedPerson>`
    select u.company_id as "companyId", u.user_id as "userId", u.login_id as "loginId", u.full_name as "fullName",
           c.name as "companyName", u.deleted_at is not null as "isDeleted"
      from app_user u left join company c on c.company_id = u.company_id and c.company_id <> ${providerId}
     where ${isMeant} order by u.company_id, u.user_id`.execute(db)
  return rows
}
