import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { tooManyRequests } from '../platform/errors.ts'
import { networkOf } from '../platform/network-of.ts'

/** Failed sign-ins one address may have in the window. */
export const failuresAllowed = 30
const windowMs = 10 * 60_000

/**
 * Refuses an address that has failed too often of late. Kept in the database, so that the limit is one limit
 * however many processes answer.
 * @throws Refusal 429 that says when the next try is free
 */
export const refuseWhenThrottled = async (db: Db, address: string, now: Date): Promise<void> => {
  const decisive = await db
    .selectFrom('login_failure as f')
    .select('f.at')
    .where('f.address', '=', networkOf(address))
    .where('f.at', '>', new Date(now.getTime() - windowMs))
    .orderBy('f.at', 'desc')
    .offset(failuresAllowed - 1)
    .limit(1)
    .executeTakeFirst()
  if (decisive !== undefined) throw tooManyRequests((decisive.at.getTime() + windowMs - now.getTime()) / 1_000, 'signInTooMany')
}

/** Counts a failure for the address, and removes some that are older than every window. */
export const recordFailure = async (db: Db, address: string, now: Date): Promise<void> => {
  const over = new Date(now.getTime() - windowMs)
  await sql`
    with forgotten as (
      delete from login_failure f
       where f.ctid in (select o.ctid from login_failure o where o.at <= ${over} limit 100 for update skip locked)
    )
    insert into login_failure (address, at) values (${networkOf(address)}, ${now})`.execute(db)
}
