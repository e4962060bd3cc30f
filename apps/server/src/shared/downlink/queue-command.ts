import { sql } from 'kysely'
import { announce } from '../announcements/announce.ts'
import type { DeviceKey, OfficeKey } from '../organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { wakeDownlinks } from './wake.ts'

/** Settings by field name, as they are sent to a device. */
export type Payload = Readonly<Record<string, string | number | null>>

/** How a device is to be set from now on, and what it is to do once. */
export type DesiredState = {
  readonly device: DeviceKey & OfficeKey
  /** Every lasting setting with its desired value. */
  readonly settings: Payload
  /** The values of a device that was never sent any. */
  readonly defaults: Payload
  /** Instructions to carry out once, each with its own fields; they are sent whether or not a value changed. */
  readonly once: readonly Payload[]
  /** The requester's name as people read it; null for the product itself. */
  readonly requestedBy: string | null
  readonly at: Date
}

type Open = { readonly id: number; readonly state: 'pending' | 'sent'; readonly payload: Payload }

const openOf = async (db: Db, { companyId, deviceId }: DeviceKey): Promise<Open[]> => {
  const { rows } = await sql<Open>`
    select l.downlink_id as id, l.state, l.payload from downlink l
     where l.company_id = ${companyId} and l.device_id = ${deviceId} and l.state in ('pending', 'sent')
     order by l.downlink_id for update`.execute(db)
  return rows
}

// Failed and expired commands do not count: their settings are sent again with the next command.
const lastSettings = async (db: Db, { companyId, deviceId }: DeviceKey): Promise<Payload> => {
  const { rows } = await sql<{ sent: Payload | null }>`
    select jsonb_object_agg(said.key, said.value order by l.downlink_id) as sent
      from downlink l cross join lateral jsonb_each(l.payload) as said
     where l.company_id = ${companyId} and l.device_id = ${deviceId} and l.state in ('sent', 'acknowledged')`.execute(db)
  return rows[0]?.sent ?? {}
}

const pick = (payload: Payload, passes: (key: string, value: string | number | null) => boolean): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([key, value]) => passes(key, value)))

const isWithin = (part: Payload, whole: Payload) => Object.entries(part).every(([key, value]) => whole[key] === value)

/**
 * Queues a command with the settings that were not sent to the device yet; none if all were. A command that still waits
 * is replaced, and its instructions are merged in; one on its way stays, and the new one follows it. `db` is the
 * transaction that saves the setting, with the device's row locked.
 */
export const queueCommand = async (db: Db, desired: DesiredState): Promise<void> => {
  const { companyId, officeId, deviceId } = desired.device
  // This command carries what earlier ones could not deliver.
  await sql`
    update downlink l set owed_since = null
     where l.company_id = ${companyId} and l.device_id = ${deviceId} and l.owed_since is not null`.execute(db)
  const open = await openOf(db, desired.device)
  const waiting = open.find(({ state }) => state === 'pending')
  const onItsWay = open.find(({ state }) => state === 'sent')?.payload ?? {}
  const sent = await lastSettings(db, desired.device)
  const changed = pick(desired.settings, (key, value) => value !== (sent[key] === undefined ? desired.defaults[key] : sent[key]))
  const instructions = desired.once.filter((instruction) => !isWithin(instruction, onItsWay))
  const requestedBefore = pick(waiting?.payload ?? {}, (key) => !Object.hasOwn(desired.settings, key))
  const payload: Payload = Object.assign({}, changed, requestedBefore, ...instructions)
  if (waiting !== undefined && isWithin(payload, waiting.payload) && isWithin(waiting.payload, payload)) return
  if (waiting !== undefined)
    await sql`
      update downlink l set state = 'superseded' where l.company_id = ${companyId} and l.downlink_id = ${waiting.id}`.execute(db)
  if (Object.keys(payload).length > 0)
    await sql`
      insert into downlink (company_id, office_id, device_id, payload, created_by, created_at)
      values (${companyId}, ${officeId}, ${deviceId}, ${JSON.stringify(payload)}::jsonb, ${desired.requestedBy}, ${desired.at})`.execute(db)
  await wakeDownlinks(db, [officeId])
  await announce(db, { companyId, officeId, deviceIds: [deviceId] })
}

/** The settings and instructions that a device has not answered yet; of two for one field the newer one. */
export const openRequests = async (db: Db, { companyId, deviceId }: DeviceKey): Promise<Payload> => {
  const { rows } = await sql<{ payload: Payload }>`
    select l.payload from downlink l
     where l.company_id = ${companyId} and l.device_id = ${deviceId} and l.state in ('pending', 'sent') order by l.downlink_id`.execute(db)
  return Object.assign({}, ...rows.map(({ payload }) => payload))
}
