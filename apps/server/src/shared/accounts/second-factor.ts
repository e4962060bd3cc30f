import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { TenantFilter } from '../organisation/tenant-filter.ts'

/** True for a person (alias `u`) who needs more than the password to sign in. */
export const hasSecondFactor = (tenant: TenantFilter): RawBuilder<boolean> => sql<boolean>`(
  exists (select from totp t where t.company_id = u.company_id and ${tenant('t')} and t.user_id = u.user_id and t.confirmed_at is not null)
  or exists (select from passkey k where k.company_id = u.company_id and ${tenant('k')} and k.user_id = u.user_id))`

/** What an account may be known by besides its password, as the tables keep it beside company and person. */
const storedIn = {
  totp: ['secret', 'started_at', 'confirmed_at', 'last_step'],
  passkey: ['credential_id', 'name', 'public_key', 'counter', 'transports', 'created_at', 'last_used_at'],
  recovery_code: ['code_hash', 'salt', 'used_at'],
} as const

/** The tables of second factors. */
export const secondFactorTables = Object.keys(storedIn)

/** Forgets the person's app, passkeys and recovery codes: the password alone signs them in again. */
export const forgetSecondFactor = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  for (const table of secondFactorTables)
    await sql`delete from ${sql.table(table)} f where f.company_id = ${companyId} and f.user_id = ${userId}`.execute(db)
}

/** Hands app, passkeys and recovery codes to the account that continues for this one in another company. */
export const carrySecondFactor = async (db: Db, from: PersonKey, to: PersonKey): Promise<void> => {
  for (const [table, columns] of Object.entries(storedIn)) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(table)} (company_id, user_id, ${names})
      select ${to.companyId}, ${to.userId}, ${names} from ${sql.table(table)} f
       where f.company_id = ${from.companyId} and f.user_id = ${from.userId}`.execute(db)
  }
  await forgetSecondFactor(db, from)
}
