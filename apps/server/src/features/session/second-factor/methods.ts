import type { SecondFactorMethod } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

type Had = Readonly<Record<SecondFactorMethod, boolean>>

/** How the person can take the second step; empty where the password alone signs them in. */
export const findMethods = async (db: Db, { companyId, userId }: PersonKey): Promise<SecondFactorMethod[]> => {
  const { rows } = await sql<Had>`
    select exists (select from totp t where t.company_id = ${companyId} and t.user_id = ${userId} and t.confirmed_at is not null) as totp,
           exists (select from passkey k where k.company_id = ${companyId} and k.user_id = ${userId}) as passkey,
           exists (select from recovery_code c
                    where c.company_id = ${companyId} and c.user_id = ${userId} and c.used_at is null) as "recoveryCode"`.execute(db)
  const [had] = rows
  if (had === undefined || !(had.totp || had.passkey)) return []
  return (['totp', 'recoveryCode', 'passkey'] as const).filter((method) => had[method])
}
