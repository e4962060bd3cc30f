import type { FailedSignIns, RefusedByProvider } from '@mimamori/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type PersonKey, providerId } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'
import { networkOf } from '../../platform/traffic/network-of.ts'
import { findPerson } from './record-session.ts'

/**
 * A password that was wrong, one that was right while the account was locked, the own one asked for within a session, a wrong PIN, or why
 * a person who came from their company's provider was not let in.
 */
export type FailureKind = 'wrong' | 'locked' | 'own' | 'pin' | Refused

type Refused = z.infer<typeof RefusedByProvider>['refusedFor']

export type Failure = {
  readonly companyId: number
  /** Null for a login ID that nobody has. */
  readonly userId: number | null
  readonly kind: FailureKind
  readonly at: Date
  readonly address: string
  /** Of several that are logged together. */
  readonly several?: Readonly<z.infer<typeof FailedSignIns>>
}

// Of an account, or of all login IDs that nobody has, so many networks within the hour have entries of their own: who guesses
// from ever new ones must not fill the log.
const networksOfTheirOwn = 10

/** How the log calls an account that does not exist. What was typed stays out of it: it may be a password in the wrong field. */
const unknownAccount = '不明なログインID'

/** Writes a failure, or several, on the log. */
export const logFailure = async (trx: Db, { companyId, userId, kind, at, address, several }: Failure): Promise<void> => {
  const found = userId === null ? undefined : await findPerson(trx, { companyId, userId })
  const isOwn = kind === 'own' && userId !== null && found !== undefined
  const after = {
    ...(found !== undefined && { fullName: found.fullName }),
    ...(kind === 'locked' && { isLockedOut: '1' }),
    ...(kind === 'pin' && { byCard: true }),
    ...((kind === 'noAccount' || kind === 'otherSubject') && { refusedFor: kind }),
    ...several,
  }
  await writeAudit(trx, {
    at,
    address,
    actor: isOwn ? { userId, loginId: found.loginId } : null,
    action: kind === 'own' ? 'ownPasswordWrong' : 'signInFailed',
    resource: 'session',
    resourceId: userId ?? unknownAccount,
    companyId,
    officeId: found?.officeId ?? null,
    after: Object.keys(after).length === 0 ? null : after,
  })
}

const ofFailure = ({ companyId, userId, kind }: Failure) =>
  sql`f.company_id = ${companyId} and f.user_id is not distinct from ${userId} and f.kind = ${kind}`

/** The network that a failure counts for: its own, or the empty one of all others where the account has had ten. */
const networkFor = async (db: Db, failure: Failure): Promise<string> => {
  const network = networkOf(failure.address)
  const { rows } = await sql<{ network: string }>`
    select case when bool_or(f.network = ${network}) or count(*) < ${networksOfTheirOwn} then ${network}::text else '' end as network
      from failed_sign_in f where ${ofFailure(failure)} and f.network <> ''`.execute(db)
  return rows[0]?.network ?? ''
}

/**
 * Counts a failure; `logFailedSignInsJob` puts it on the log. So the log grows by time, and not at the speed of strangers. It
 * takes the same two statements whether somebody has the login ID or not, and whether it is the first or one of many: the
 * time that they take must not reveal which.
 */
const countFailure = async (db: Db, failure: Failure): Promise<void> => {
  const { companyId, userId, kind, at, address } = failure
  await sql`
    insert into failed_sign_in as f (company_id, user_id, kind, network, first_at, last_at, address, failures)
    values (${companyId}, ${userId}, ${kind}, ${await networkFor(db, failure)}, ${at}, ${at}, ${address}, 1)
    on conflict (company_id, user_id, kind, network)
    do update set failures = f.failures + 1, last_at = greatest(f.last_at, excluded.last_at),
                  -- The first one's until that is on the log, then the last one's.
                  address = case when f.is_logged then excluded.address else f.address end`.execute(db)
}

type When = { readonly at: Date; readonly address: string }

/**
 * Records that somebody failed to sign in: for the log of the account's company, or for ours where there is no such account.
 * @param isLocked where the password was right and the account locked
 */
export const recordFailedSignIn = (
  db: Db,
  person: PersonKey | undefined,
  { at, address, isLocked = false }: When & { readonly isLocked?: boolean },
): Promise<void> => {
  const who = { companyId: person?.companyId ?? providerId, userId: person?.userId ?? null }
  return countFailure(db, { ...who, kind: isLocked ? 'locked' : 'wrong', at, address })
}

/** Records, for the log of their company, that somebody who came from its provider was refused, and why. */
export const recordRefusedByProvider = (
  db: Db,
  who: { readonly companyId: number; readonly userId: number | null; readonly kind: Refused },
  { at, address }: When,
): Promise<void> => countFailure(db, { ...who, at, address })

/** Records that the own password was wrong where a session was asked for it. */
export const recordWrongOwnPassword = (db: Db, { companyId, userId }: PersonKey, { at, address }: When): Promise<void> =>
  countFailure(db, { companyId, userId, kind: 'own', at, address })

/** Records that the PIN of a worker's card was wrong. */
export const recordWrongPin = (db: Db, { companyId, userId }: PersonKey, { at, address }: When): Promise<void> =>
  countFailure(db, { companyId, userId, kind: 'pin', at, address })
