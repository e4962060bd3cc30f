import { sql } from 'kysely'
import { announce } from '../organisation/announce.ts'
import type { Db } from '../platform/context.ts'
import { wakeDownlinks } from './wake.ts'

/** Settings by their own field names, as a device is told them. */
export type Payload = Readonly<Record<string, string | number | null>>

/** What a device is to do from now on. */
export type DesiredState = {
  readonly deviceId: number
  readonly officeId: number
  /** Every setting that lasts, as it is to be. */
  readonly settings: Payload
  /** What a device does that was never told otherwise. */
  readonly defaults: Payload
  /** What is to be done once, each with what belongs to it; these go whether they changed or not. */
  readonly once: readonly Payload[]
  /** Who wishes it, as people read it. */
  readonly by: string | null
  readonly at: Date
}

type Open = { readonly id: number; readonly state: 'pending' | 'sent'; readonly payload: Payload }

const openOf = async (db: Db, deviceId: number): Promise<Open[]> => {
  const { rows } = await sql<Open>`
    select l.downlink_id as id, l.state, l.payload from downlink l
     where l.device_id = ${deviceId} and l.state in ('pending', 'sent')
     order by l.downlink_id for update`.execute(db)
  return rows
}

// A command that failed or expired told the device nothing, so that what it held is told again with the next.
const toldTo = async (db: Db, deviceId: number): Promise<Payload> => {
  const { rows } = await sql<{ told: Payload | null }>`
    select jsonb_object_agg(said.key, said.value order by l.downlink_id) as told
      from downlink l cross join lateral jsonb_each(l.payload) as said
     where l.device_id = ${deviceId} and l.state in ('sent', 'acknowledged')`.execute(db)
  return rows[0]?.told ?? {}
}

const pick = (payload: Payload, passes: (key: string, value: string | number | null) => boolean): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([key, value]) => passes(key, value)))

const isWithin = (part: Payload, whole: Payload) => Object.entries(part).every(([key, value]) => whole[key] === value)

/**
 * Queues a command that holds only what the device was not told yet; nothing where there is no such thing. A command
 * that still waits is replaced, and what it asked for is merged in; one on its way is left alone, and the new one goes
 * after it. `db` is the transaction that saves the setting, with the device's row locked.
 */
export const queueCommand = async (db: Db, desired: DesiredState): Promise<void> => {
  // This command carries all that earlier ones failed to tell.
  await sql`update downlink l set owed_since = null where l.device_id = ${desired.deviceId} and l.owed_since is not null`.execute(db)
  const open = await openOf(db, desired.deviceId)
  const waiting = open.find(({ state }) => state === 'pending')
  const onItsWay = open.find(({ state }) => state === 'sent')?.payload ?? {}
  const told = await toldTo(db, desired.deviceId)
  const changed = pick(desired.settings, (key, value) => value !== (told[key] === undefined ? desired.defaults[key] : told[key]))
  const asked = desired.once.filter((instruction) => !isWithin(instruction, onItsWay))
  const askedBefore = pick(waiting?.payload ?? {}, (key) => !Object.hasOwn(desired.settings, key))
  const payload: Payload = Object.assign({}, changed, askedBefore, ...asked)
  if (waiting !== undefined && isWithin(payload, waiting.payload) && isWithin(waiting.payload, payload)) return
  if (waiting !== undefined) await sql`update downlink l set state = 'superseded' where l.downlink_id = ${waiting.id}`.execute(db)
  if (Object.keys(payload).length > 0)
    await sql`
      insert into downlink (office_id, device_id, payload, created_by, created_at)
      values (${desired.officeId}, ${desired.deviceId}, ${JSON.stringify(payload)}::jsonb, ${desired.by}, ${desired.at})`.execute(db)
  await wakeDownlinks(db, [desired.officeId])
  await announce(db, { officeId: desired.officeId, deviceIds: [desired.deviceId] })
}

/** What a device has been asked for and has not answered yet, newest last wins. */
export const openRequests = async (db: Db, deviceId: number): Promise<Payload> => {
  const { rows } = await sql<{ payload: Payload }>`
    select l.payload from downlink l
     where l.device_id = ${deviceId} and l.state in ('pending', 'sent') order by l.downlink_id`.execute(db)
  return Object.assign({}, ...rows.map(({ payload }) => payload))
}
