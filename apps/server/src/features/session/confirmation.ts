import { type AnswerOf, type ConfirmationAct, type ConfirmationMeans, message, type ownData } from '@mimamori/contract'
import { sql } from 'kysely'
import { cardSecrets, pinWithSecret } from '../../shared/accounts/card-secret.ts'
import { confirmedUntil, markConfirmed } from '../../shared/accounts/confirmed-session.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { badRequest, Refusal } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { verifyPassword } from '../../platform/secrets/password.ts'
import { countTry, forgetTries } from './card/pin-tries.ts'
import { requireOwnPassword } from './own-password.ts'
import { recordWrongOwnPassword, recordWrongPin } from './record-failure.ts'
import { requestKnown, takePasskey } from './second-factor/passkeys.ts'
import { takeTotpCode } from './second-factor/totp-store.ts'
import { countOf, countsOf, recordFailure, refuseWhenThrottled } from './throttle.ts'

type Answer = AnswerOf<typeof ownData.confirmation>

type Ways = {
  readonly by_card: boolean
  readonly by_provider: boolean
  readonly has_password: boolean
  readonly has_app: boolean
  readonly has_passkey: boolean
}

/**
 * By what a session can be confirmed. One that a card opened by its PIN alone. A password says nothing of somebody whose company's
 * provider vouches for them: they show a second factor, or sign in there again.
 */
const meansOf = async (db: Db, { companyId, userId, sessionId }: Actor): Promise<ConfirmationMeans[]> => {
  const { rows } = await sql<Ways>`
    select s.by_card, s.by_provider, u.password_hash is not null as has_password,
           exists (select from totp t where t.company_id = ${companyId} and t.user_id = u.user_id and t.confirmed_at is not null) as has_app,
           exists (select from passkey k where k.company_id = ${companyId} and k.user_id = u.user_id) as has_passkey
      from session s join app_user u on u.company_id = s.company_id and u.company_id = ${companyId} and u.user_id = s.user_id
     where s.company_id = ${companyId} and s.session_id = ${sessionId} and s.user_id = ${userId}`.execute(db)
  const [ways] = rows
  if (ways === undefined) return []
  if (ways.by_card) return ['pin']
  const means: (ConfirmationMeans | false)[] = [
    ways.has_password && !ways.by_provider && 'password',
    ways.has_app && 'code',
    ways.has_passkey && 'passkey',
    ways.by_provider && 'signIn',
  ]
  return means.filter((way) => way !== false)
}

/** Whether a session is confirmed, and by what it can be. */
export const readConfirmation = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, actor: Actor): Promise<Answer> => ({
  until: toJapanIsoOrNull(await confirmedUntil(db, actor, clock())),
  means: await meansOf(db, actor),
})

type CardRow = TableRow<'worker_card', 'code' | 'secret_hash' | 'sealed_secret' | 'pin_hash' | 'pin_locked_until'>

const pinLocked = (until: Date | null): Refusal =>
  new Refusal(429, [until === null ? message('signInLocked') : message('signInLockedUntil', { time: toJapanIso(until).slice(11, 16) })])

/** Wrong PINs count as at the sign-in: the tenth locks the card. @throws Refusal 400 where it is wrong, 429 while the card is locked */
const requirePin = async ({ config, db, clock }: Context, { actor, address }: Requester, pin: string): Promise<void> => {
  const { companyId, userId } = actor
  const { rows } = await sql<CardRow>`
    select c.code, c.secret_hash, c.sealed_secret, c.pin_hash, c.pin_locked_until from worker_card c
     where c.company_id = ${companyId} and c.user_id = ${userId}`.execute(db)
  const [card] = rows
  const secret =
    card?.secret_hash == null
      ? undefined
      : cardSecrets(config.jwtSecrets).find({ companyId, userId, code: card.code }, { hash: card.secret_hash, sealed: card.sealed_secret })
  if (card?.pin_hash == null || secret === undefined) throw badRequest(message('pinWrong'))
  if ((await countTry(db, actor, clock())) === undefined) throw pinLocked(card.pin_locked_until)
  if (!(await verifyPassword(card.pin_hash, pinWithSecret(pin, secret)))) {
    await recordWrongPin(db, actor, { at: clock(), address })
    throw badRequest(message('pinWrong'))
  }
  await forgetTries(db, actor)
}

