import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { tooManyRequests } from '../../platform/errors.ts'
import { networksOf } from '../../platform/traffic/network-of.ts'
import { type From, knowsPlace } from './sign-in-lockout.ts'

type Bound = { readonly failures: number; readonly windowMs: number }

const hourMs = 60 * 60_000

/** Failed sign-ins that are allowed in the window. */
export const failuresAllowed = 30
export const signInBound: Bound = { failures: failuresAllowed, windowMs: 10 * 60_000 }

/** Wrong tries of one login ID, or of one that nobody has, from places that its owner never signed in from. */
export const newPlacesBound: Bound = { failures: 100, windowMs: hourMs }

/** Starts of single sign-on from a network, whether they lead anywhere or not: as many as a site has that signs in at seven. */
export const startsBound: Bound = { failures: 100, windowMs: 10 * 60_000 }

/** Whose failures are counted together; networks by their address, all else by a word of its own before it. */
export const countOf = {
  person: ({ companyId, userId }: PersonKey): string => `person ${companyId} ${userId}`,
  browsers: ({ companyId, userId }: PersonKey): string => `browsers ${companyId} ${userId}`,
  // Hashed, since people type passwords into the wrong field.
  loginId: (typed: string): string => `login ${createHash('sha256').update(typed.toLowerCase()).digest('hex')}`,
}

// One provider gives a customer a /64, a /56 or a /48, and one guesser rents a whole IPv4 /24: wider networks have more people.
const timesOfNetworks = [1, 4, 8] as const

/** Failures that are counted together, and how many of them are allowed. */
type Count = { readonly counted: string; readonly bound: Bound }

/** The failures that a try to sign in is refused by, the narrowest first, and those that it counts among where it fails. */
export type Counts = { readonly refusedBy: readonly [Count, ...Count[]]; readonly failsFor: readonly string[] }

/** One count, which a try is refused by and counts among. */
export const countsOf = (counted: string, bound = signInBound): Counts => ({ refusedBy: [{ counted, bound }], failsFor: [counted] })

/** Counts of an address and of the wider networks around it. @param word what is counted, where it is not tries to sign in */
export const countsOfNetworks = (address: string, bound: Bound, word = ''): Counts => {
  const countAt = (network: string, index: number): Count => ({
    counted: `${word}${network}`,
    bound: { ...bound, failures: bound.failures * (timesOfNetworks[index] ?? 1) },
  })
  const [narrowest, ...wider] = networksOf(address)
  const refusedBy = [countAt(narrowest, 0), ...wider.map((network, n) => countAt(network, n + 1))] as const
  return { refusedBy, failsFor: refusedBy.map(({ counted }) => counted) }
}

/**
 * Whose failures a try to sign in counts among: in a browser that the person signed in from before, their own in such
 * browsers, so that nobody's guesses keep them out; else those of the networks, over all accounts. Somebody who came in from
 * the address before is not kept out by failures in the wider networks around it.
 */
export const countsOfTry = async (db: Db, person: PersonKey, from: From): Promise<Counts> => {
  const isKnown = await knowsPlace(db, person, from)
  if (from.browser.idFor(person) !== undefined) return countsOf(countOf.browsers(person))
  const counts = countsOfNetworks(from.address, signInBound)
  return isKnown ? { ...counts, refusedBy: [counts.refusedBy[0]] } : counts
}

/**
 * Refuses somebody who has failed too often lately. Kept in the database, so that the limit is one limit however many processes
 * answer. One statement, however many counts there are.
 * @throws Refusal 429 that says when the next try is free
 */
export const refuseWhenThrottled = async (db: Db, { refusedBy }: Pick<Counts, 'refusedBy'>, now: Date): Promise<void> => {
  const { rows } = await sql<{ free_at: Date | null }>`
    select max(decisive.at + c.window_ms * interval '1 millisecond') as free_at
      from unnest(${refusedBy.map(({ counted }) => counted)}::text[], ${refusedBy.map(({ bound }) => bound.failures)}::int[],
                  ${refusedBy.map(({ bound }) => bound.windowMs)}::int[]) as c (counted, failures, window_ms)
     cross join lateral (
       select f.at from login_failure f
        where f.address = c.counted and f.at > ${now}::timestamptz - c.window_ms * interval '1 millisecond'
        order by f.at desc offset c.failures - 1 limit 1) decisive`.execute(db)
  const freeAt = rows[0]?.free_at ?? null
  if (freeAt !== null) throw tooManyRequests((freeAt.getTime() - now.getTime()) / 1_000, 'signInTooMany')
}

/** Counts a failure, and removes some that are older than every window. */
export const recordFailure = async (db: Db, { failsFor }: Pick<Counts, 'failsFor'>, now: Date): Promise<void> => {
  const over = new Date(now.getTime() - hourMs)
  await sql`
    with forgotten as (
      delete from login_failure f
       where f.ctid in (select o.ctid from login_failure o where o.at <= ${over} limit 100 for update skip locked)
    )
    insert into login_failure (address, at) select c.counted, ${now}::timestamptz from unnest(${failsFor}::text[]) as c (counted)`.execute(
    db,
  )
}

/** Takes back one failure, the last, of each that a try counted among: it was none. */
export const removeFailure = async (db: Db, { failsFor }: Pick<Counts, 'failsFor'>): Promise<void> => {
  await sql`
    delete from login_failure f
     where f.ctid in (
       select l.ctid from unnest(${failsFor}::text[]) as c (counted)
        cross join lateral (select o.ctid from login_failure o where o.address = c.counted order by o.at desc limit 1 for update skip locked) l)`.execute(
    db,
  )
}
