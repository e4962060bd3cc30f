import { type BodyOf, type erasure, message, type PersonHold } from '@mimamori/contract'
import type { Requester } from '../../../platform/audit.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest, notFound, Refusal } from '../../../platform/errors.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { type Locked, lockPersonEver } from '../person-store.ts'
import { findErasure } from './erasure-store.ts'
import { findHold, removeHold, writeHold } from './holds.ts'

type HoldText = Pick<PersonHold, 'reason' | 'endsOn'>

const record = (
  db: Db,
  { actor, address }: Requester,
  person: Locked,
  at: Date,
  before: HoldText | undefined,
  after: HoldText | undefined,
) => {
  const holdText = (hold: HoldText | undefined) =>
    hold === undefined ? undefined : { fullName: person.fullName, reason: hold.reason, endsOn: hold.endsOn }
  return writeAudit(db, {
    at,
    actor,
    address,
    action: after === undefined ? 'releaseHold' : 'hold',
    resource: 'user',
    resourceId: person.userId,
    companyId: person.companyId,
    officeId: person.officeId,
    before: holdText(before),
    after: holdText(after),
  })
}

/**
 * Holds a person's data: until the end of the day nobody erases or deletes it. A hold that is there is replaced.
 * @throws Refusal 404 beyond the actor's reach, 400 for a day that is over, 409 where the data is erased already
 */
export const holdPerson = (
  { db, clock }: Context,
  requester: Requester,
  userId: number,
  { reason, endsOn }: BodyOf<typeof erasure.hold>,
): Promise<PersonHold> => {
  const at = clock()
  if (endsOn < japanDay(at)) throw badRequest(message('holdPast'))
  return db.transaction().execute(async (trx) => {
    const person = await lockPersonEver(trx, requester.actor, userId)
    if (person === undefined) throw notFound()
    if ((await findErasure(trx, person)) !== undefined) throw new Refusal(409, { message: message('holdOnErased') })
    const before = await findHold(trx, person, at)
    await writeHold(trx, person, { reason, endsOn, at, by: requester.actor })
    await record(trx, requester, person, at, before, { reason, endsOn })
    const held = await findHold(trx, person, at)
    if (held === undefined) throw notFound()
    return held
  })
}

/**
 * Ends the hold on a person's data. Where none is in force nothing happens.
 * @throws Refusal 404 beyond the actor's reach
 */
export const releasePerson = ({ db, clock }: Context, requester: Requester, userId: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const person = await lockPersonEver(trx, requester.actor, userId)
    if (person === undefined) throw notFound()
    const before = await findHold(trx, person, at)
    await removeHold(trx, person)
    if (before !== undefined) await record(trx, requester, person, at, before, undefined)
  })
