import type { AnswerOf, BodyOf, session } from '@mimamori/contract'
import { Counter } from 'prom-client'
import type { PersonKey } from '../organisation/keys.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Context, Db } from '../platform/context.ts'
import { unauthorised } from '../platform/errors.ts'
import { networkOf } from '../platform/network-of.ts'
import { verifyPassword } from '../platform/password.ts'
import { oneByOne } from './one-by-one.ts'
import { openSession, type Origin } from './open-session.ts'
import { findMethods } from './second-factor/methods.ts'
import { issueTicket } from './second-factor/ticket.ts'
import { recordFailedSignIn } from './record-session.ts'
import { countWrongPassword, findAccount } from './store.ts'
import { recordFailure, refuseWhenThrottled } from './throttle.ts'

export const signIns = new Counter({ name: 'mimamori_sign_ins_total', help: 'Attempts to sign in', labelNames: ['outcome'] })

export type LoginAnswer = AnswerOf<typeof session.login>
type Credentials = BodyOf<typeof session.login>

export const locked: LoginAnswer = { token: null, refreshToken: null, isLockedOut: true }

/** Counts a wrong password or code, for the address and for the account, which the tenth in a row locks. */
export const countFailure = async (db: Db, person: PersonKey | undefined, address: string, now: Date): Promise<void> => {
  await recordFailure(db, address, now)
  await recordFailedSignIn(db, person, { at: now, address })
  if (person === undefined) return
  await db.transaction().execute(async (trx) => {
    const { officeId, fullName, lockedNow } = await countWrongPassword(trx, person, now)
    if (!lockedNow) return
    await writeAudit(trx, {
      at: now,
      actor: null,
      address,
      action: 'lock',
      resource: 'user',
      resourceId: person.userId,
      companyId: person.companyId,
      officeId,
      before: { fullName, isLockedOut: '0' },
      after: { fullName, isLockedOut: '1' },
    })
  })
}

const check = async (context: Context, { username, password }: Credentials, from: Origin): Promise<LoginAnswer> => {
  const { db, clock } = context
  const { address } = from
  await refuseWhenThrottled(db, address, clock())
  const account = await findAccount(db, username)
  if (!(await verifyPassword(account?.password_hash, password)) || account === undefined) {
    signIns.inc({ outcome: 'wrong' })
    await countFailure(db, account, address, clock())
    throw unauthorised('signInMismatch')
  }
  if (account.locked_at === null) {
    const methods = await findMethods(db, account)
    if (methods.length > 0) {
      signIns.inc({ outcome: 'halfway' })
      return { token: null, refreshToken: null, isLockedOut: false, secondFactor: { ticket: await issueTicket(context, account), methods } }
    }
  }
  const opened = account.locked_at === null ? await openSession(context, account, from) : undefined
  signIns.inc({ outcome: opened === undefined ? 'locked' : 'right' })
  if (opened === undefined) await recordFailedSignIn(db, account, { at: clock(), address, isLocked: true })
  return opened === undefined ? locked : { ...opened, isLockedOut: false }
}

// The tries of an address are counted one by one: hundreds at once would all be let in before the first of them counts.
// Several processes let in one more each.
export const ofAddress = oneByOne()

/**
 * Signs a person in, or takes the first step where they have a second factor. Only the right password learns that an
 * account is locked.
 * @throws Refusal 401 for a wrong login ID or password alike, 429 after too many failures from one address
 */
export const signIn = (context: Context, credentials: Credentials, from: Origin): Promise<LoginAnswer> =>
  ofAddress(networkOf(from.address), () => check(context, credentials, from))
