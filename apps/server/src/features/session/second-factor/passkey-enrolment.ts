import { message } from '@mimamori/contract'
import type { Requester } from '../../../platform/audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { firstRecoveryCodes, recordFactor } from './enrolment.ts'
import { requireOwnPassword } from '../own-password.ts'
import { requestNew, verifyNew } from './passkeys.ts'
import { ticketMs } from './ticket.ts'

/** More than anybody carries, and few enough to look through at each sign-in. */
const passkeysAtMost = 10

const countPasskeys = async (db: Db, { companyId, userId }: Actor): Promise<number> => {
  const { had } = await db
    .selectFrom('passkey as k')
    .select(({ fn }) => fn.countAll<number>().as('had'))
    .where('k.company_id', '=', companyId)
    .where('k.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return had
}

/**
 * Begins to make a passkey: returns the options for the browser. @throws Refusal 400 where the password is wrong, or there are
 * too many
 */
export const beginPasskey = async (context: Context, requester: Requester, wanted: { password: string; name: string }) => {
  const { db, clock } = context
  const { actor } = requester
  await requireOwnPassword(context, requester, wanted.password)
  if ((await countPasskeys(db, actor)) >= passkeysAtMost) throw badRequest(message('passkeysFull', { most: passkeysAtMost }))
  const request = await requestNew(context, db, actor)
  const draft = { challenge: request.challenge, name: wanted.name, expires_at: new Date(clock().getTime() + ticketMs) }
  await db
    .insertInto('passkey_draft')
    .values({ company_id: actor.companyId, session_id: actor.sessionId, ...draft })
    .onConflict((conflict) => conflict.columns(['company_id', 'session_id']).doUpdateSet(draft))
    .execute()
  return { request: { ...request } }
}

/** What the session began to make, taken from it. */
const takeDraft = (db: Db, { companyId, sessionId }: Actor, now: Date) =>
  db
    .deleteFrom('passkey_draft as d')
    .where('d.company_id', '=', companyId)
    .where('d.session_id', '=', sessionId)
    .where('d.expires_at', '>', now)
    .returning(['d.challenge', 'd.name'])
    .executeTakeFirst()

/** Keeps the passkey that the browser made. @throws Refusal 400 where its answer does not hold, or came too late */
export const confirmPasskey = async (context: Context, requester: Requester, answer: unknown) => {
  const { db, clock } = context
  const { actor } = requester
  const now = clock()
  const draft = await takeDraft(db, actor, now)
  const made = draft && (await verifyNew(context, answer, draft.challenge))
  if (draft === undefined || made === undefined) throw badRequest(message('passkeyNotMade'))
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('passkey')
      .values({
        company_id: actor.companyId,
        user_id: actor.userId,
        credential_id: made.id,
        name: draft.name,
        public_key: Buffer.from(made.publicKey),
        counter: made.counter,
        transports: made.transports ?? [],
        created_at: now,
      })
      .execute()
    await recordFactor(trx, requester, now, 'addFactor', draft.name)
    return { recoveryCodes: await firstRecoveryCodes(trx, actor) }
  })
}

/** Forgets a passkey of one's own. @throws Refusal 400 where the password is wrong */
export const endPasskey = async (context: Context, requester: Requester, wanted: { password: string; id: string }): Promise<void> => {
  const { db, clock } = context
  const { actor } = requester
  await requireOwnPassword(context, requester, wanted.password)
  await db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('passkey as k')
      .where('k.company_id', '=', actor.companyId)
      .where('k.user_id', '=', actor.userId)
      .where('k.credential_id', '=', wanted.id)
      .returning('k.name')
      .executeTakeFirst()
    if (gone !== undefined) await recordFactor(trx, requester, clock(), 'removeFactor', gone.name)
  })
}