/** Wrong codes count for the person, like wrong passwords within a session. @throws Refusal 400, 429 after too many failures */
const requireFactor = async (
  { db, clock }: Context,
  { actor, address }: Requester,
  wrong: 'totpWrong' | 'passkeyWrong',
  take: () => Promise<boolean>,
): Promise<void> => {
  const counts = countsOf(countOf.person(actor))
  await refuseWhenThrottled(db, counts, clock())
  if (await take()) return
  await recordFailure(db, counts, clock())
  await recordWrongOwnPassword(db, actor, { at: clock(), address })
  throw badRequest(message(wrong))
}

/** What the session's passkey was asked for; it is good once. */
const takeChallenge = async (db: Db, { companyId, sessionId }: Actor): Promise<string | null> => {
  const { rows } = await sql<{ challenge: string | null }>`
    with asked as (
      select s.confirm_challenge as challenge from session s where s.company_id = ${companyId} and s.session_id = ${sessionId} for update
    ), used as (
      update session s set confirm_challenge = null where s.company_id = ${companyId} and s.session_id = ${sessionId}
    )
    select a.challenge from asked a`.execute(db)
  return rows[0]?.challenge ?? null
}

const requireShown = async (context: Context, requester: Requester, means: ConfirmationMeans, act: ConfirmationAct): Promise<void> => {
  const { db, clock } = context
  const { actor } = requester
  const { password = '', pin = '', code = '', passkey } = act
  switch (means) {
    case 'password':
      await requireOwnPassword(context, requester, password)
      return
    case 'pin':
      return requirePin(context, requester, pin)
    case 'code':
      return requireFactor(context, requester, 'totpWrong', () => takeTotpCode(context, db, actor, code))
    case 'passkey':
      return requireFactor(context, requester, 'passkeyWrong', async () => {
        const challenge = await takeChallenge(db, actor)
        return challenge !== null && takePasskey(context, db, actor, passkey, challenge, clock())
      })
    case 'signIn':
      throw badRequest(message('confirmFirst'))
    default:
      means satisfies never
  }
}

const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined

/**
 * Confirms a session: its person shows once more who they are, by what `readConfirmation` names.
 * @throws Refusal 400 where what was shown is wrong or is none of these, 429 after too many failures
 */
export const confirmSession = async (context: Context, requester: Requester, act: ConfirmationAct): Promise<Answer> => {
  const { db, clock } = context
  const { actor, address } = requester
  const [given] = Object.entries(act).find(isGiven) ?? []
  const means = (await meansOf(db, actor)).find((way) => way === given)
  if (means === undefined) throw badRequest(message('confirmFirst'))
  await requireShown(context, requester, means, act)
  await db.transaction().execute(async (trx) => {
    await markConfirmed(trx, actor, clock())
    const { companyId, officeId, userId, fullName } = actor
    const about = { resource: 'session', resourceId: userId, companyId, officeId, after: { fullName, means } }
    await writeAudit(trx, { at: clock(), actor, address, action: 'confirmIdentity', ...about })
  })
  return readConfirmation(context, actor)
}

/** What a browser asks one of the person's passkeys for. */
export const requestConfirmation = async (context: Context, actor: Actor) => {
  const { db } = context
  const request = await requestKnown(context, db, actor)
  await sql`
    update session s set confirm_challenge = ${request.challenge}
     where s.company_id = ${actor.companyId} and s.session_id = ${actor.sessionId}`.execute(db)
  return { request: { ...request } }
}
