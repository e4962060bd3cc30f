import type { AnswerOf, BodyOf, session } from '@mimamori/contract'
import { Counter } from 'prom-client'
import { type PersonKey, providerId } from '../../shared/organisation/keys.ts'
import type { Context, Db } from '../../platform/context.ts'
import { forbidden, unauthorised } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { networksOf } from '../../platform/traffic/network-of.ts'
import { verifyPassword } from '../../platform/secrets/password.ts'
import { turnsByKey } from '../../platform/traffic/turns-by-key.ts'
import { countWrongPassword, type From, isLockedFrom, knowsPlace, lockEndFrom } from './sign-in-lockout.ts'
import { openSession, type Origin } from './open-session.ts'
import { passwordOf, type Proof } from './proof.ts'
import { findMethods } from './second-factor/methods.ts'
import { issueTicket } from './second-factor/ticket.ts'
import { recordFailedSignIn } from './record-failure.ts'
import { findAccount } from './store.ts'
import { networksSignedInFrom } from './signed-in-networks.ts'
import {
  countOf,
  type Counts,
  countsOf,
  countsOfTry,
  newPlacesBound,
  recordFailure,
  removeFailure,
  refuseWhenThrottled,
} from './throttle.ts'

export const signIns = new Counter({ name: 'mimamori_sign_ins_total', help: 'Attempts to sign in', labelNames: ['outcome'] })

export type LoginAnswer = AnswerOf<typeof session.login>
type Credentials = BodyOf<typeof session.login>

/** What a person who has proved who they are learns about a lock: that it holds for them, and until when. */
export const lockedAnswer = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, person: PersonKey, from: From): Promise<LoginAnswer> => {
  const end = await lockEndFrom(db, person, from, clock())
  return { token: null, refreshToken: null, isLockedOut: true, ...(end !== undefined && { lockedUntil: toJapanIso(end) }) }
}

// Takes the place of the account of a login ID that nobody has, so that the same statements are made for it. No person has
// this number.
const nobody: PersonKey = { companyId: providerId, userId: 0 }

/**
 * Counts a wrong password or code, for the networks or the person's browsers and for the account, which the tenth in a row
 * locks. In one transaction, so that a login ID that nobody has costs as many commits as one that somebody has.
 * @param person undefined where nobody has the login ID
 * @param isLocked where it was right and the account locked, which counts as much
 */
export const countFailure = async (db: Db, person: PersonKey | undefined, from: From, now: Date, isLocked = false): Promise<void> => {
  const counts = await countsOfTry(db, person ?? nobody, from)
  await recordFailedSignIn(db, person, { at: now, address: from.address, isLocked })
  await db.transaction().execute(async (trx) => {
    await recordFailure(trx, counts, now)
    await countWrongPassword(trx, person ?? nobody, from, now)
  })
}

/**
 * Continues with somebody whose password is right, or whom their company's provider vouches for: to the second step, or in.
 * Undefined where the account was locked or deleted meanwhile.
 * @throws Refusal 401 if what they showed is no longer valid, 403 where the account is disabled
 */
