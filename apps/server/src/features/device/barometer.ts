import { type Barometer, barometerFile } from '@mimamori/contract'
import { sql } from 'kysely'
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

type Selected = Identity & Installation & LastHeard & Pick<Barometer, 'pressure' | 'countDevice'> & { readonly isMoved: boolean }

const terminals = sql`
  select t.company_id, t.linked_device_id, count(*) as terminals from device t where t.kind = 'belt' and t.linked_device_id is not null`

const linkedToIt = sql`linked.company_id = d.company_id and linked.linked_device_id = d.device_id`

// As the judge has it: until somebody zeroes heights by it.
const isMoved = sql`coalesce(
  to_timestamp((s.judge->'moved'->>'at')::float8 / 1000) > coalesce(d.altitude_zeroed_at, '-infinity'::timestamptz), false)`

const readBarometers = async (db: Db, keys: readonly DeviceKey[], now: Date): Promise<Barometer[]> => {
  if (keys.length === 0) return []
  const { rows } = await sql<Selected>`
    select ${identityColumns}, ${selectFields(barometerFile)}, ${mapColumns}, s.heard_at as "heardAt", s.interval_minutes as "intervalMinutes", s.pressure, coalesce(linked.terminals, 0) as "countDevice",
           ${isMoved} as "isMoved"
      from ${joinedDevices}
      left join ${once(sql`${terminals} and ${namesOneOf('t', 'linked_device_id', keys)} group by t.company_id, t.linked_device_id`)} linked
        on ${linkedToIt}
     where ${namesOneOf('d', 'device_id', keys)}`.execute(db)
  return inOrderOf(keys, rows).map(({ isMoved: moved, ...selected }) => ({
    ...installedRow(selected, now),
    warnings: moved ? ['moved'] : [],
  }))
}

const sortKeys = {
  ...installationSortKeys,
  ...fieldSortKeys(barometerFile),
  id: bySerial,
  ...heardSortKeys(sql.ref('s.heard_at'), sql.ref('s.interval_minutes')),
  pressure: sql.ref('s.pressure'),
  warnings: isMoved,
  countDevice: (_, ofCompany) => ({
    by: sql`coalesce(linked.terminals, 0)`,
    join: sql`left join ${once(sql`${terminals} and ${ofCompany('t')} group by t.company_id, t.linked_device_id`)} linked on ${linkedToIt}`,
  }),
} satisfies Record<keyof Barometer, SortKey<SortedBy>>

/** The reference barometers. */
export const barometers: DeviceKind<Barometer> = {
  resource: 'barometer',
  serialField: 'id',
  words: ['barometer'],
  sortKeys,
  read: readBarometers,
  file: barometerFile,
  recorded: ['officeId', 'countDevice', 'mapId', 'positionX', 'positionY', 'latitude', 'longitude'],
}
