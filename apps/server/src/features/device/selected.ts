import { type HeatWatcher, installationStatusNames, mapDisplayNames } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { type Heard, heardAt } from '../../shared/monitoring/last-heard/heard.ts'
import { isHeard } from '../../shared/monitoring/last-heard/heard-within.ts'
import { type TenantFilter, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import { japanese } from '../../platform/database/list-order.ts'
import type { SortedBy } from './kind.ts'

/** Where a device belongs, under the row's own names. */
export const identityColumns = sql`
  d.company_id as "companyId", d.device_id as "deviceId", d.serial, d.type::text as type, d.office_id as "officeId", o.name as "officeName", c.name as "companyName", d.version`

/** The place of a device on its map. */
export const mapColumns = sql`
  d.map_id as "mapId", d.position_x as "positionX", d.position_y as "positionY", d.latitude, d.longitude`

const numbersOf = (keys: readonly DeviceKey[]) => keys.map(({ deviceId }) => deviceId)

/**
 * SQL: whether a row of the alias names one of the wanted devices in that column; what is joined with it must name both
 * company and number still. Two plain lists and no join with the pairs: of a join by two columns the planner expects one
 * row, and reads whole tables again for each.
 */
export const namesOneOf = (alias: string, column: string, keys: readonly DeviceKey[]): RawBuilder<boolean> => sql<boolean>`
  (${tenantsOf(keys)(alias)} and ${sql.ref(`${alias}.${column}`)} = any(${numbersOf(keys)}::int[]))`

/**
 * SQL: a table in parentheses that is computed once. Of a join by two columns the planner expects one row, and before it
 * has counted a table it computes what is joined again for each: of 120 gateways and a thousand people that took minutes.
 */
export const once = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(with computed as materialized (${query}) select * from computed)`

/** A device with its state, where it has been heard, its site and its company. */
export const joinedDevices = sql`
  device d
  left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
  join office o on o.company_id = d.company_id and o.office_id = d.office_id
  join company c on c.company_id = d.company_id`

const textOf = ({ companyId, deviceId }: DeviceKey) => `${companyId}/${deviceId}`

/** The rows of the wanted devices, in the order of these. */
export const inOrderOf = <Row extends DeviceKey>(keys: readonly DeviceKey[], rows: readonly Row[]): Row[] => {
  const byKey = new Map(rows.map((row) => [textOf(row), row]))
  return keys.flatMap((key) => byKey.get(textOf(key)) ?? [])
}

export type Identity = DeviceKey & {
  readonly serial: string
  readonly type: string
  readonly officeId: number
  readonly officeName: string
  readonly companyName: string
  readonly version: number
}

/** The installation of a device that is put up somewhere, and its place on the map. */
export type Installation = Pick<
  HeatWatcher,
  'installationStatus' | 'locationName' | 'status' | 'mapId' | 'positionX' | 'positionY' | 'latitude' | 'longitude'
>

export type LastHeard = { readonly heardAt: Date | null; readonly intervalMinutes: number | null }

/** The row of a device installed on the site, without the fields of its kind. */
export const installedRow = <Selected extends Identity & Installation & LastHeard>(
  selected: Selected,
  now: Date,
): Selected & Heard & { id: string; installationStatusValue: string; statusValue: string } => ({
  ...selected,
  id: selected.serial,
  installationStatusValue: installationStatusNames[selected.installationStatus] ?? selected.installationStatus,
  statusValue: mapDisplayNames[selected.status] ?? selected.status,
  ...heardAt(selected.heardAt, selected.intervalMinutes, now),
})

export const bySerial = sql.ref('d.serial')

// From an instant to an order by how long ago it was: the most recent has the least elapsed time.
const byElapsed = (lastAt: RawBuilder<unknown>): RawBuilder<unknown> => sql`-date_part('epoch', ${lastAt})`

/** What every kind can be sorted by of when it was heard. `interval`: minutes between its messages; `joinOf`: what these take. */
export const heardSortKeys = (
  lastAt: RawBuilder<unknown>,
  interval: RawBuilder<unknown>,
  joinOf: (tenant: TenantFilter) => RawBuilder<unknown> = () => sql``,
) => ({
  lastAt: (...[, tenant]: SortedBy) => ({ by: lastAt, join: joinOf(tenant) }),
  elapsedTime: (...[, tenant]: SortedBy) => ({ by: byElapsed(lastAt), join: joinOf(tenant) }),
  isAlive: (...[now, tenant]: SortedBy) => ({ by: sql`coalesce(${isHeard(lastAt, interval, now)}, false)`, join: joinOf(tenant) }),
})

/** What every kind can be sorted by. */
export const identitySortKeys = {
  officeId: sql.ref('d.office_id'),
  officeName: japanese('o.name'),
  companyName: japanese('c.name'),
  version: sql.ref('d.version'),
}

/** What everything put up on the site can be sorted by, beside the fields of its file. */
export const installationSortKeys = {
  ...identitySortKeys,
  installationStatusValue: sql.ref('d.installation_status'),
  statusValue: sql.ref('d.on_map'),
  mapId: sql.ref('d.map_id'),
  positionX: sql.ref('d.position_x'),
  positionY: sql.ref('d.position_y'),
  latitude: sql.ref('d.latitude'),
  longitude: sql.ref('d.longitude'),
}
