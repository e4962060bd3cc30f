import type { AnswerOf, BodyOf, session } from '@mimamori/contract'
import { Counter } from 'prom-client'
import type { PersonKey } from '../organisation/keys.ts'
import type { Context, Db } from '../platform/context.ts'
import { forbidden, unauthorised } from '../platform/errors.ts'
import { toJapanIso } from '../platform/japan-time.ts'
import { networkOf } from '../platform/traffic/network-of.ts'
import { verifyPassword } from '../platform/secrets/password.ts'
import { turnsByKey } from '../platform/traffic/turns-by-key.ts'
import { countWrongPassword, isLockedFrom, knowsPlace, lockEndFrom } from './lock.ts'
import { openSession, type Origin } from './open-session.ts'
import { passwordOf, type Proof } from './proof.ts'
import { findMethods } from './second-factor/methods.ts'
import { issueTicket } from './second-factor/ticket.ts'
import { recordFailedSignIn } from './record-failure.ts'
import { findAccount } from './store.ts'
import { countOf, countOfTry, lockedBound, recordFailure, refuseWhenThrottled } from './throttle.ts'

export const signIns = new Counter({ name: 'mimamori_sign_ins_total', help: 'Attempts to sign in', labelNames: ['outcome'] })

export type LoginAnswer = AnswerOf<typeof session.login>
type Credentials = BodyOf<typeof session.login>

/** What whoever has shown who they are is told of a lock: that it holds for them, and until when. */
export const lockedAnswer = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  person: PersonKey,
  address: string,
): Promise<LoginAnswer> => {
  const end = await lockEndFrom(db, person, address, clock())
  return { token: null, refreshToken: null, isLockedOut: true, ...(end !== undefined && { lockedUntil: toJapanIso(end) }) }
}

/**
 * Counts a wrong password or code, for the network or the person there and for the account, which the tenth in a row locks.
 * @param isLocked where it was right and the account locked, which counts as much
 */
export const countFailure = async (db: Db, person: PersonKey | undefined, address: string, now: Date, isLocked = false): Promise<void> => {
  await recordFailure(db, await countOfTry(db, person, address), now)
  await recordFailedSignIn(db, person, { at: now, address, isLocked })
  if (person !== undefined) await countWrongPassword(db, person, address, now)
}

/**
 * Goes on with somebody whose password is right, or whom their company's provider vouches for: to the second step, or in.
 * Undefined where the account was locked or deleted meanwhile.
 * @throws Refusal 401 where what they showed is good no more, 403 where the account is disabled
 */
export const goOn = async (context: Context, person: PersonKey, from: Origin, proof: Proof): Promise<LoginAnswer | undefined> => {
  const methods = await findMethods(context.db, person)
  if (methods.length > 0) {
    const ticket = await issueTicket(context, person, proof, from)
    if (ticket === undefined) return undefined
    signIns.inc({ outcome: 'halfway' })
    return { token: null, refreshToken: null, isLockedOut: false, secondFactor: { ticket, methods } }
  }
  const opened = await openSession(context, person, from, proof)
  if (opened === undefined) return undefined
  signIns.inc({ outcome: 'right' })
  return { ...opened, isLockedOut: false }
}

// The tries of a network, or of a person there, are counted one by one: hundreds at once would all be let in before the first
// of them counts. Several processes let in one more each. As many may wait as a site has that signs in at seven.
const inTurn = turnsByKey(1, 99)

// Checking a password is costly and asks the database several times: thousands of strangers, each from an address of their
// own, would otherwise hold every connection to it.
const ofEverybody = turnsByKey(4, 300)

// One network alone must not fill the room of everybody.
const ofNetwork = turnsByKey(1, 99)

/** Whose failures a try counts among, looked up in turn with the network and with everybody. @throws Refusal 429 where too many wait */
export const lookUpInTurn = (address: string, lookUp: () => Promise<string>): Promise<string> =>
  ofNetwork(networkOf(address), () => ofEverybody('', lookUp))

/** Does the work of a try to sign in after those before it. @throws Refusal 429 after too many failures, or where too many wait */
export const takeTurn = async <Answer>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  counted: string,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  inTurn(counted, () =>
    ofEverybody('', async () => {
      await refuseWhenThrottled(db, counted, clock())
      return work()
    }),
  )

// A lock alone slows nobody who guesses from ever new networks: the right password is answered otherwise than a wrong one, and
// would be known once the lock ends. Login IDs that nobody has are bounded alike, so that the bound tells no more than a lock.
const refuseGuessing = async ({ db, clock }: Context, account: PersonKey | undefined, username: string, address: string): Promise<void> => {
  if (account !== undefined && ((await knowsPlace(db, account, address)) || !(await isLockedFrom(db, account, address, clock())))) return
  const counted = countOf.loginId(username)
  await inTurn(counted, async () => {
    await refuseWhenThrottled(db, counted, clock(), lockedBound)
    await recordFailure(db, counted, clock())
  })
}

const check = async (context: Context, { username, password }: Credentials, from: Origin): Promise<LoginAnswer> => {
  const { db, clock } = context
  const { address } = from
  // Anew: the password may have changed while the try waited for its turn.
  const account = await findAccount(db, username)
  await refuseGuessing(context, account, username, address)
  const isRight = await verifyPassword(account?.password_hash, password)
  const isLocked = account !== undefined && (await isLockedFrom(db, account, address, clock()))
  const answer =
    account !== undefined && isRight && !isLocked
      ? await goOn(context, account, from, passwordOf(account, account.password_hash))
      : undefined
  if (answer !== undefined) return answer
  // As long as the lock holds the right password costs what a wrong one does, or it could be looked for all the same.
  await countFailure(db, account, address, clock(), isRight)
  signIns.inc({ outcome: isRight ? 'locked' : 'wrong' })
  if (account === undefined || !isRight) throw unauthorised('signInMismatch')
  // A lock ends by itself, and being disabled does not.
  if (account.disabled_at !== null) throw forbidden('accountDisabled')
  return lockedAnswer(context, account, address)
}

/**
 * Signs a person in, or takes the first step where they have a second factor. Only the right password learns that an
 * account is locked to it, or disabled.
 * @throws Refusal 401 for a wrong login ID or password alike, 403 where the account is disabled, 429 after too many failures of
 * the network, or the person’s there
 */
export const signIn = async (context: Context, credentials: Credentials, from: Origin): Promise<LoginAnswer> => {
  const { db } = context
  const counted = await lookUpInTurn(from.address, async () => countOfTry(db, await findAccount(db, credentials.username), from.address))
  return takeTurn(context, counted, () => check(context, credentials, from))
}
