import { type AnswerOf, type BodyOf, message, type rest, type RestConflict } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../shared/announcements/announce.ts'
import { readRests } from '../../shared/monitoring/rests/rest-rows.ts'
import { type LockedWorker, lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { byCompany } from '../../shared/organisation/company-of.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { violatedConstraint } from '../../platform/database/constraints.ts'
import { type DoneAt, notBefore, readDoneAt } from '../../platform/done-at.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { japanDayAndClock, toJapanIso } from '../../platform/japan-time.ts'
import { beginRest, endRest, findRestPlacings, type LatestRest, lockLatestRests, type RestPlacing, sendAgain } from './write-rests.ts'

type Draft = BodyOf<typeof rest.set>
type Answer = AnswerOf<typeof rest.set>

type Turn = {
  readonly db: Db
  readonly companyId: number
  readonly done: DoneAt
  readonly latest: LatestRest | undefined
  readonly placing: RestPlacing
}

/** What it made of a person's rest: its number, and the time that goes on the log; null where nothing changed. */
type Done = { readonly restId: number; readonly at: Date | null }

/** @returns why it cannot be done, in words */
const begin = async ({ db, companyId, done, latest, placing }: Turn, { fullName: name }: LockedWorker): Promise<Done | string> => {
  if (latest?.ended_at === null) {
    const isSentAgain = latest.arrived_at === null && latest.source === 'leader' && (done.isImmediate || latest.began_at < done.at)
    if (isSentAgain) await sendAgain(db, companyId, latest.rest_id, done.at)
    return { restId: latest.rest_id, at: isSentAgain ? done.at : null }
  }
  const ended = latest?.ended_at ?? null
  if (ended !== null && ended > done.at && !done.isImmediate) return message('restEndedLater', { name, time: japanDayAndClock(ended) })
  const at = notBefore(done, [ended])
  return { restId: await beginRest(db, { ...placing, companyId, at }), at }
}

/** @returns why it cannot be done, in words */
const end = async ({ db, companyId, done, latest }: Turn, { fullName: name }: LockedWorker): Promise<Done | string> => {
  if (latest?.ended_at !== null) return message('restNotOpen', { name })
  const { rest_id: restId, began_at: began } = latest
  if (began > done.at && !done.isImmediate) return message('restBeganLater', { name, time: japanDayAndClock(began) })
  const at = notBefore(done, [began])
  await endRest(db, companyId, restId, at)
  return { restId, at }
}

/** Does it for people of one company, in the order of their numbers. */
const setOfCompany = async (
  { clock }: Context,
  db: Db,
  { actor, address }: Requester,
  { state, at }: Draft,
  { companyId, ids }: { readonly companyId: number; readonly ids: readonly number[] },
): Promise<Answer> => {
  const people = await lockWorkers(db, actor, companyId, ids)
  if (ids.some((id) => people.get(id)?.isOwn !== true)) throw notFound()
  const latest = await lockLatestRests(db, companyId, ids)
  const now = clock()
  const done = readDoneAt(at, now)
  const placings = await findRestPlacings(db, companyId, ids, done.at)
  const restIds: number[] = []
  const conflicts: RestConflict[] = []
  const changed = new Map<number, number[]>()
  for (const [userId, person] of people) {
    const placing = placings.get(userId)
    if (placing === undefined) throw notFound()
    const result = await (state === 'begin' ? begin : end)({ db, companyId, done, latest: latest.get(userId), placing }, person)
    if (typeof result === 'string') {
      conflicts.push({ userId, fullName: person.fullName, message: result })
      continue
    }
    restIds.push(result.restId)
    if (result.at === null) continue
    const { office_id: officeId } = placing
    changed.set(officeId, [...(changed.get(officeId) ?? []), userId])
    await writeAudit(db, {
      at: now,
      actor,
      address,
      action: state === 'begin' ? 'beginRest' : 'endRest',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      after: { at: toJapanIso(result.at) },
    })
  }
  await announce(db, ...[...changed].map(([officeId, userIds]) => ({ companyId, officeId, userIds })))
  const data = restIds.length === 0 ? [] : await readRests(db, companyId, sql<boolean>`r.rest_id = any(${restIds}::int[])`, now)
  return { data, conflicts }
}

/**
 * Sends people to rest, or back to work; `at` is when it was done. Who rests already is sent again where no resting place has heard
 * them, and else stays as they are. What cannot be done for one of them is done for the others.
 * @throws Refusal 404 where one of them is not the actor's; 409 where it could be done for nobody; 400 for a time that cannot be
 */
export const setRests = async (context: Context, requester: Requester, draft: Draft): Promise<Answer> => {
  const ids = [...new Set(draft.userIds)].toSorted((one, other) => one - other)
  const answer = await context.db
    .transaction()
    .execute(async (db) => {
      const companies = await byCompany(db, requester.actor, 'app_user', ids)
      if (companies.flatMap((one) => one.ids).length < ids.length) throw notFound()
      const all: Answer = { data: [], conflicts: [] }
      for (const company of companies) {
        const { data, conflicts } = await setOfCompany(context, db, requester, draft, company)
        all.data.push(...data)
        all.conflicts.push(...conflicts)
      }
      return all
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'rest_one_open' ? conflict('restChanged') : error
    })
  const [first] = answer.conflicts
  if (answer.data.length === 0 && first !== undefined) throw new Refusal(409, first)
  return answer
}
