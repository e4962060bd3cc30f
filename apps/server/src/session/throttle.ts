import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { tooManyRequests } from '../platform/errors.ts'

/** Failed sign-ins one address may have in the window. */
export const failuresAllowed = 30
const windowMs = 10 * 60_000

/**
 * The address a failure counts for. An IPv6 customer holds a whole /64, so single addresses there would limit nobody.
 */
export const throttledAddress = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return plain.slice(0, 64)
  const [head = '', tail] = plain.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return `${[...front, ...middle, ...back]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}

/**
 * Refuses an address that has failed too often of late. Kept in the database, so that the limit is one limit
 * however many processes answer.
 * @throws Refusal 429 that says when the next try is free
 */
export const refuseWhenThrottled = async (db: Db, address: string, now: Date): Promise<void> => {
  const decisive = await db
    .selectFrom('login_failure as f')
    .select('f.at')
    .where('f.address', '=', throttledAddress(address))
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
    insert into login_failure (address, at) values (${throttledAddress(address)}, ${now})`.execute(db)
}
