import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonKey } from '../organisation/keys.ts'
import type { Db } from '../platform/context.ts'
import { tooManyRequests } from '../platform/errors.ts'
import { networkOf } from '../platform/traffic/network-of.ts'
import { knowsPlace } from './lock.ts'

type Bound = { readonly failures: number; readonly windowMs: number }

const hourMs = 60 * 60_000

/** Failed sign-ins that are allowed in the window. */
export const failuresAllowed = 30
const signInBound: Bound = { failures: failuresAllowed, windowMs: 10 * 60_000 }

/** Tries of one login ID from new addresses that are looked at while its account is locked there. */
export const lockedBound: Bound = { failures: 100, windowMs: hourMs }

/** Whose failures are counted together; networks by their address, all else by a word of its own before it. */
export const countOf = {
  person: ({ companyId, userId }: PersonKey): string => `person ${companyId} ${userId}`,
  place: ({ companyId, userId }: PersonKey, address: string): string => `place ${companyId} ${userId} ${networkOf(address)}`,
  singleSignOn: (address: string): string => `sso ${networkOf(address)}`,
  // Hashed, since people type passwords into the wrong field.
  loginId: (typed: string): string => `login ${createHash('sha256').update(typed.toLowerCase()).digest('hex')}`,
}

/**
 * Whose failures a try to sign in counts among: of somebody who came in from that network before, their own there, so that
 * they keep no colleague behind the same address out; of anybody else, the network's.
 */
export const countOfTry = async (db: Db, person: PersonKey | undefined, address: string): Promise<string> =>
  person !== undefined && (await knowsPlace(db, person, address)) ? countOf.place(person, address) : networkOf(address)

/**
 * Refuses who has failed too often of late. Kept in the database, so that the limit is one limit however many processes
 * answer.
 * @param counted whose failures, see `countOf`
 * @throws Refusal 429 that says when the next try is free
 */
export const refuseWhenThrottled = async (db: Db, counted: string, now: Date, bound = signInBound): Promise<void> => {
  const decisive = await db
    .selectFrom('login_failure as f')
    .select('f.at')
    .where('f.address', '=', counted)
    .where('f.at', '>', new Date(now.getTime() - bound.windowMs))
    .orderBy('f.at', 'desc')
    .offset(bound.failures - 1)
    .limit(1)
    .executeTakeFirst()
  if (decisive !== undefined) throw tooManyRequests((decisive.at.getTime() + bound.windowMs - now.getTime()) / 1_000, 'signInTooMany')
}

/** Counts a failure, and removes some that are older than every window. */
export const recordFailure = async (db: Db, counted: string, now: Date): Promise<void> => {
  const over = new Date(now.getTime() - hourMs)
  await sql`
    with forgotten as (
      delete from login_failure f
       where f.ctid in (select o.ctid from login_failure o where o.at <= ${over} limit 100 for update skip locked)
    )
    insert into login_failure (address, at) values (${counted}, ${now})`.execute(db)
}
