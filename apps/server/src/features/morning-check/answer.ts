import { type AnswerOf, type CheckDraft, type CheckFollowUp, message, type morningCheck } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { readDoneAt } from '../../platform/done-at.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { type CheckedPerson, storeCheck, workingDayOfSite } from './store-check.ts'

/** A worker of a site in the actor's scope, locked. Who has withdrawn their consent to be measured may answer all the same. @throws Refusal 404 */
const lockPerson = async (db: Db, actor: Actor, userId: number): Promise<CheckedPerson> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  if (companyId === undefined) throw notFound()
  const person = (await lockWorkers(db, actor, companyId, [userId])).get(userId)
  if (person === undefined || !person.isOwn || person.officeId === null) throw notFound()
  return { companyId, officeId: person.officeId, userId, fullName: person.fullName }
}

/**
 * Answers by the person, a leader of their group or an administrator; `at` is when they were given.
 * @throws Refusal 404 out of scope; 409 where later answers are stored; 400 for a time or an answer that cannot be
 */
export const answerCheck = async (
  context: Context,
  requester: Requester,
  { userId, ...given }: CheckDraft,
): Promise<AnswerOf<typeof morningCheck.answer>> => {
  const attention = await context.db.transaction().execute(async (db) => {
    const person = await lockPerson(db, requester.actor, userId)
    const source = requester.actor.userId === userId ? 'self' : 'leader'
    return storeCheck(context, db, requester, person, { ...given, source })
  })
  return { attention }
}

/**
 * Records that somebody talked to a person about their answers, or changed where they work; it changes nothing else.
 * @throws Refusal 404 out of scope; 400 where the person has not answered that day, or for a time that cannot be
 */
export const followUpCheck = async (
  context: Context,
  requester: Requester,
  { userId, done: what, movedTo, at: given }: CheckFollowUp,
): Promise<AnswerOf<typeof morningCheck.followUp>> =>
  context.db.transaction().execute(async (db) => {
    const { actor, address } = requester
    const person = await lockPerson(db, actor, userId)
    const { companyId, officeId, fullName } = person
    const now = context.clock()
    const { at } = readDoneAt(given, now)
    const { date } = await workingDayOfSite(db, person, at)
    const values =
      what === 'talked'
        ? sql`talked_at = ${at}, talked_by = ${actor.userId}`
        : sql`moved_at = ${at}, moved_by = ${actor.userId}, moved_to = ${movedTo}`
    const { numAffectedRows } = await sql`
      update morning_check m set ${values}
       where m.company_id = ${companyId} and m.user_id = ${userId} and m.day = ${date} and m.office_id = ${officeId}
         and m.answers is not null`.execute(db)
    if (numAffectedRows !== 1n) throw badRequest(message('checkNotAnswered', { name: fullName }))
    const about = { resource: 'user', resourceId: userId, companyId, officeId, after: { at: toJapanIso(at) } }
    await writeAudit(db, { at: now, actor, address, action: what === 'talked' ? 'talkOfCheck' : 'moveForCheck', ...about })
    return { userId, at: toJapanIso(at) }
  })
