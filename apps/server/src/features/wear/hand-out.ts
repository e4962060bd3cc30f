import type { BodyOf, Wear, wear } from '@mimamori/contract'
import { sql } from 'kysely'
import { beginWear, endWears, endWearsOf, type EndedWear, touchWearers, type WearSlot } from '../alerts/wears/write-wears.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { renewGuestDay } from '../../shared/monitoring/workers/guest-day.ts'
import { type DeviceWord, findSerial, type MatchedDevice } from '../../shared/organisation/find-serial.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { violatedConstraint } from '../../platform/database/constraints.ts'
import { notFound } from '../../platform/errors.ts'
import { japanDayAndClock } from '../../platform/japan-time.ts'
import { type DoneAt, notBefore, readDoneAt } from '../../platform/done-at.ts'
import { findHolder, type HeldDevice, lockDevice } from './lock-device.ts'
import { type LockedWorker, lockWorkers } from '../../shared/monitoring/workers/lock-workers.ts'
import { recordWear } from './record-wear.ts'
import { conflict, siteIdOf } from '../../shared/organisation/request-site.ts'
import { readWears } from './wear-rows.ts'

type Draft = BodyOf<typeof wear.handOut>

export const wornWords = ['vital', 'belt'] as const satisfies readonly DeviceWord[]

/** The kind of device that a type of the wire means; undefined where it names none. */
export const wordOfType = (deviceType: string | undefined): WearSlot | undefined =>
  deviceType === undefined ? undefined : deviceType === '2' ? 'belt' : 'vital'

type LastWear = { readonly user_id: number; readonly full_name: string; readonly worn_from: Date; readonly worn_to: Date | null }

// Wears that are planned for later, as operators may write them, are no conflict.
const lastOf = async (db: Db, companyId: number, { deviceId }: MatchedDevice, now: Date): Promise<LastWear | undefined> => {
  const { rows } = await sql<LastWear>`
    select w.user_id, u.full_name, w.worn_from, least(w.worn_to, ${now}::timestamptz) as worn_to
      from wear w join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id
     where w.company_id = ${companyId} and w.device_id = ${deviceId} and w.worn_from <= ${now}::timestamptz
     order by coalesce(w.worn_to, 'infinity'::timestamptz) desc, w.worn_from desc limit 1`.execute(db)
  return rows[0]
}

const lastOfPerson = async (db: Db, companyId: number, userId: number, slot: WearSlot, now: Date): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(least(coalesce(w.worn_to, w.worn_from), ${now}::timestamptz)) as at from wear w
     where w.company_id = ${companyId} and w.user_id = ${userId} and w.slot = ${slot} and w.worn_from <= ${now}::timestamptz`.execute(db)
  return rows[0]?.at ?? null
}

/** The person who gets it. @throws Refusal 404 where they are not of the site or not the actor's, 409 without consent */
const wearerOf = (people: ReadonlyMap<number, LockedWorker>, userId: number, officeId: number): LockedWorker => {
  const wearer = people.get(userId)
  if (wearer === undefined || wearer.officeId !== officeId || !wearer.isOwn) throw notFound()
  if (wearer.isWithdrawn) throw conflict('wearerWithdrawn', { name: wearer.fullName })
  return wearer
}

/** @throws Refusal 409 where somebody else wears it, unless it is taken from them */
const refuseHeld = (
  { device, holder, draft, done }: { device: MatchedDevice; holder: HeldDevice; draft: Draft; done: DoneAt },
  person: LockedWorker | undefined,
): void => {
  const { serial } = device
  if (person !== undefined && !person.isOwn) throw conflict('wornInOtherGroup', { serial })
  // Somebody who took it a moment ago, after the people were locked.
  if (person === undefined) throw conflict('wearChanged')
  const concerned = { userId: person.userId, fullName: person.fullName }
  if (holder.wornFrom > done.at && !done.isImmediate)
    throw conflict('wearLater', { serial, time: japanDayAndClock(holder.wornFrom), name: person.fullName }, concerned)
  if (draft.replace !== true) throw conflict('wornByOther', { serial, name: person.fullName }, concerned)
}

type Times = { readonly last: LastWear | undefined; readonly own: Date | null }

/** @throws Refusal 409 where the device or the person was changed after the time at which this was done */
const refuseLater = ({ serial }: MatchedDevice, { last, own }: Times, done: DoneAt, wearer: LockedWorker): void => {
  if (done.isImmediate) return
  const ended = last?.worn_to ?? null
  if (ended !== null && ended > done.at) throw conflict('wearEndedLater', { serial, time: japanDayAndClock(ended) })
  if (own !== null && own > done.at) throw conflict('wearerLater', { name: wearer.fullName, time: japanDayAndClock(own) })
}

const slotOf = async (db: Db, { companyId, deviceId }: MatchedDevice): Promise<WearSlot> => {
  const { rows } = await sql<{ kind: WearSlot }>`
    select d.kind from device d where d.company_id = ${companyId} and d.device_id = ${deviceId}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0].kind
}