export const continueSignIn = async (context: Context, person: PersonKey, from: Origin, proof: Proof): Promise<LoginAnswer | undefined> => {
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

// The tries of a network, or of a person's browsers, are counted one by one: hundreds at once would all be let in before the
// first of them counts. Several processes let in one more each. As many may wait as a site has that signs in at seven.
const inTurn = turnsByKey({ atOnce: 1, waiting: 99 })

// Checking a password is costly and asks the database several times: thousands of strangers, each from an address of their
// own, would otherwise hold every connection to it. Known browsers, known networks and strangers each have room of their own:
// what fills one of them keeps nobody in the others waiting.
const room = turnsByKey({ atOnce: 3, waiting: 300 })

/** Which room a try has. A browser that people signed in from before waits for no other but its like. */
const roomOf = ({ address, browser }: From, now: Date): 'browser' | 'network' | 'stranger' => {
  if (browser.companyId !== undefined) return 'browser'
  return networksSignedInFrom.has(address, now) ? 'network' : 'stranger'
}

// Nor must the people of one company, who could copy a browser's cookie to hundreds of computers.
const ofCompanies = turnsByKey({ atOnce: 2, waiting: 249 })

/** Does work in the room of a try, after those of its kind before it. @throws Refusal 429 where too many wait */
const inRoom = <Answer>(from: From, now: Date, work: () => Promise<Answer>): Promise<Answer> => {
  const place = roomOf(from, now)
  const { companyId } = from.browser
  return companyId === undefined ? room(place, work) : ofCompanies(String(companyId), () => room(place, work))
}

// No network alone, however wide, must fill a room: of its two at most is at work at once, and so many wait.
const ofNetworks = [
  turnsByKey({ atOnce: 1, waiting: 99 }),
  turnsByKey({ atOnce: 2, waiting: 99 }),
  turnsByKey({ atOnce: 2, waiting: 149 }),
] as const

/** Does work in the queues of an address's networks, the narrowest first. @throws Refusal 429 where too many wait */
const inTurnWithNetworks = <Answer>(address: string, place: string, work: () => Promise<Answer>): Promise<Answer> =>
  networksOf(address).reduceRight<() => Promise<Answer>>((inner, network, n) => {
    const turn = ofNetworks[n] ?? ofNetworks[2]
    return () => turn(`${place} ${network}`, inner)
  }, work)()

/**
 * Looks up whose failures a try counts among, in the queues of its networks and of its room.
 * @throws Refusal 429 where too many wait
 */
export const lookUpInTurn = (context: Pick<Context, 'clock'>, from: From, lookUp: () => Promise<Counts>): Promise<Counts> => {
  const now = context.clock()
  return inTurnWithNetworks(from.address, roomOf(from, now), () => inRoom(from, now, lookUp))
}

/** Does the work of a try to sign in after those that are counted with it, however many failed. @throws Refusal 429 where too many wait */
export const waitTurn = <Answer>(
  { clock }: Pick<Context, 'clock'>,
  { refusedBy }: Counts,
  from: From,
  work: () => Promise<Answer>,
): Promise<Answer> => inTurn(refusedBy[0].counted, () => inRoom(from, clock(), work))

/** Does the work of a try to sign in after those before it. @throws Refusal 429 after too many failures, or where too many wait */
export const takeTurn = <Answer>(
  context: Pick<Context, 'db' | 'clock'>,
  counts: Counts,
  from: From,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  waitTurn(context, counts, from, async () => {
    await refuseWhenThrottled(context.db, counts, context.clock())
    return work()
  })

// A lock alone slows nobody who guesses from ever new networks: the right password is answered otherwise than a wrong one, and
// would be known once the lock ends. The bound holds whether there is a lock or not, and for login IDs that nobody has, so that
// it reveals nothing; tries that are not bounded are counted too, so that the time taken reveals nothing.
const refuseGuessing = async ({ db, clock }: Context, person: PersonKey, username: string, from: From): Promise<Counts> => {
  const isKnown = await knowsPlace(db, person, from)
  // Somebody known waits for no stranger who tries the same login ID.
  const counts = countsOf(isKnown ? `known ${countOf.person(person)}` : countOf.loginId(username), newPlacesBound)
  await inTurn(counts.refusedBy[0].counted, async () => {
    await refuseWhenThrottled(db, counts, clock()).catch((error: unknown) => {
      if (!isKnown) throw error
    })
    await recordFailure(db, counts, clock())
  })
  return counts
}

const check = async (context: Context, { username, password }: Credentials, from: Origin): Promise<LoginAnswer> => {
  const { db, clock } = context
  // Read again: the password may have changed while the try waited for its turn.
  const account = await findAccount(db, username)
  const tries = await refuseGuessing(context, account ?? nobody, username, from)
  const isRight = await verifyPassword(account?.passwordHash, password)
  const isLocked = await isLockedFrom(db, account ?? nobody, from, clock())
  const answer =
    account !== undefined && isRight && !isLocked
      ? await continueSignIn(context, account, from, passwordOf(account, account.passwordHash))
      : undefined
  if (answer !== undefined) {
    // However many new places a shared account is used from.
    await removeFailure(db, tries)
    return answer
  }
  // As long as the lock holds the right password costs what a wrong one does, or it could be looked for all the same.
  await countFailure(db, account, from, clock(), isRight)
  signIns.inc({ outcome: isRight ? 'locked' : 'wrong' })
  if (account === undefined || !isRight) throw unauthorised('signInMismatch')
  // A lock ends by itself, and being disabled does not.
  if (account.disabledAt !== null) throw forbidden('accountDisabled')
  return lockedAnswer(context, account, from)
}

/**
 * Signs a person in, or takes the first step where they have a second factor. Only the right password learns that an
 * account is locked to it, or disabled.
 * @throws Refusal 401 for a wrong login ID or password, 403 where the account is disabled, 429 after too many failures of
 * the network, or the person’s there
 */
export const signIn = async (context: Context, credentials: Credentials, from: Origin): Promise<LoginAnswer> => {
  const { db } = context
  const counts = await lookUpInTurn(context, from, async () =>
    countsOfTry(db, (await findAccount(db, credentials.username)) ?? nobody, from),
  )
  return takeTurn(context, counts, from, () => check(context, credentials, from))
}
