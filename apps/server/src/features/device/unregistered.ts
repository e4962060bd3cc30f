import {
  BarometerDraft,
  type BodyOf,
  DeviceDraft,
  GatewayDraft,
  HeatWatcherDraft,
  mostUnregistered,
  type UnregisteredDevice,
  unregisteredDevice,
} from '@mimamori/contract'
import { sql } from 'kysely'
import { findSite } from '../../shared/organisation/request-site.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { type Actor, type Route, route } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { barometers } from './barometer.ts'
import { insertDevice, type DeviceDraft as StoredDraft } from './change.ts'
import { gateways } from './gateway.ts'
import { heatWatchers } from './heat-watcher.ts'
import { wornDevices } from './worn-device.ts'

type Named = Pick<UnregisteredDevice, 'kind' | 'serialNumber'>
type NewDevice = Omit<StoredDraft, 'officeId'>

// No office has this number: the drafts are read for what they say of the serial alone.
const anyOffice = 1

const wornOf = (word: 'vital' | 'belt', deviceType: string, serialNumber: string): NewDevice | undefined => {
  const { data } = DeviceDraft.safeParse({ officeId: anyOffice, serialNumber, deviceType })
  return data === undefined ? undefined : { word, type: Number(data.deviceType), serial: data.serialNumber }
}

/**
 * A device as the form of its kind would register it, without further details; undefined where no device of the kind can have the number.
 * A vital tag is of type 1 where the number allows it, else of type 3. A gateway is a parent.
 */
const readDraft = ({ kind, serialNumber }: Named): NewDevice | undefined => {
  const given = { officeId: anyOffice, serialNumber }
  switch (kind) {
    case 'vital':
      return wornOf('vital', '1', serialNumber) ?? wornOf('vital', '3', serialNumber)
    case 'belt':
      return wornOf('belt', '2', serialNumber)
    case 'heat': {
      const { data } = HeatWatcherDraft.safeParse(given)
      return data === undefined ? undefined : { ...data, word: 'heat', type: 1, serial: data.serialNumber }
    }
    case 'gateway': {
      const { data } = GatewayDraft.safeParse({ ...given, gatewayType: '1' })
      return data === undefined ? undefined : { ...data, word: 'gateway', type: 1, serial: data.serialNumber }
    }
    case 'barometer': {
      const { data } = BarometerDraft.safeParse({ officeId: anyOffice, id: serialNumber })
      return data === undefined ? undefined : { ...data, word: 'barometer', type: 1, serial: data.id }
    }
    default:
      return kind satisfies never
  }
}

/** The same; undefined also where the number would be stored in another spelling than the device sends. */
const draftOf = (named: Named): NewDevice | undefined => {
  const draft = readDraft(named)
  return draft?.serial === named.serialNumber ? draft : undefined
}

/** Whether a device of the kind can be registered with the number, as a device sends it. */
export const isRegistrable = (named: Named): boolean => draftOf(named) !== undefined

type Row = Omit<UnregisteredDevice, 'heardAt' | 'isRegistrable'> & { readonly heardAt: Date }

/** What sent with a key of the office within a day and is not registered there: the gateways first, then by number. */
const findUnregistered = async (db: Db, { companyId, officeId }: OfficeKey, now: Date): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select n.kind, n.serial as "serialNumber", n.heard_at as "heardAt", n.interval_minutes as "intervalMinutes"
      from unregistered_device n
     where n.company_id = ${companyId} and n.office_id = ${officeId} and n.heard_at > ${now}::timestamptz - interval '24 hours'
       and not exists (
         select from device d
          where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind = n.kind and d.serial = n.serial)
     order by array_position(array['gateway', 'heat', 'vital', 'belt', 'barometer'], n.kind), n.serial limit ${mostUnregistered}`.execute(
    db,
  )
  return rows
}

const listUnregistered = async ({ db, clock }: Context, actor: Actor, given: number | undefined) => {
  const rows = await findUnregistered(db, await findSite(db, actor, given), clock())
  const data = rows.map((row): UnregisteredDevice => ({
    ...row,
    heardAt: toJapanIso(row.heardAt),
    isRegistrable: isRegistrable(row),
  }))
  return { data, count: data.length }
}

const insertDraft = (db: Db, requester: Requester, office: OfficeKey, draft: NewDevice, now: Date) => {
  switch (draft.word) {
    case 'vital':
    case 'belt':
      return insertDevice(db, requester, wornDevices, office, draft, now)
    case 'heat':
      return insertDevice(db, requester, heatWatchers, office, draft, now)
    case 'gateway':
      return insertDevice(db, requester, gateways, office, draft, now)
    case 'barometer':
      return insertDevice(db, requester, barometers, office, draft, now)
    default:
      return draft.word satisfies never
  }
}

/**
 * Registers those of the named devices that send with a key of the office, all or none. What somebody else registered meanwhile, and
 * what does not send, is left out.
 * @throws Refusal 404 where the office is not the actor's
 */
const registerArrived = ({ db, clock }: Context, requester: Requester, given: BodyOf<typeof unregisteredDevice.register>) =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const { officeId } = await findSite(trx, requester.actor, given.officeId)
    const office = await lockOffice(trx, requester.actor, officeId)
    const nameOf = ({ kind, serialNumber }: Named) => `${kind}/${serialNumber}`
    const named = new Set(given.devices.map(nameOf))
    let registered = 0
    for (const row of await findUnregistered(trx, office, now)) {
      const draft = draftOf(row)
      if (draft === undefined || !named.has(nameOf(row))) continue
      if ((await insertDraft(trx, requester, office, draft, now)) !== undefined) registered++
    }
    return { registered }
  })

/** The devices that send to a site where nobody has registered them. */
export const unregisteredRoutes = (context: Context): Route[] => [
  route(unregisteredDevice.list, 'unregisteredDevice', ({ query, actor }) => listUnregistered(context, actor, query.officeId)),
  route(unregisteredDevice.register, 'unregisteredDevice', ({ body, ...requester }) => registerArrived(context, requester, body)),
]
