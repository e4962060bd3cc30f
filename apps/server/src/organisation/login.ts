import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** The constraint that refuses a login ID somebody has. */
export const loginTaken = 'login_pkey'

/**
 * Claims a login ID for an account of the company; the account is written after it, in the same transaction. Login IDs
 * are unique over all companies, whatever their case.
 * @throws a violation of `loginTaken` where somebody has it
 */
export const claimLogin = async (db: Db, { companyId, loginId }: { companyId: number; loginId: string }): Promise<void> => {
  await sql`insert into login (login_key, company_id) values (lower(${loginId}), ${companyId})`.execute(db)
}

/** The company of a login ID, whose case does not matter; undefined where nobody has it. Everything else of its account lies there. */
export const companyOfLogin = async (db: Db, loginId: string): Promise<number | undefined> => {
  const { rows } = await sql<{ companyId: number }>`
    select l.company_id as "companyId" from login l where l.login_key = lower(${loginId})`.execute(db)
  return rows[0]?.companyId
}

/** Frees a login ID, once no living account has it. */
export const releaseLogin = async (db: Db, loginId: string): Promise<void> => {
  await sql`delete from login l where l.login_key = lower(${loginId})`.execute(db)
}
