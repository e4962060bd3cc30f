import { type AnswerOf, type BodyOf, type duty, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { type DoneAt, readDoneAt } from '../../platform/done-at.ts'
import { badRequest, forbidden, notFound } from '../../platform/errors.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findDutyInForce, findDutyVersion } from '../../shared/duty/versions.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { peopleOfSite, readBriefingsOf } from './briefings.ts'

type Draft = BodyOf<typeof duty.brief>

/** A worker records that they have read it themselves; others record what they briefed. @throws Refusal 403, 400 */
const refuseOthersMeans = ({ role, userId }: Actor, { means, userIds }: Draft): void => {
  if (role === 'User' && means !== 'page') throw forbidden('dutyOwnPageOnly')
  if (means === 'page' && userIds.some((id) => id !== userId)) {
    if (role === 'User') throw notFound()
    throw badRequest(message('dutyPageByOneself'))
  }
}

/**
 * The version that people were briefed of: the one that the request names, in force or not, since it is to be known before it is; else
 * the one in force when it was done.
 * @throws Refusal 409 where there is none
 */
const versionOf = async (db: Db, office: OfficeKey, { version }: Draft, done: DoneAt, now: Date): Promise<number> => {
  if (version !== undefined && (await findDutyVersion(db, office, version)) === undefined)
    throw conflict('dutyVersionUnknown', { version: String(version) })
  const found = version ?? ((await findDutyInForce(db, office, done.at)) ?? (await findDutyInForce(db, office, now)))?.version
  if (found === undefined) throw conflict('dutyNotSaved')
  return found
}

const findPeople = async (db: Db, actor: Actor, office: OfficeKey, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from app_user u
     where ${peopleOfSite(actor, office)} and u.user_id = any(${ids}::int[])
     order by u.user_id for key share of u`.execute(db)
  return rows.map((row) => row.user_id)
}

/**
 * Records that people of a site were briefed of its reporting line and procedures. The same briefing sent twice is stored once. Who is not
 * the actor's any more, as happens to what waited for a network, is left out for the others' sake, and named in `left`.
 * @throws Refusal 404 where none of them is the actor's, 403 and 400 for means that are not theirs, 409 where no version was saved
 */
export const briefPeople = (
  context: Context,
  { actor, address }: Requester,
  officeId: number,
  draft: Draft,
): Promise<AnswerOf<typeof duty.brief>> =>
  context.db.transaction().execute(async (db) => {
    refuseOthersMeans(actor, draft)
    const { companyId } = await lockOfficeShared(db, actor, officeId)
    const office = { companyId, officeId }
    const now = context.clock()
    const done = readDoneAt(draft.at, now)
    const ids = [...new Set(draft.userIds)]
    const people = await findPeople(db, actor, office, ids)
    if (people.length === 0) throw notFound()
    const version = await versionOf(db, office, draft, done, now)
    const language = draft.language ?? 'ja'
    const speaker = draft.speaker ?? actor.fullName
    const speakerId = draft.speaker === null || draft.speaker === undefined || draft.speaker === actor.fullName ? actor.userId : null
    await sql`
      insert into duty_briefing (company_id, office_id, version, user_id, briefed_at, means, language, speaker, speaker_id, recorded_at, recorded_by)
      select ${companyId}::int, ${officeId}::int, ${version}::int, p.user_id, ${done.at}::timestamptz, ${draft.means}::text, ${language}::text,
             ${speaker}::text, ${speakerId}::int, ${now}::timestamptz, ${actor.userId}::int
        from unnest(${people}::int[]) as p (user_id)
          on conflict do nothing`.execute(db)
    const after = { version, means: draft.means, language, speaker, at: toJapanIso(done.at), userIds: people }
    await writeAudit(db, { ...office, at: now, actor, address, action: 'brief', resource: 'duty', resourceId: officeId, after })
    const left = ids.filter((id) => !people.includes(id))
    return { version, data: await readBriefingsOf(db, office, version, people), left }
  })
