import { type HeatWatcher, heatWatcherFile } from '@mimamori/contract'
import { sql } from 'kysely'
import { type TenantFilter, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { SortKey } from '../../platform/database/list-order.ts'
import { fieldSortKeys, selectFields } from './columns.ts'
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
import { isStuck } from './stuck-value.ts'

type Selected = Identity &
  Installation &
  LastHeard &
  Pick<HeatWatcher, 'baseCode' | 'wbgtValue' | 'isEstimated' | 'alertLevel' | 'bateryLevel' | 'gatewayIDs'> & { readonly isStuck: boolean }

// Watchers report no battery: the weakest of the gateways that carry them counts.
const gateways = sql`
  select g.company_id, g.linked_device_id, array_agg(g.serial order by g.serial) as serials, min(gs.battery) as battery
    from device g left join device_state gs on gs.company_id = g.company_id and gs.device_id = g.device_id
   where g.kind = 'gateway' and g.linked_device_id is not null`

const tiedToIt = sql`tied.company_id = d.company_id and tied.linked_device_id = d.device_id`

const readHeatWatchers = async (db: Db, keys: readonly DeviceKey[], now: Date): Promise<HeatWatcher[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<Selected>`
    select ${identityColumns}, o.base_code as "baseCode", ${selectFields(heatWatcherFile)}, ${mapColumns}, s.heard_at as "heardAt", s.interval_minutes as "intervalMinutes", s.wbgt as "wbgtValue",
           coalesce(s.wbgt is not null and s.wbgt_estimated, false) as "isEstimated",
           s.heat_level as "alertLevel", tied.battery as "bateryLevel", coalesce(tied.serials, '{}') as "gatewayIDs",
           ${isStuck(now, tenantsOf(keys))} as "isStuck"
      from ${joinedDevices}
      left join ${once(sql`${gateways} and ${namesOneOf('g', 'linked_device_id', keys)} group by g.company_id, g.linked_device_id`)} tied
        on ${tiedToIt}
     where ${namesOneOf('d', 'device_id', keys)}`.execute(db)
  return inOrderOf(keys, rows).map(({ isStuck: stuck, ...selected }) => ({
    ...installedRow(selected, now),
    serialNumber: selected.serial,
    warnings: stuck ? ['stuckValue'] : [],
  }))
}

const tiedOfAll = (tenant: TenantFilter) =>
  sql`left join ${once(sql`${gateways} and ${tenant('g')} group by g.company_id, g.linked_device_id`)} tied on ${tiedToIt}`

const sortKeys = {
  ...installationSortKeys,
  ...fieldSortKeys(heatWatcherFile),
  id: bySerial,
  serialNumber: bySerial,
  baseCode: sql.ref('o.base_code'),
  ...heardSortKeys(sql.ref('s.heard_at'), sql.ref('s.interval_minutes')),
  wbgtValue: sql.ref('s.wbgt'),
  isEstimated: sql.ref('s.wbgt_estimated'),
  alertLevel: sql.ref('s.heat_level'),
  warnings: isStuck,
  bateryLevel: (_, tenant) => ({ by: sql.ref('tied.battery'), join: tiedOfAll(tenant) }),
  gatewayIDs: (_, tenant) => ({ by: sql.ref('tied.serials'), join: tiedOfAll(tenant) }),
} satisfies Record<keyof HeatWatcher, SortKey<SortedBy>>

/** The heat-index watchers (SisMil). */
export const heatWatchers: DeviceKind<HeatWatcher> = {
  resource: 'heatWatcher',
  serialField: 'serialNumber',
  words: ['heat'],
  sortKeys,
  read: readHeatWatchers,
  file: heatWatcherFile,
  recorded: ['officeId', 'gatewayIDs', 'mapId', 'positionX', 'positionY', 'latitude', 'longitude'],
}
