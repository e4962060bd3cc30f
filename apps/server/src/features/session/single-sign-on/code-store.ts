import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { unauthorised } from '../../../platform/errors.ts'
import type { Proof } from '../proof.ts'

/** How long a code is good for: the console exchanges it at once. */
const codeMs = 60_000

const hash = (text: string) => createHash('sha256').update(text).digest()

type NewCode = {
  /** What only the browser that began knows. */
  readonly browser: string
  /** Whether the provider asked the person to sign in again. */
  readonly isFresh: boolean
}

/**
 * Makes a code that the browser exchanges for a session of the person, once.
 * @returns the code; only its hash is kept
 */
export const makeCode = async (db: Db, { companyId, userId }: PersonKey, { browser, isFresh }: NewCode, now: Date): Promise<string> => {
  const code = randomBytes(32).toString('base64url')
  await sql`
    with forgotten as (
      delete from sign_in_code s
       where s.company_id = ${companyId}
         and s.ctid in (select o.ctid from sign_in_code o where o.company_id = ${companyId} and o.expires_at <= ${now} limit 100 for update skip locked)
    )
    insert into sign_in_code (company_id, code_hash, user_id, browser_hash, is_fresh, expires_at)
    values (${companyId}, ${hash(code)}, ${userId}, ${hash(browser)}, ${isFresh}, ${new Date(now.getTime() + codeMs)})`.execute(db)
  return code
}

const spend = async (db: Db, code: string, companyId: number): Promise<boolean> => {
  const used = await db
    .deleteFrom('sign_in_code as s')
    .where('s.company_id', '=', companyId)
    .where('s.code_hash', '=', hash(code))
    .returning('s.user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** The person a code is for, and whether they signed in at the provider just now; undefined where it is none, too old, used, or another browser's, which uses it up too. */
export const findCode = async (
  db: Db,
  code: string,
  { companyId, browser }: { readonly companyId: number; readonly browser: string },
  now: Date,
): Promise<{ readonly person: PersonKey; readonly isFresh: boolean } | undefined> => {
  const found = await db
    .selectFrom('sign_in_code as s')
    .select(['s.user_id', 's.browser_hash', 's.is_fresh', 's.expires_at'])
    .where('s.company_id', '=', companyId)
    .where('s.code_hash', '=', hash(code))
    .executeTakeFirst()
  if (found === undefined) return undefined
  if (found.expires_at > now && found.browser_hash.equals(hash(browser)))
    return { person: { companyId, userId: found.user_id }, isFresh: found.is_fresh }
  await spend(db, code, companyId)
  return undefined
}

/** The provider's answer that a code gives access to, once. */
export const spentCode =
  (code: string, companyId: number): Proof =>
  async (trx) => {
    if (!(await spend(trx, code, companyId))) throw unauthorised('ssoExpired')
  }
