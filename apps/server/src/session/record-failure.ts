import type { FailedSignIns, RefusedByProvider } from '@mimamori/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type PersonKey, providerId } from '../organisation/keys.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/context.ts'
import { networkOf } from '../platform/traffic/network-of.ts'
import { findPerson } from './record-session.ts'

/**
 * A password that was wrong, one that was right while the account was locked, the own one asked for within a session, or why
 * whoever came from their company's provider was not let in.
 */
export type FailureKind = 'wrong' | 'locked' | 'own' | Refused

type Refused = z.infer<typeof RefusedByProvider>['refusedFor']

/** What failed, and how often before it was told. */
export type Failure = {
  readonly companyId: number
  /** Null for a login ID that nobody has. */
  readonly userId: number | null
  readonly kind: FailureKind
  readonly at: Date
  readonly address: string
  /** Of several that are told together. */
  readonly several?: Readonly<z.infer<typeof FailedSignIns>>
}

// Of an account, or of all login IDs that nobody has, so many networks within the hour have entries of their own: who guesses
// from ever new ones must not fill the log.
const networksOfTheirOwn = 10

/** How the log calls an account that does not exist. What was typed stays out of it: it may be a password in the wrong field. */
const unknownAccount = '不明なログインID'

/** Writes a failure, or several, on the log. */
export const tellFailure = async (trx: Db, { companyId, userId, kind, at, address, several }: Failure): Promise<void> => {
  const found = userId === null ? undefined : await findPerson(trx, { companyId, userId })
  const isOwn = kind === 'own' && userId !== null && found !== undefined
  const after = {
    ...(found !== undefined && { fullName: found.fullName }),
    ...(kind === 'locked' && { isLockedOut: '1' }),
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

// One statement and no transaction of its own: this is what a flood of failures comes to.
const countOn = async (db: Db, failure: Failure): Promise<boolean> => {
  const { at, address } = failure
  const network = networkOf(address)
  const { rows } = await sql`
    with noted as (select f.network from failed_sign_in f where ${ofFailure(failure)})
    update failed_sign_in f set failures = f.failures + 1, last_at = greatest(f.last_at, ${at}), address = ${address}
     where ${ofFailure(failure)}
       and f.network = case when exists (select from noted n where n.network = ${network}) then ${network}::text
                            when (select count(*) from noted n where n.network <> '') >= ${networksOfTheirOwn} then '' end
    returning f.failures`.execute(db)
  return rows.length > 0
}

const begin = (db: Db, failure: Failure): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { companyId, userId, kind, at, address } = failure
    const { rows: noted } = await sql`select from failed_sign_in f where ${ofFailure(failure)} and f.network <> ''`.execute(trx)
    const network = noted.length < networksOfTheirOwn ? networkOf(address) : ''
    const { rows } = await sql<{ failures: number }>`
      insert into failed_sign_in as f (company_id, user_id, kind, network, first_at, last_at, address, failures)
      values (${companyId}, ${userId}, ${kind}, ${network}, ${at}, ${at}, ${address}, 1)
      on conflict (company_id, user_id, kind, network)
      do update set failures = f.failures + 1, last_at = greatest(f.last_at, excluded.last_at), address = excluded.address
      returning f.failures`.execute(trx)
    if (rows[0]?.failures === 1) await tellFailure(trx, failure)
  })

/**
 * Notes a failure: the first of an account from a network is told on the log at once; those that follow are counted, and told
 * together once its hour is over (`tellFailedSignInsJob`). So the log grows by time, and not at the speed of strangers.
 */
const noteFailure = async (db: Db, failure: Failure): Promise<void> => {
  if (!(await countOn(db, failure))) await begin(db, failure)
}

type When = { readonly at: Date; readonly address: string }

/**
 * Puts on record that somebody failed to sign in: on that of the account's company, or on ours where there is no such account.
 * @param isLocked where the password was right and the account locked
 */
export const recordFailedSignIn = (
  db: Db,
  person: PersonKey | undefined,
  { at, address, isLocked = false }: When & { readonly isLocked?: boolean },
): Promise<void> => {
  const who = { companyId: person?.companyId ?? providerId, userId: person?.userId ?? null }
  return noteFailure(db, { ...who, kind: isLocked ? 'locked' : 'wrong', at, address })
}

/** Puts on record, on that of their company, that whoever came from its provider was not let in, and why. */
export const recordRefusedByProvider = (
  db: Db,
  who: { readonly companyId: number; readonly userId: number | null; readonly kind: Refused },
  { at, address }: When,
): Promise<void> => noteFailure(db, { ...who, at, address })

/** Puts on record that the own password was wrong where a session was asked for it. */
export const recordWrongOwnPassword = (db: Db, { companyId, userId }: PersonKey, { at, address }: When): Promise<void> =>
  noteFailure(db, { companyId, userId, kind: 'own', at, address })
