import type { CardSignIn } from '@mimamori/contract'
import { sql } from 'kysely'
import { hashCardSecret } from '../../../shared/accounts/card-secret.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'

/** A card with its worker. */
export type KnownCard = PersonKey & {
  readonly fullName: string
  readonly officeId: number | null
  readonly dateOfBirth: string | null
  readonly phoneNumber: string | null
  readonly pinHash: string | null
  readonly pinOpenUntil: Date | null
  readonly lockedUntil: Date | null
  readonly opensAt: string | null
  readonly closesAt: string | null
}

/** The card of a living person by its secret; undefined where there is none, it was replaced, or the day of a guest is over. */
export const findCard = async (db: Db, { companyId, secret }: CardSignIn, now: Date): Promise<KnownCard | undefined> => {
  const { rows } = await sql<KnownCard>`
    select c.company_id as "companyId", c.user_id as "userId", u.full_name as "fullName", u.office_id as "officeId",
           u.date_of_birth::text as "dateOfBirth", u.phone_number as "phoneNumber", c.pin_hash as "pinHash",
           c.pin_open_until as "pinOpenUntil", c.pin_locked_until as "lockedUntil",
           o.opens_at::text as "opensAt", o.closes_at::text as "closesAt"
      from worker_card c
      join app_user u on u.company_id = c.company_id and u.company_id = ${companyId} and u.user_id = c.user_id
      left join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
     where c.company_id = ${companyId} and c.secret_hash = ${hashCardSecret(companyId, secret)} and u.deleted_at is null
       and (u.guest_until is null or u.guest_until > ${now})`.execute(db)
  return rows[0]
}

/** Whether a card still has this secret and this PIN; its row is locked until the transaction ends. */
export const hasPin = async (trx: Db, { companyId, secret }: CardSignIn, pinHash: string): Promise<boolean> => {
  const { rows } = await sql`
    select from worker_card c
     where c.company_id = ${companyId} and c.secret_hash = ${hashCardSecret(companyId, secret)} and c.pin_hash = ${pinHash}
       for update`.execute(trx)
  return rows.length > 0
}

/** Stores a first PIN while it may be chosen. False where that time is over, or one was chosen meanwhile. */
export const storePin = async (trx: Db, { companyId, secret }: CardSignIn, pinHash: string, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update worker_card c set pin_hash = ${pinHash}, pin_open_until = null, pin_failures = 0, pin_locks = 0, pin_locked_until = null
     where c.company_id = ${companyId} and c.secret_hash = ${hashCardSecret(companyId, secret)}
       and c.pin_hash is null and c.pin_open_until > ${now}`.execute(trx)
  return numAffectedRows === 1n
}
