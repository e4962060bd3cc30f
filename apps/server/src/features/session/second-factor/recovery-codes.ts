import { randomBytes, randomInt } from 'node:crypto'
import { recoveryCodeCount } from '@mimamori/contract'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { derivePasswordKey } from '../../../platform/secrets/password.ts'

// Without characters that are easily confused: 31 of them, ten a code, say some 49 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 10
const saltBytes = 16

const makeCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code as people read it: two halves. */
const inHalves = (code: string) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** Codes and what is kept of them. */
export type MadeCodes = { readonly salt: Buffer; readonly shown: string[]; readonly hashes: readonly Buffer[] }

/** Makes ten codes. They are fewer bits than a key, so they are hashed as slowly as passwords are. */
export const makeRecoveryCodes = async (): Promise<MadeCodes> => {
  const salt = randomBytes(saltBytes)
  const codes = Array.from({ length: recoveryCodeCount }, makeCode)
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await derivePasswordKey(code, salt))
  return { salt, shown: codes.map(inHalves), hashes }
}

/** Puts codes in the place of all that the person had. */
export const replaceRecoveryCodes = async (db: Db, { companyId, userId }: PersonKey, { salt, hashes }: MadeCodes): Promise<void> => {
  await db.deleteFrom('recovery_code as c').where('c.company_id', '=', companyId).where('c.user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ company_id: companyId, user_id: userId, code_hash, salt })))
    .execute()
}

/** How many of the person's codes are still good. */
export const countRecoveryCodes = async (db: Db, { companyId, userId }: PersonKey): Promise<number> => {
  const { left } = await db
    .selectFrom('recovery_code as c')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('c.company_id', '=', companyId)
    .where('c.user_id', '=', userId)
    .where('c.used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Takes a recovery code, once. @returns false where the person has no such code that is still good */
export const takeRecoveryCode = async (db: Db, { companyId, userId }: PersonKey, code: string, at: Date): Promise<boolean> => {
  const any = await db
    .selectFrom('recovery_code as c')
    .select('c.salt')
    .where('c.company_id', '=', companyId)
    .where('c.user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (any === undefined) return false
  const taken = await db
    .updateTable('recovery_code as c')
    .set({ used_at: at })
    .where('c.company_id', '=', companyId)
    .where('c.user_id', '=', userId)
    .where('c.code_hash', '=', await derivePasswordKey(code, any.salt))
    .where('c.used_at', 'is', null)
    .returning('c.user_id')
    .executeTakeFirst()
  return taken !== undefined
}
