import type { AnswerOf, BodyOf, wear } from '@mimamori/contract'
import { sql } from 'kysely'
import { changeWearer } from '../alerts/episodes/change-wearer.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import { type EndedWear, endWears, touchWearers, type WearSlot } from '../alerts/wears/write-wears.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { notBefore, readDoneAt } from '../../platform/done-at.ts'
import { lockDevice } from './lock-device.ts'
import { lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { recordWear } from './record-wear.ts'
import { conflict } from '../../shared/organisation/request-site.ts'
import { readWears } from './wear-rows.ts'

const longestAgoMs = 24 * 3_600_000

type Undone = {
  readonly company_id: number
  readonly office_id: number
  readonly wear_id: number
  readonly user_id: number
  readonly device_id: number
  readonly serial: string
  readonly slot: WearSlot
  readonly worn_from: Date
  readonly worn_to: Date | null
}

const findWear = async (db: Db, actor: Actor, wearId: number): Promise<Undone> => {
  const companyId = await companyOf(db, actor, 'wear', wearId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<Undone>`
    select w.company_id, d.office_id, w.wear_id, w.user_id, w.device_id,
           d.serial, w.slot, w.worn_from, w.worn_to
      from wear w
      join device d on d.company_id = w.company_id and d.company_id = ${companyId} and d.device_id = w.device_id
      join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id
     where w.company_id = ${companyId} and w.wear_id = ${wearId} and ${withinScope(actor, personColumns)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** The people whose wears ended when this one began: they wore the device, or the person wore another one. */
const findFormer = async (
  db: Db,
  { company_id: companyId, device_id: deviceId, user_id: userId, slot, worn_from: wornFrom, wear_id: wearId }: Undone,
): Promise<EndedWear[]> => {
  const { rows } = await sql<EndedWear>`
    select w.wear_id, w.user_id, w.device_id from wear w
     where w.company_id = ${companyId} and w.wear_id <> ${wearId} and w.worn_to = ${wornFrom}::timestamptz
       and (w.device_id = ${deviceId} or (w.user_id = ${userId} and w.slot = ${slot}))
     order by w.user_id`.execute(db)
  return rows
}

const wasHeard = async (db: Db, { company_id: companyId, device_id: deviceId, worn_from: wornFrom }: Undone): Promise<boolean> => {
  const { rows } = await sql`
    select from reading r where r.company_id = ${companyId} and r.device_id = ${deviceId} and r.at >= ${wornFrom}::timestamptz limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives back what the hand-out took away, unless it is on somebody else by now. */
const restore = async (db: Db, { company_id: companyId }: Undone, former: readonly EndedWear[], now: Date): Promise<EndedWear[]> => {
  const restored: EndedWear[] = []
  for (const { wear_id: wearId } of former) {
    const { rows } = await sql<EndedWear>`
      update wear w set worn_to = null, swap_reason = null
       where w.company_id = ${companyId} and w.wear_id = ${wearId}
         and not exists (
           select from wear o
            where o.company_id = ${companyId} and o.worn_to is null
              and (o.device_id = w.device_id or (o.user_id = w.user_id and o.slot = w.slot)))
      returning w.wear_id, w.user_id, w.device_id`.execute(db)
    restored.push(...rows)
  }
  await changeWearer(
    db,
    companyId,
    restored.map((one) => one.device_id),
    now,
  )
  return restored
}

/**
 * Undoes a hand-out: where no reading has come from the device since, as if it had never been; else it ends here.
 * @throws Refusal 404 out of scope; 409 where it has ended, or began over 24 hours ago
 */
export const undoHandOut = (
  context: Context,
  requester: Requester,
  wearId: number,
  { at }: BodyOf<typeof wear.undo>,
): Promise<AnswerOf<typeof wear.undo>> =>
  context.db.transaction().execute(async (db) => {
    const { actor } = requester
    const seen = await findWear(db, actor, wearId)
    const former = await findFormer(db, seen)
    await lockWorkers(db, actor, seen.company_id, [seen.user_id, ...former.map((one) => one.user_id)])
    await lockDevice(db, seen.company_id, seen.device_id)
    const undone = await findWear(db, actor, wearId)
    const {
      company_id: companyId,
      office_id: officeId,
      user_id: userId,
      device_id: deviceId,
      serial,
      slot,
      worn_from: wornFrom,
      worn_to: wornTo,
    } = undone
    const now = context.clock()
    if (wornTo !== null) throw conflict('wearEnded')
    if (wornFrom.getTime() < now.getTime() - longestAgoMs) throw conflict('wearTooOld')
    const doneAt = notBefore(readDoneAt(at, now), [wornFrom])
    const isHeard = await wasHeard(db, undone)
    const ended = isHeard ? await endWears(db, companyId, [wearId], { at: doneAt, now }) : []
    if (!isHeard) await sql`delete from wear w where w.company_id = ${companyId} and w.wear_id = ${wearId}`.execute(db)
    if (!isHeard) await changeWearer(db, companyId, [deviceId], now)
    const restored = isHeard ? [] : await restore(db, undone, former, now)
    const userIds = [...new Set([userId, ...restored.map((one) => one.user_id)])]
    await touchWearers(db, companyId, userIds)
    await recordWear(db, requester, {
      action: 'undoHandOut',
      companyId,
      officeId,
      userId,
      slot,
      before: serial,
      after: null,
      from: doneAt,
      now,
    })
    await announce(db, { companyId, officeId, userIds, deviceIds: [deviceId, ...restored.map((one) => one.device_id)] })
    const [left] = await readWears(
      db,
      companyId,
      ended.map((one) => one.wear_id),
    )
    return { ended: left ?? null }
  })
