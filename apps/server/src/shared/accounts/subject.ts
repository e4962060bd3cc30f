import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'

/** What a provider calls somebody. */
export type Subject = { readonly issuer: string; readonly subject: string }

/**
 * Keeps what a provider calls somebody who signs in there.
 * @returns false where the same provider called them otherwise before: it may be somebody else with the same address
 */
export const keepSubject = async (db: Db, { companyId, userId }: PersonKey, { issuer, subject }: Subject): Promise<boolean> => {
  const { rows } = await sql`
    insert into identity_subject as s (company_id, user_id, issuer, subject) values (${companyId}, ${userId}, ${issuer}, ${subject})
    on conflict (company_id, user_id) do update set issuer = excluded.issuer, subject = excluded.subject
     where s.issuer <> excluded.issuer or s.subject = excluded.subject
    returning s.user_id`.execute(db)
  return rows.length > 0
}

/** Forgets it: the next person whom the provider names for this account is accepted. */
export const forgetSubject = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  await sql`delete from identity_subject s where s.company_id = ${companyId} and s.user_id = ${userId}`.execute(db)
}
