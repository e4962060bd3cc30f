import { type AnswerOf, type BodyOf, isTrivialPin, labels, message, type workerCard } from '@mimamori/contract'
import { DEFAULT_WORKING_HOURS, shiftEnd, workingHoursOf } from '@mimamori/heat'
import { pinWithSecret } from '../../../shared/accounts/card-secret.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context } from '../../../platform/context.ts'
import { badRequest, forbidden, unauthorised } from '../../../platform/errors.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { hashPassword, verifyPassword } from '../../../platform/secrets/password.ts'
import { openSession, type Origin } from '../open-session.ts'
import type { Proof } from '../proof.ts'
import { recordWrongPin } from '../record-failure.ts'
import { type LoginAnswer, signIns, waitTurn } from '../sign-in.ts'
import { countsOfNetworks, recordFailure, refuseWhenThrottled, signInBound } from '../throttle.ts'
import { findCard, hasPin, type KnownCard, storePin } from './card-store.ts'
import { countTry, forgetTries } from './pin-tries.ts'

type Card = BodyOf<typeof workerCard.look>['card']

const locked = (until: Date | null): LoginAnswer => ({
  token: null,
  refreshToken: null,
  isLockedOut: true,
  ...(until !== null && { lockedUntil: toJapanIso(until) }),
})

/**
 * Does work with a card after the tries of its network before it. A card that nobody has counts as a failure of the network; what is
 * tried with one that somebody has counts for that card alone and is never refused by what others tried, so that two hundred people behind
 * one address keep nobody out. The turns of the address bound the load; a secret of 60 bits is not guessed by looking it up.
 * @throws Refusal 401 for an unknown card, 429 after too many of them
 */
const withCard = async <Answer>(
  context: Context,
  card: Card,
  from: Origin,
  work: (known: KnownCard) => Promise<Answer>,
): Promise<Answer> => {
  const counts = countsOfNetworks(from.address, signInBound, 'card ')
  return waitTurn(context, counts, from, async () => {
    const known = await findCard(context.db, card, context.clock())
    if (known !== undefined) return work(known)
    await refuseWhenThrottled(context.db, counts, context.clock())
    await recordFailure(context.db, counts, context.clock())
    signIns.inc({ outcome: 'unknownCard' })
    throw unauthorised('cardUnknown')
  })
}

const isOpen = ({ pinOpenUntil }: KnownCard, now: Date): boolean => pinOpenUntil !== null && pinOpenUntil > now

/** What a card asks for. Who holds it sees a name printed on it, and learns nothing more. @throws Refusal as `signInByCard` */
export const lookAtCard = (context: Context, card: Card, from: Origin): Promise<AnswerOf<typeof workerCard.look>> =>
  withCard(context, card, from, async (known) => {
    if (known.pinHash !== null) return { pin: 'set' }
    return { pin: isOpen(known, context.clock()) ? 'open' : 'none' }
  })

/** Until when a session on a shared device lasts: the end of the shift at the person's site. */
const sharedUntilOf = ({ opensAt, closesAt }: KnownCard, isShared: boolean, now: Date): Date | null => {
  if (!isShared) return null
  const hours = opensAt === null || closesAt === null ? DEFAULT_WORKING_HOURS : workingHoursOf(opensAt, closesAt)
  return new Date(shiftEnd(now.getTime(), hours))
}

type Opening = { readonly known: KnownCard; readonly isShared: boolean; readonly proof: Proof }

const open = async (context: Context, from: Origin, { known, isShared, proof }: Opening): Promise<LoginAnswer> => {
  const card = { sharedUntil: sharedUntilOf(known, isShared, context.clock()) }
  const opened = await openSession(context, known, { ...from, card }, proof)
  // Deleted meanwhile.
  if (opened === undefined) throw unauthorised('cardUnknown')
  signIns.inc({ outcome: 'card' })
  return { ...opened, isLockedOut: false }
}

const recordLock = ({ db, clock }: Context, { companyId, userId, officeId, fullName }: KnownCard, { address }: Origin): Promise<void> =>
  writeAudit(db, {
    at: clock(),
    actor: null,
    address,
    action: 'lockPin',
    resource: 'user',
    resourceId: userId,
    companyId,
    officeId,
    after: { fullName },
  })

const compare = async (context: Context, body: BodyOf<typeof workerCard.signIn>, from: Origin, known: KnownCard): Promise<LoginAnswer> => {
  const { db, clock } = context
  const { pinHash } = known
  if (pinHash === null) throw forbidden('pinNotOpen')
  const counted = await countTry(db, known, clock())
  if (counted === undefined) {
    signIns.inc({ outcome: 'locked' })
    return locked(known.lockedUntil)
  }
  if (!(await verifyPassword(pinHash, pinWithSecret(body.pin, body.card.secret)))) {
    signIns.inc({ outcome: 'wrong' })
    await recordWrongPin(db, known, { at: clock(), address: from.address })
    if (!counted.isLast) throw unauthorised('pinWrong')
    await recordLock(context, known, from)
    return locked((await findCard(db, body.card, clock()))?.lockedUntil ?? null)
  }
  const proof: Proof = async (trx) => {
    if (!(await hasPin(trx, body.card, pinHash))) throw unauthorised('pinWrong')
    await forgetTries(trx, known)
  }
  return open(context, from, { known, isShared: body.isShared, proof })
}

/**
 * Signs a worker in by their card and PIN, with a worker's rights whatever their role. The tenth wrong PIN in a row locks the card.
 * @throws Refusal 401 for an unknown card or a wrong PIN, 403 where the card has no PIN yet or the account is disabled, 429 after too many
 *   unknown cards of the network
 */
export const signInByCard = (context: Context, body: BodyOf<typeof workerCard.signIn>, from: Origin): Promise<LoginAnswer> =>
  withCard(context, body.card, from, (known) => compare(context, body, from, known))

/**
 * Sets the first PIN of a card and signs in with it, while a leader or administrator allows it. Where the card has a PIN by now, the same
 * one signs in: it was chosen here and the answer was lost. Any other counts as a try.
 * @throws Refusal 400 for a PIN that strangers would try first, 403 outside that time, else as `signInByCard`
 */
export const choosePin = (context: Context, body: BodyOf<typeof workerCard.choosePin>, from: Origin): Promise<LoginAnswer> =>
  withCard(context, body.card, from, async (known) => {
    const { clock } = context
    const { card, pin, isShared } = body
    if (known.pinHash !== null) return compare(context, { card, pin, isShared }, from, known)
    if (!isOpen(known, clock())) throw forbidden('pinNotOpen')
    if (isTrivialPin(body.pin, known)) throw badRequest(`${labels.workerCard.pin}：${message('pinTrivial')}`)
    const pinHash = await hashPassword(pinWithSecret(body.pin, body.card.secret))
    const proof: Proof = async (trx) => {
      if (!(await storePin(trx, body.card, pinHash, clock()))) throw forbidden('pinNotOpen')
      const { companyId, userId, officeId, fullName } = known
      const { address } = from
      const about = { resource: 'user', resourceId: userId, companyId, officeId, after: { fullName } }
      await writeAudit(trx, { at: clock(), actor: null, address, action: 'setPin', ...about })
    }
    return open(context, from, { known, isShared: body.isShared, proof })
  })
