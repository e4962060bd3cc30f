import { recordOf } from '@mimamori/contract/typed-lists'
import { type Gateway, gatewayFile, gatewayTypeNames } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { heardThroughGateways } from '../../shared/monitoring/last-heard/heard.ts'
import { isWatched, shownAt } from '../../shared/monitoring/workers/shown.ts'
import { type TenantFilter, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { SortKey } from '../../platform/database/list-order.ts'
import { fieldSortKeys, selectFields, type Stored } from './columns.ts'
import type { DeviceKind, SortedBy } from './kind.ts'
import {
  bySerial,
  heardSortKeys,
  type LastHeard,
  type Identity,
  identityColumns,
  inOrderOf,
  type Installation,
  installedRow,
  installationSortKeys,
  joinedDevices,
  mapColumns,
  namesOneOf,
  once,
} from './selected.ts'

type Counts = Pick<Gateway, 'countEmergency' | 'countAlertLevel0' | 'countAlertLevel1' | 'countAlertLevel2' | 'countAlertLevel3'>
type Selected = Identity &
  Installation &
  Stored<Gateway> &
  LastHeard &
  Counts &
  Pick<Gateway, 'waveLevel' | 'bateryLevel' | 'heatIndexWatcherId'>

/**
 * Of each gateway, or of those that are named: when a worker's reading last came through it, and the people of its office whose last
 * reading did, as their rows show them at `now`.
 */
const crowds = (now: Date, tenant: TenantFilter, keys?: readonly DeviceKey[]) => {
  const { level, emergency } = shownAt(now)
  const countIf = (condition: RawBuilder<boolean>, name: string) => sql`count(u.user_id) filter (where ${condition}) as ${sql.ref(name)}`
  const byLevel = [0, 1, 2, 3].map((grade) => countIf(sql<boolean>`${level} = ${sql.lit(grade)}`, `countAlertLevel${grade}`))
  return sql`
    select ws.company_id, ws.gateway_id, max(ws.heard_at) as heard_at, ${sql.join([countIf(emergency, 'countEmergency'), ...byLevel])}
      from worker_state ws
      join device g on g.company_id = ws.company_id and ${tenant('g')} and g.device_id = ws.gateway_id
      -- Compared with a sum, people are read as a whole: the planner expects a tenth of them, and would look each up.
      left join app_user u on u.company_id = ws.company_id and ${tenant('u')} and u.user_id + 0 = ws.user_id and u.office_id = g.office_id and ${isWatched}
     where ${tenant('ws')} and ${keys === undefined ? sql`ws.gateway_id is not null` : namesOneOf('ws', 'gateway_id', keys)}
     group by ws.company_id, ws.gateway_id`
}

const countNames = [
  'countEmergency',
  'countAlertLevel0',
  'countAlertLevel1',
  'countAlertLevel2',
  'countAlertLevel3',
] as const satisfies readonly (keyof Counts)[]
const counted = (name: keyof Counts) => sql`coalesce(${sql.ref(`crowd.${name}`)}, 0)`
const ofCounts = <Value>(value: (name: keyof Counts) => Value) => recordOf(countNames, value)

// Joins to the device `d`.
const joinWatcher = sql`left join device watcher on watcher.company_id = d.company_id and watcher.device_id = d.linked_device_id`
const joinVia = (tenant: TenantFilter) =>
  sql`left join ${heardThroughGateways(tenant('ws'))} via on via.company_id = d.company_id and via.gateway_id = d.device_id`
const joinCrowd = (now: Date, tenant: TenantFilter, keys?: readonly DeviceKey[]) =>
  sql`left join ${once(crowds(now, tenant, keys))} crowd on crowd.company_id = d.company_id and crowd.gateway_id = d.device_id`

const readGateways = async (db: Db, keys: readonly DeviceKey[], now: Date): Promise<Gateway[]> => {
  if (keys.length === 0) return []
  const tenant = tenantsOf(keys)
  const { rows } = await sql<Selected>`
    select ${identityColumns}, ${selectFields(gatewayFile)}, ${mapColumns}, greatest(s.heard_at, crowd.heard_at) as "heardAt", s.interval_minutes as "intervalMinutes",
           s.wave_level as "waveLevel", s.battery as "bateryLevel", watcher.serial as "heatIndexWatcherId",
           ${sql.join(countNames.map((name) => sql`${counted(name)} as ${sql.ref(name)}`))}
      from ${joinedDevices}
      ${joinWatcher}
      ${joinCrowd(now, tenant, keys)}
     where ${namesOneOf('d', 'device_id', keys)}`.execute(db)
  return inOrderOf(keys, rows).map((selected) => {
    const row = installedRow(selected, now)
    return {
      ...row,
      serialNumber: selected.serial,
      gatewayType: selected.type,
      gatewayTypeValue: gatewayTypeNames[selected.type] ?? selected.type,
      isMainGatewayAlive: row.isAlive,
    }
  })
}

const heard = heardSortKeys(sql`greatest(s.heard_at, via.heard_at)`, sql.ref('s.interval_minutes'), joinVia)
const byCount =
  (name: keyof Counts) =>
  (...[now, tenant]: SortedBy) => ({ by: counted(name), join: joinCrowd(now, tenant) })

const sortKeys = {
  ...installationSortKeys,
  ...fieldSortKeys(gatewayFile),
  id: bySerial,
  serialNumber: bySerial,
  gatewayType: sql.ref('d.type'),
  gatewayTypeValue: sql.ref('d.type'),
  ...heard,
  isMainGatewayAlive: heard.isAlive,
  ...ofCounts(byCount),
  waveLevel: sql.ref('s.wave_level'),
  bateryLevel: sql.ref('s.battery'),
  heatIndexWatcherId: { by: sql.ref('watcher.serial'), join: joinWatcher },
} satisfies Record<keyof Gateway, SortKey<SortedBy>>

/** The gateways, parents and children. */
export const gateways: DeviceKind<Gateway> = {
  resource: 'gateway',
  serialField: 'serialNumber',
  words: ['gateway'],
  sortKeys,
  read: readGateways,
  file: gatewayFile,
  hangsOn: { word: 'heat', field: 'heatIndexWatcherId' },
  recorded: ['officeId', 'heatIndexWatcherId', 'mapId', 'positionX', 'positionY', 'latitude', 'longitude'],
}
