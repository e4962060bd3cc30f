import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { firstLockMinutes, longestLockMinutes, rememberedDays, wrongPasswordsToLock } from '../sign-in-lockout.ts'

/** A try that was counted: whether it was the tenth in a row, so that the lock already holds unless the PIN is right. */
export type CountedTry = { readonly isLast: boolean }

/**
 * Counts a try before its PIN is compared, so that tries at once all count, in whichever process. The bounds are those of passwords;
 * they hold for the card wherever it is used, since nobody tries who has not seen it.
 * @returns undefined while a lock holds, when nothing is compared
 */
export const countTry = async (db: Db, { companyId, userId }: PersonKey, now: Date): Promise<CountedTry | undefined> => {
  const isTenth = sql`c.pin_failures + 1 = ${wrongPasswordsToLock}`
  const remembered = new Date(now.getTime() - rememberedDays * 24 * 3_600_000)
  const lock = sql`case when c.pin_locked_until > ${remembered} then c.pin_locks + 1 else 1 end`
  const minutes = sql`least(${firstLockMinutes}::int * 2 ^ (${lock} - 1), ${longestLockMinutes}::int)`
  const lockEnd = sql`to_timestamp(${now.getTime() / 1_000}::float8 + 60 * floor(${minutes}))`
  const { rows } = await sql<{ is_last: boolean | null }>`
    update worker_card c
       set pin_failures = case when c.pin_failures >= ${wrongPasswordsToLock} then 1 else c.pin_failures + 1 end,
           pin_locks = case when ${isTenth} then least(${lock}, 100) else c.pin_locks end,
           pin_locked_until = case when ${isTenth} then ${lockEnd} else c.pin_locked_until end
     where c.company_id = ${companyId} and c.user_id = ${userId} and (c.pin_locked_until is null or c.pin_locked_until <= ${now})
    returning c.pin_locked_until > ${now} as is_last`.execute(db)
  const [counted] = rows
  return counted === undefined ? undefined : { isLast: counted.is_last === true }
}

/** Forgets the wrong PINs of a card: the right one was typed. */
export const forgetTries = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  await sql`
    update worker_card c set pin_failures = 0, pin_locks = 0, pin_locked_until = null
     where c.company_id = ${companyId} and c.user_id = ${userId}`.execute(db)
}
