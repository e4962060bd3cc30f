import { sql } from 'kysely'
import { companyOfLogin } from '../../shared/accounts/login.ts'
import { unlockPerson } from '../../shared/accounts/unlock-person.ts'
import type { Context, Db } from '../../platform/context.ts'

/** The address in the log for the operator of the server. */
export const atServer = 'サーバー'

/** The living account of a login ID, as an operator types it, locked until the transaction ends. */
export const lockAccount = async (db: Db, loginId: string) => {
  const companyId = await companyOfLogin(db, loginId.trim())
  if (companyId === undefined) return undefined
  return db
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.full_name', 'u.company_id', 'u.office_id'])
    .where('u.company_id', '=', companyId)
    .where('u.login_key', '=', sql<string>`lower(${loginId.trim()})`)
    .where('u.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Lets an account in again by its login ID, for the operator on the server: where the only administrator is locked,
 * nobody else can.
 * @returns what became of it; `unknown` where there is no such account
 */
export const unlockLogin = ({ db, clock }: Pick<Context, 'db' | 'clock'>, loginId: string): Promise<'unlocked' | 'notLocked' | 'unknown'> =>
  db.transaction().execute(async (trx) => {
    const person = await lockAccount(trx, loginId)
    if (person === undefined) return 'unknown'
    return (await unlockPerson(trx, person, { at: clock(), actor: null, address: atServer })) ? 'unlocked' : 'notLocked'
  })
