import { sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import { networkOf } from '../../platform/traffic/network-of.ts'
import type { KnownBrowser } from './known-browser.ts'

/** Wrong passwords in a row that lock (spec: the tenth). */
export const wrongPasswordsToLock = 10

// Each lock lasts twice as long as the one before, up to a day; after a week without one they start again. All addresses where
// nobody signed in from are shut by any ten tries of a stranger, so that lock must let the owner in again the same hour.
export const firstLockMinutes = 15
export const longestLockMinutes = 24 * 60
const longestOtherPlacesMinutes = 60
export const rememberedDays = 7

// What no address begins with.
const browserPlace = 'browser '

/** Where a try to sign in comes from. */
export type From = { readonly address: string; readonly browser: KnownBrowser }

/** The place whose failures a try counts for: a browser or an address that the person signed in from before, else all others. */
const placeOf = (person: PersonKey, { address, browser }: From) => {
  const { companyId, userId } = person
  const id = browser.idFor(person)
  const known = id === undefined ? null : `${browserPlace}${id}`
  return sql<string>`coalesce(${known}::text, (
  select k.address from sign_in_place k
   where k.company_id = ${companyId} and k.user_id = ${userId} and k.address = ${networkOf(address)} and k.seen_at is not null), '')`
}

const readPlace = async (db: Db, person: PersonKey, from: From): Promise<string> => {
  const { rows } = await sql<{ place: string }>`select ${placeOf(person, from)} as place`.execute(db)
  return rows[0]?.place ?? ''
}

/** Whether the person came in from that browser or network before, so that it is a known place. */
export const knowsPlace = async (db: Db, person: PersonKey, from: From): Promise<boolean> => (await readPlace(db, person, from)) !== ''

/** Until when a lock by failures holds for attempts to sign in as the person from there; undefined without one. */
export const lockEndFrom = async (db: Db, person: PersonKey, from: From, now: Date): Promise<Date | undefined> => {
  const { rows } = await sql<{ locked_until: Date }>`
    select p.locked_until from sign_in_place p
     where p.company_id = ${person.companyId} and p.user_id = ${person.userId}
       and p.address = ${placeOf(person, from)} and p.locked_until > ${now}`.execute(db)
  return rows[0]?.locked_until
}

/** Whether a lock by failures holds for attempts to sign in as the person from there. */
export const isLockedFrom = async (db: Db, person: PersonKey, from: From, now: Date): Promise<boolean> =>
  (await lockEndFrom(db, person, from, now)) !== undefined

// In one statement, so that guesses made at once all count. While the lock holds nothing counts: it ends when it said it would.
const countAt = async (db: Db, person: PersonKey, from: From, now: Date): Promise<{ locks: boolean }> => {
  const isTenth = sql`p.failures + 1 = ${wrongPasswordsToLock}`
  const remembered = new Date(now.getTime() - rememberedDays * 24 * 3_600_000)
  const lock = sql`case when p.locked_until > ${remembered} then p.locks + 1 else 1 end`
  const longest = sql`case when p.address = '' then ${longestOtherPlacesMinutes}::int else ${longestLockMinutes}::int end`
  const minutes = sql`least(${firstLockMinutes}::int * 2 ^ (${lock} - 1), ${longest})`
  // An instant by its seconds: its sum with an interval would depend on the session's time zone, which a cluster refuses here.
  const lockEnd = sql`to_timestamp(${now.getTime() / 1_000}::float8 + 60 * floor(${minutes}))`
  const place = await readPlace(db, person, from)
  const { rows } = await sql<{ locks: boolean | null }>`
    insert into sign_in_place as p (company_id, user_id, address, failures, seen_at)
    select u.company_id, u.user_id, ${place}, 1, ${place.startsWith(browserPlace) ? now : null}::timestamptz
      from app_user u where u.company_id = ${person.companyId} and u.user_id = ${person.userId}
    on conflict (company_id, user_id, address) do update
       set failures = case when p.failures >= ${wrongPasswordsToLock} then 1 else p.failures + 1 end,
           -- Past the longest lock the number says nothing more.
           locks = case when ${isTenth} then least(${lock}, 100) else p.locks end,
           locked_until = case when ${isTenth} then ${lockEnd} else p.locked_until end
     where p.locked_until is null or p.locked_until <= ${now}
    returning p.locked_until > ${now} as locks`.execute(db)
  return { locks: rows[0]?.locks === true }
}

/**
 * Counts a wrong password of a person at the place it comes from, in a transaction; the tenth in a row locks it, and the log says so. Open
 * sessions continue: a guess must not close the console of somebody who watches over a site (decision 55).
 */
export const countWrongPassword = async (trx: Db, person: PersonKey, from: From, now: Date): Promise<void> => {
  const { locks } = await countAt(trx, person, from, now)
  if (!locks) return
  const { full_name: fullName, office_id: officeId } = await trx
    .selectFrom('app_user as u')
    .select(['u.full_name', 'u.office_id'])
    .where('u.company_id', '=', person.companyId)
    .where('u.user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
  await writeAudit(trx, {
    at: now,
    actor: null,
    address: from.address,
    action: 'lock',
    resource: 'user',
    resourceId: person.userId,
    companyId: person.companyId,
    officeId,
    before: { fullName, isLockedOut: '0' },
    after: { fullName, isLockedOut: '1' },
  })
}

/**
 * Lets a person, whose row is locked, in from an address: the wrong passwords of its place are forgotten, and from now on the
 * address is a place of its own. False where the account was locked there meanwhile.
 */
export const clearWrongPasswords = async (db: Db, person: PersonKey, from: From, now: Date): Promise<boolean> => {
  const { companyId, userId } = person
  if (await isLockedFrom(db, person, from, now)) return false
  await sql`
    update sign_in_place p set failures = 0, locks = 0, locked_until = null
     where p.company_id = ${companyId} and p.user_id = ${userId} and p.address = ${placeOf(person, from)}`.execute(db)
  await sql`
    insert into sign_in_place as p (company_id, user_id, address, seen_at) values (${companyId}, ${userId}, ${networkOf(from.address)}, ${now})
    on conflict (company_id, user_id, address) do update set seen_at = excluded.seen_at`.execute(db)
  return true
}
