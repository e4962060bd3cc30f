import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import { deriveKeys } from '../../../platform/secrets/access-token.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { unauthorised } from '../../../platform/errors.ts'
import type { Origin } from '../open-session.ts'
import { lockProven, type Proof } from '../proof.ts'

/** How long somebody has for the second step. */
export const ticketMs = 5 * 60_000

const form = /^(\d{1,10})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

const sealOf = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest()

const keysOf = ({ jwtSecrets }: Pick<Config, 'jwtSecrets'>) => deriveKeys(jwtSecrets, 'sign-in ticket')

/** A ticket with the company that its row is found by. */
export type TicketKey = { readonly companyId: number; readonly ticketId: string }

/**
 * Notes that somebody has taken the first step, and hands out the ticket for the second one: `company.ticket.seal`. It goes
 * with whatever takes the first step back.
 * @param proof what they showed, which must still be good
 * @returns undefined where they were deleted meanwhile
 * @throws Refusal 401 if what they showed is no longer valid, 403 where the account is disabled
 */
export const issueTicket = async (
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  { companyId, userId }: PersonKey,
  proof: Proof,
  { byProvider = false }: Pick<Origin, 'byProvider'>,
): Promise<string | undefined> => {
  const now = clock()
  const ticketId = randomUUID()
  await db.deleteFrom('sign_in_ticket as t').where('t.company_id', '=', companyId).where('t.expires_at', '<=', now).execute()
  const isIssued = await db.transaction().execute(async (trx) => {
    if (!(await lockProven(trx, { companyId, userId }, proof))) return false
    await trx
      .insertInto('sign_in_ticket')
      .values({
        company_id: companyId,
        ticket_id: ticketId,
        user_id: userId,
        by_provider: byProvider,
        expires_at: new Date(now.getTime() + ticketMs),
      })
      .execute()
    return true
  })
  if (!isIssued) return undefined
  const text = `${companyId}.${ticketId}`
  return `${text}.${sealOf(keysOf(config)[0], text).toString('base64url')}`
}

/** What a genuine ticket says; undefined for any other text. */
export const readTicket = (config: Pick<Config, 'jwtSecrets'>, ticket: string): TicketKey | undefined => {
  const [, companyId, ticketId, sent] = form.exec(ticket) ?? []
  if (ticketId === undefined || sent === undefined) return undefined
  const given = Buffer.from(sent, 'base64url')
  const isGenuine = keysOf(config).some((key) => timingSafeEqual(sealOf(key, `${companyId}.${ticketId}`), given))
  return isGenuine ? { companyId: Number(companyId), ticketId } : undefined
}

const rowOf = (db: Db, { companyId, ticketId }: TicketKey, now: Date) =>
  db
    .selectFrom('sign_in_ticket as t')
    .where('t.company_id', '=', companyId)
    .where('t.ticket_id', '=', ticketId)
    .where('t.expires_at', '>', now)

/** Whose ticket it is, whether their provider vouched for them, and what a passkey was asked for it; undefined where it is used up or too old. */
export const findTicket = (db: Db, key: TicketKey, now: Date) =>
  rowOf(db, key, now).select(['t.user_id as userId', 't.by_provider as byProvider', 't.challenge']).executeTakeFirst()

/** Stores the challenge of a passkey with the ticket. */
export const noteChallenge = async (db: Db, { companyId, ticketId }: TicketKey, challenge: string): Promise<void> => {
  await db
    .updateTable('sign_in_ticket as t')
    .set({ challenge })
    .where('t.company_id', '=', companyId)
    .where('t.ticket_id', '=', ticketId)
    .execute()
}

/** The first step that a ticket proves; a ticket is good once. */
export const spentTicket =
  ({ companyId, ticketId }: TicketKey, now: Date): Proof =>
  async (trx) => {
    const used = await trx
      .deleteFrom('sign_in_ticket as t')
      .where('t.company_id', '=', companyId)
      .where('t.ticket_id', '=', ticketId)
      .where('t.expires_at', '>', now)
      .returning('t.user_id')
      .executeTakeFirst()
    if (used === undefined) throw unauthorised('secondStepOver')
  }