const serialsOf = async (db: Db, companyId: number, wears: readonly EndedWear[]): Promise<string | null> => {
  const { rows } = await sql<{ serial: string }>`
    select d.serial from device d
     where d.company_id = ${companyId} and d.device_id = any(${wears.map((one) => one.device_id)}::int[])`.execute(db)
  return rows[0]?.serial ?? null
}

/**
 * Hands a device to a person, from `at` on; what they wore of the kind ends by it.
 * @throws Refusal 404 out of scope; 409 where somebody else wears it, or it or the person was changed after `at`; 400 for a time
 *   that cannot be
 */
export const handOut = (context: Context, requester: Requester, draft: Draft): Promise<Wear> => {
  const { actor } = requester
  return context.db
    .transaction()
    .execute(async (db) => {
      const office = await lockOfficeShared(db, actor, siteIdOf(actor, draft.officeId))
      const { companyId, officeId } = office
      const words = { words: wornWords }
      const device = await findSerial(db, actor, words, { serial: draft.serialNumber, officeId, word: wordOfType(draft.deviceType) })
      const before = await findHolder(db, companyId, device.deviceId)
      const people = await lockWorkers(db, actor, companyId, [draft.userId, ...(before === undefined ? [] : [before.userId])])
      const wearer = wearerOf(people, draft.userId, officeId)
      await lockDevice(db, companyId, device.deviceId)
      const now = context.clock()
      const done = readDoneAt(draft.at, now)
      const holder = await findHolder(db, companyId, device.deviceId)
      if (holder?.userId === wearer.userId) return onlyWear(await readWears(db, companyId, [holder.wearId]))
      const other =
        holder === undefined
          ? undefined
          : (people.get(holder.userId) ?? (await lockWorkers(db, actor, companyId, [holder.userId])).get(holder.userId))
      if (holder !== undefined) refuseHeld({ device, holder, draft, done }, other)
      const slot = await slotOf(db, device)
      const last = holder === undefined ? await lastOf(db, companyId, device, now) : undefined
      const own = await lastOfPerson(db, companyId, wearer.userId, slot, now)
      refuseLater(device, { last, own }, done, wearer)
      const from = notBefore(done, [holder?.wornFrom ?? null, last?.worn_to ?? null, own])
      if (holder !== undefined) await endWears(db, companyId, [holder.wearId], { at: from, now })
      const former = await endWearsOf(db, { companyId, userId: wearer.userId }, slot, { at: from, now, reason: draft.reason })
      const id = await beginWear(db, { companyId, userId: wearer.userId }, { slot, deviceId: device.deviceId, from }, now)
      await renewGuestDay(db, { companyId, userId: wearer.userId }, now)
      const touched = [wearer.userId, ...(holder === undefined ? [] : [holder.userId])]
      await touchWearers(db, companyId, touched)
      const formerSerial = await serialsOf(db, companyId, former)
      await recordWear(db, requester, {
        action: formerSerial === null ? 'handOut' : 'swap',
        userId: wearer.userId,
        ...office,
        slot,
        before: formerSerial,
        after: device.serial,
        reason: draft.reason,
        from,
        now,
      })
      if (holder !== undefined)
        await recordWear(db, requester, {
          action: 'takeBack',
          userId: holder.userId,
          ...office,
          slot,
          before: device.serial,
          after: null,
          from,
          now,
        })
      await announce(db, { companyId, officeId, userIds: touched, deviceIds: [device.deviceId, ...former.map((one) => one.device_id)] })
      return onlyWear(await readWears(db, companyId, [id]))
    })
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error)
      throw constraint === 'wear_one_holder' || constraint === 'wear_one_device_of_a_kind' ? conflict('wearChanged') : error
    })
}

const onlyWear = ([found]: readonly Wear[]): Wear => {
  if (found === undefined) throw new Error('a wear that was just written is gone')
  return found
}
