import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'

/** The constraint that refuses a login ID somebody has. */
export const loginTaken = 'login_pkey'

/**
 * Lets those who make, change and delete accounts take turns on a cluster until the transaction ends; called before it locks
 * anything. Login IDs and companies are on every node there and are locked whole by who writes them: two that had looked at
 * their company first would wait for each other. On one server they do not meet.
 */
export const takeAccountsTurn = async (db: Db, { isDivided }: Pick<Context, 'isDivided'>): Promise<void> => {
  if (isDivided) await sql`select pg_advisory_xact_lock(hashtext('accounts of a cluster'))`.execute(db)
}

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
  const { rows } = await sql<{ company_id: number }>`
    select l.company_id from login l where l.login_key = lower(${loginId})`.execute(db)
  return rows[0]?.company_id
}

/** Frees a login ID, once no living account has it. */
export const releaseLogin = async (db: Db, loginId: string): Promise<void> => {
  await sql`delete from login l where l.login_key = lower(${loginId})`.execute(db)
}
