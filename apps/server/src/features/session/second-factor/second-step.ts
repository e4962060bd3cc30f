import type { BodyOf, session } from '@mimamori/contract'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { unauthorised } from '../../../platform/errors.ts'
import { type From, isLockedFrom } from '../sign-in-lockout.ts'
import { openSession, type Origin } from '../open-session.ts'
import { countFailure, lockedAnswer, type LoginAnswer, lookUpInTurn, signIns, takeTurn } from '../sign-in.ts'
import { countsOfTry, refuseWhenThrottled } from '../throttle.ts'
import { requestKnown, takePasskey } from './passkeys.ts'
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts'
import { findTicket, noteChallenge, readTicket, spentTicket, type TicketKey } from './ticket.ts'
import { takeTotpCode } from './totp-store.ts'

type Step = BodyOf<typeof session.secondFactor>
type Halfway = TicketKey & { readonly person: PersonKey; readonly byProvider: boolean; readonly challenge: string | null }

/** The person at the second step. @throws Refusal 401 where the ticket is none, used up or too old */
const halfwayBy = async ({ config, db, clock }: Context, ticket: string): Promise<Halfway> => {
  const key = readTicket(config, ticket)
  const row = key && (await findTicket(db, key, clock()))
  if (key === undefined || row === undefined) throw unauthorised('secondStepOver')
  const { userId, ...rest } = row
  return { ...key, person: { companyId: key.companyId, userId }, ...rest }
}

/** The living account; undefined once it is deleted. */
const findPerson = (db: Db, { companyId, userId }: PersonKey) =>
  db
    .selectFrom('app_user as u')
    .select(['u.login_id', 'u.full_name', 'u.office_id'])
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()

const appCode = /^\d{6}$/

/** Takes what was shown; `recoveryCode` where it was one. False where it does not hold. */
const take = async (context: Context, { person, challenge }: Halfway, { code, passkey }: Step): Promise<boolean | 'recoveryCode'> => {
  const { db, clock } = context
  if (passkey !== undefined) return challenge !== null && takePasskey(context, db, person, passkey, challenge, clock())
  if (code === undefined) return false
  if (appCode.test(code)) return takeTotpCode(context, db, person, code)
  return (await takeRecoveryCode(db, person, code, clock())) && 'recoveryCode'
}

const check = async (context: Context, step: Step, from: Origin): Promise<LoginAnswer> => {
  const { db, clock } = context
  const halfway = await halfwayBy(context, step.ticket)
  const { person, byProvider } = halfway
  const account = await findPerson(db, person)
  if (account === undefined) throw unauthorised('secondStepOver')
  // Before the code is looked at: a locked account must not say which codes are right.
  if (await isLockedFrom(db, person, from, clock())) {
    signIns.inc({ outcome: 'locked' })
    return lockedAnswer(context, person, from)
  }
  const taken = await take(context, halfway, step)
  if (taken === false) {
    signIns.inc({ outcome: 'wrongCode' })
    await countFailure(db, person, from, clock())
    throw unauthorised(step.passkey === undefined ? 'secondStepWrong' : 'passkeyWrong')
  }
  if (taken === 'recoveryCode')
    await writeAudit(db, {
      at: clock(),
      actor: { userId: person.userId, loginId: account.login_id },
      address: from.address,
      action: 'useRecoveryCode',
      resource: 'secondFactor',
      resourceId: person.userId,
      companyId: person.companyId,
      officeId: account.office_id,
      after: { fullName: account.full_name, recoveryCodesLeft: await countRecoveryCodes(db, person) },
    })
  // After a provider's word it is what confirms a session; after a password, that would have to be shown once more.
  const opened = await openSession(context, person, { ...from, byProvider, isConfirmed: byProvider }, spentTicket(halfway, clock()))
  signIns.inc({ outcome: opened === undefined ? 'locked' : 'right' })
  return opened === undefined ? lockedAnswer(context, person, from) : { ...opened, isLockedOut: false }
}

/**
 * Takes the second step of a sign-in. Wrong codes count as wrong passwords do.
 * @throws Refusal 401 for a wrong code, and for a ticket that is over; 429 after too many failures
 */
export const takeSecondStep = async (context: Context, step: Step, from: Origin): Promise<LoginAnswer> => {
  const counts = await lookUpInTurn(context, from, async () =>
    countsOfTry(context.db, (await halfwayBy(context, step.ticket)).person, from),
  )
  return takeTurn(context, counts, from, () => check(context, step, from))
}

/** The options for a browser if a passkey is the second step. @throws Refusal 401 where the ticket is over */
export const requestOfTicket = async (context: Context, ticket: string, from: From) => {
  const { db, clock } = context
  const { person, ...key } = await halfwayBy(context, ticket)
  await refuseWhenThrottled(db, await countsOfTry(db, person, from), clock())
  const request = await requestKnown(context, db, person)
  await noteChallenge(db, key, request.challenge)
  return { request: { ...request } }
}
