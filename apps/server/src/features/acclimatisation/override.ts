import type { AcclimatisationOverride, OverrideDraft } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'

type Person = OfficeKey & { readonly userId: number }

/** A worker in the actor's scope, locked. @throws Refusal 404 */
const lockPerson = async (db: Db, actor: Actor, userId: number): Promise<Person> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  const person = (await lockWorkers(db, actor, companyId, [userId])).get(userId)
  if (person === undefined || !person.isOwn || person.officeId === null) throw notFound()
  return { companyId, officeId: person.officeId, userId }
}

/** Ends the one that holds. @returns whether there was one */
const endOverride = async (db: Db, { companyId, userId }: Person, actor: Actor, at: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update acclimatisation_override v set ended_at = ${at}, ended_by = ${actor.userId}
     where v.company_id = ${companyId} and v.user_id = ${userId} and v.ended_at is null`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Sets how much of the day a person may work in heat by the word of a doctor or an administrator; the former word ends. The log says that,
 * not why: it is kept for ever.
 * @throws Refusal 404 out of scope
 */
export const setOverride = async (
  { db, clock }: Context,
  { actor, address }: Requester,
  userId: number,
  { kind, share, until, reason }: OverrideDraft,
): Promise<AcclimatisationOverride> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const person = await lockPerson(trx, actor, userId)
    const { companyId, officeId } = person
    await endOverride(trx, person, actor, at)
    await sql`
      insert into acclimatisation_override (company_id, user_id, kind, share, until_on, reason, set_at, set_by)
      values (${companyId}, ${userId}, ${kind}, ${share}, ${until}, ${reason}, ${at}, ${actor.userId})`.execute(trx)
    const about = { resource: 'user', resourceId: userId, companyId, officeId, after: { kind, share, until } }
    await writeAudit(trx, { at, actor, address, action: 'setAcclimatisation', ...about })
    await announce(trx, { companyId, officeId, userIds: [userId] })
    return { kind, share, until, reason, setBy: actor.fullName, setAt: toJapanIso(at) }
  })

/** Ends the word that holds for a person: the plan holds again. @throws Refusal 404 out of scope, or where none holds */
export const removeOverride = async ({ db, clock }: Context, { actor, address }: Requester, userId: number): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const at = clock()
    const person = await lockPerson(trx, actor, userId)
    const { companyId, officeId } = person
    if (!(await endOverride(trx, person, actor, at))) throw notFound()
    await writeAudit(trx, {
      at,
      actor,
      address,
      action: 'removeAcclimatisation',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
    })
    await announce(trx, { companyId, officeId, userIds: [userId] })
  })
}
