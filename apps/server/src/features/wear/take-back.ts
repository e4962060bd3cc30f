import type { AnswerOf, BodyOf, wear } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../shared/announcements/announce.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { findSerial } from '../../shared/organisation/find-serial.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { type EndedWear, endWears, touchWearers } from '../alerts/wears/write-wears.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDayAndClock, toJapanIso } from '../../platform/japan-time.ts'
import { notBefore, readDoneAt } from '../../platform/done-at.ts'
import { wordOfType, wornWords } from './hand-out.ts'
import { findHolder, lockDevice } from './lock-device.ts'
import { lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { recordWear } from './record-wear.ts'
import { conflict, siteIdOf } from '../../shared/organisation/request-site.ts'
import { readWears } from './wear-rows.ts'

type Draft = BodyOf<typeof wear.takeBack>
type Answer = AnswerOf<typeof wear.takeBack>

const finish = async (db: Db, office: OfficeKey, ended: readonly EndedWear[]): Promise<Answer> => {
  const userIds = [...new Set(ended.map((one) => one.user_id))]
  await touchWearers(db, office.companyId, userIds)
  await announce(db, { ...office, userIds, deviceIds: ended.map((one) => one.device_id) })
  const wears = await readWears(
    db,
    office.companyId,
    ended.map((one) => one.wear_id),
  )
  return { count: wears.length, wears }
}

const takeBackOne = async (context: Context, db: Db, requester: Requester, draft: Draft, serial: string): Promise<Answer> => {
  const { actor } = requester
  const { companyId, officeId } = await lockOfficeShared(db, actor, siteIdOf(actor, draft.officeId))
  const device = await findSerial(db, actor, { words: wornWords }, { serial, officeId, word: wordOfType(draft.deviceType) })
  const before = await findHolder(db, companyId, device.deviceId)
  if (before === undefined) throw conflict('wornByNobody', { serial: device.serial })
  const people = await lockWorkers(db, actor, companyId, [before.userId])
  await lockDevice(db, companyId, device.deviceId)
  const now = context.clock()
  const done = readDoneAt(draft.at, now)
  const holder = await findHolder(db, companyId, device.deviceId)
  if (holder === undefined || holder.wearId !== before.wearId) throw conflict('wearChanged')
  if (people.get(holder.userId)?.isOwn === false) throw conflict('wornInOtherGroup', { serial: device.serial })
  if (!done.isImmediate && holder.wornFrom > done.at)
    throw conflict('returnTooEarly', { serial: device.serial, time: japanDayAndClock(holder.wornFrom) })
  const at = notBefore(done, [holder.wornFrom])
  const ended = await endWears(db, companyId, [holder.wearId], { at, now })
  const slot = await slotOfWear(db, companyId, holder.wearId)
  const change = { companyId, officeId, userId: holder.userId, slot, before: device.serial, after: null, from: at, now }
  await recordWear(db, requester, { action: 'takeBack', ...change })
  return finish(db, { companyId, officeId }, ended)
}

const slotOfWear = async (db: Db, companyId: number, wearId: number): Promise<'vital' | 'belt'> => {
  const { rows } = await sql<{ slot: 'vital' | 'belt' }>`
    select w.slot from wear w where w.company_id = ${companyId} and w.wear_id = ${wearId}`.execute(db)
  return rows[0]?.slot ?? 'vital'
}

const groupColumns: ScopeColumns = { company: 'g.company_id', office: 'g.office_id', group: 'g.group_id', user: null }

const findGroup = async (db: Db, actor: Actor, groupId: number): Promise<OfficeKey> => {
  const companyId = await companyOf(db, actor, 'work_group', groupId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<OfficeKey>`
    select g.company_id as "companyId", g.office_id as "officeId" from work_group g
     where g.company_id = ${companyId} and g.group_id = ${groupId} and ${withinScope(actor, groupColumns)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** All that the people of a group wear, handed out before it was done. */
const takeBackGroup = async (context: Context, db: Db, { actor, address }: Requester, draft: Draft, groupId: number): Promise<Answer> => {
  const office = await findGroup(db, actor, groupId)
  const { companyId } = office
  const { rows: people } = await sql<{ user_id: number }>`
    select u.user_id from app_user u
     where u.company_id = ${companyId} and u.group_id = ${groupId} order by u.user_id for no key update`.execute(db)
  const now = context.clock()
  const done = readDoneAt(draft.at, now)
  const { rows } = await sql<{ wear_id: number }>`
    select w.wear_id from wear w
     where w.company_id = ${companyId} and w.user_id = any(${people.map(({ user_id: userId }) => userId)}::int[]) and w.worn_to is null
       and (${done.isImmediate} or w.worn_from <= ${done.at}::timestamptz)`.execute(db)
  const ended = await endWears(
    db,
    companyId,
    rows.map(({ wear_id: wearId }) => wearId),
    { at: done.at, now },
  )
  const after = { count: ended.length, at: toJapanIso(done.at) }
  await writeAudit(db, { at: now, actor, address, action: 'takeBack', resource: 'group', resourceId: groupId, ...office, after })
  return finish(db, office, ended)
}

/**
 * Takes back a device, or everything that a group wears; `at` is when it was done.
 * @throws Refusal 404 out of scope; 409 where nobody wears the device, or it was handed out after `at`; 400 for a time that cannot be
 */
export const takeBack = (context: Context, requester: Requester, draft: Draft): Promise<Answer> =>
  context.db.transaction().execute((db) => {
    const { groupId, serialNumber } = draft
    if (groupId != null) return takeBackGroup(context, db, requester, draft, groupId)
    return takeBackOne(context, db, requester, draft, serialNumber ?? '')
  })
