import { type Device, deviceFile, type DeviceWarning, deviceTypeNames } from '@mimamori/contract'
import { intervalConcern } from '@mimamori/heat'
import { sql } from 'kysely'
import { heardAt } from '../../shared/monitoring/last-heard/heard.ts'
import { isWornHeard } from '../../shared/monitoring/last-heard/heard-within.ts'
import { isMeasured, isWatched, shownAt } from '../../shared/monitoring/workers/shown.ts'
import { heartWarnings } from '../../shared/monitoring/doubtful-heart/heart-warnings.ts'
import { type TenantFilter, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { ascending, japanese, type ListOrder, type SortKey } from '../../platform/database/list-order.ts'
import type { DeviceKind, SortedBy } from './kind.ts'
import {
  bySerial,
  heardSortKeys,
  type LastHeard,
  type Identity,
  identityColumns,
  identitySortKeys,
  inOrderOf,
  joinedDevices,
  namesOneOf,
  once,
} from './selected.ts'

type Selected = Identity &
  LastHeard &
  Pick<Device, 'userId' | 'userName' | 'fullName' | 'bateryLevel' | 'heartRate' | 'referenceBarometerId' | 'isAlive'> & {
    readonly kind: string
    readonly heartWarnings: DeviceWarning[]
  }

// What a worn vital device sent last is in its wearer's state, not in its own; its last wearer's state still shows it.
const lastWorn = sql`
  select distinct on (ws.company_id, ws.device_id) ws.company_id, ws.device_id, ws.last_at, ws.heard_at, ws.battery, ws.interval_minutes
    from worker_state ws`
const latestFirst = sql`order by ws.company_id, ws.device_id, ws.last_at desc nulls last`

const wornIt = sql`worn.company_id = d.company_id and worn.device_id = d.device_id`

const lastWornOfAll = (tenant: TenantFilter) =>
  sql`left join ${once(sql`${lastWorn} where ws.device_id is not null and ${tenant('ws')} ${latestFirst}`)} worn on ${wornIt}`

// By their wears, which an index finds; a state is found by its person alone.
const lastWornOf = (keys: readonly DeviceKey[]) =>
  sql`left join ${once(sql`
    ${lastWorn}
      join wear held on held.company_id = ws.company_id and held.user_id = ws.user_id and held.device_id = ws.device_id
     where ${namesOneOf('held', 'device_id', keys)} ${latestFirst}`)} worn on ${wornIt}`

const wearer = sql`
  left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
  left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id and u.deleted_at is null`

/** Devices that nobody wears before those that somebody does. Aliases of its own: the order asked for may join the wearers too. */
export const freeFirst: ListOrder = {
  join: sql`
    left join wear held on held.company_id = d.company_id and held.device_id = d.device_id and held.worn_to is null
    left join app_user holder on holder.company_id = held.company_id and holder.user_id = held.user_id and holder.deleted_at is null`,
  steps: ascending(sql`(holder.user_id is not null)`),
}

const joinReference = sql`left join device reference on reference.company_id = d.company_id and reference.device_id = d.linked_device_id`

const lastHeard = sql`greatest(s.heard_at, worn.heard_at)`
const battery = sql`case when worn.last_at >= s.last_at or s.last_at is null then coalesce(worn.battery, s.battery) else s.battery end`

const interval = sql`coalesce(worn.interval_minutes, s.interval_minutes)`
// By its data, as its wearer's condition; when it was heard is a field of its own.
const isAlive = (now: Date) => sql`coalesce(${isWornHeard(sql`greatest(s.last_at, worn.last_at)`, interval, now)}, false)`
const beat = (now: Date) => sql`case when ${shownAt(now).current} and not ws.no_heart_rate then ws.heart_rate end`
// From the device to its wearer and their state, each by its key: so PostgreSQL knows how many there are. People of an archived site wear nothing.
const wearerState = sql`
  ${wearer}
  left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id and ws.device_id = d.device_id`
const shownBeat = (now: Date) => sql`case when ${isMeasured} then ${beat(now)} end`

const dayMs = 24 * 60 * 60_000

/** A tag that lies in a drawer does not watch anybody: only what was heard within a day says something of it. */
const warningsOf = (selected: Selected, now: Date): DeviceWarning[] => {
  const { kind, heardAt: heard, intervalMinutes: minutes, heartWarnings: ofHeart } = selected
  if (kind !== 'vital') return []
  const concern = heard === null || now.getTime() - heard.getTime() > dayMs ? null : intervalConcern(minutes)
  const ofInterval = concern === null ? [] : ([concern === 'long' ? 'longInterval' : 'tooLongInterval'] as const)
  return [...ofHeart, ...ofInterval]
}

const readDevices = async (db: Db, keys: readonly DeviceKey[], now: Date): Promise<Device[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<Selected>`
    select ${identityColumns}, d.kind, ${lastHeard} as "heardAt", ${interval} as "intervalMinutes", ${battery} as "bateryLevel",
           u.user_id as "userId", u.login_id as "userName", u.full_name as "fullName", reference.serial as "referenceBarometerId",
           ${isAlive(now)} as "isAlive", ${heartWarnings('d', now, tenantsOf(keys))} as "heartWarnings",
           case when ws.device_id = d.device_id and ${isWatched} then ${beat(now)} end as "heartRate"
      from ${joinedDevices}
      ${wearer}
      left join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
      ${joinReference}
      ${lastWornOf(keys)}
     where ${namesOneOf('d', 'device_id', keys)}`.execute(db)
  return inOrderOf(keys, rows).map((selected) => ({
    ...selected,
    id: selected.serial,
    serialNumber: selected.serial,
    deviceType: selected.type,
    deviceTypeValue: deviceTypeNames[selected.type] ?? selected.type,
    ...heardAt(selected.heardAt, selected.intervalMinutes, now),
    isAlive: selected.isAlive,
    warnings: warningsOf(selected, now),
  }))
}

const sortKeys = {
  ...identitySortKeys,
  id: bySerial,
  serialNumber: bySerial,
  deviceType: sql.ref('d.type'),
  deviceTypeValue: sql.ref('d.type'),
  userId: { by: sql.ref('u.user_id'), join: wearer },
  userName: { by: sql.ref('u.login_key'), join: wearer },
  // By how it is read, not by its characters.
  fullName: { by: japanese('u.furigana'), join: wearer },
  ...heardSortKeys(lastHeard, interval, lastWornOfAll),
  isAlive: (now, tenant) => ({ by: isAlive(now), join: lastWornOfAll(tenant) }),
  warnings: (_, tenant) => ({ by: sql`case when d.kind = 'vital' then ${interval} end`, join: lastWornOfAll(tenant) }),
  bateryLevel: (_, tenant) => ({ by: battery, join: lastWornOfAll(tenant) }),
  heartRate: (now) => ({ by: shownBeat(now), join: wearerState }),
  referenceBarometerId: { by: sql.ref('reference.serial'), join: joinReference },
} satisfies Record<keyof Device, SortKey<SortedBy>>

/** What people wear: vital devices and safety belts. */
export const wornDevices: DeviceKind<Device> = {
  resource: 'device',
  serialField: 'serialNumber',
  words: ['vital', 'belt'],
  mayChangeType: true,
  sortKeys,
  read: readDevices,
  file: deviceFile,
  hangsOn: { word: 'barometer', field: 'referenceBarometerId', type: 2 },
  recorded: ['officeId', 'userId', 'fullName', 'referenceBarometerId'],
}
