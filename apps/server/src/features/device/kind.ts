import { keysOf, labels } from '@mimamori/contract'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import type { ListOrders } from '../../platform/database/list-order.ts'

/** What every kind's row says of where it belongs. */
export type DeviceRowBase = { readonly id: string; readonly officeId: number; readonly version: number }

/** What an order of devices depends on at the time of the request; each of its subqueries names the company. */
export type SortedBy = [now: Date, tenant: TenantFilter]

/**
 * What distinguishes one resource of devices from the others. All are in one table and are found, changed, moved, linked
 * and imported from files by the same code.
 */
export type DeviceKind<Row extends DeviceRowBase = DeviceRowBase> = {
  readonly resource: 'device' | 'heatWatcher' | 'gateway' | 'barometer'
  /** The resource's name for the serial. */
  readonly serialField: 'serialNumber' | 'id'
  readonly words: readonly DeviceWord[]
  /** True where the type may be changed afterwards. */
  readonly mayChangeType?: true
  /** What the list can be sorted by, which is every field of its row: `d` device, `s` its state, `o` office, `c` company. */
  readonly sortKeys: ListOrders<SortedBy>['keys']
  /** The rows of these devices at `now`, in the order given. The caller has checked the scope. */
  readonly read: (db: Db, keys: readonly DeviceKey[], now: Date) => Promise<Row[]>
  /** The columns of its file: what people decide about one. */
  readonly file: Readonly<Partial<Record<keyof Row, string>>>
  /** What one may be linked to, and the field of its row that names it; `type` where only devices of a type do. */
  readonly hangsOn?: { readonly word: DeviceWord; readonly field: keyof Row & string; readonly type?: number }
  /** What else of a row the audit log keeps; not what devices send. */
  readonly recorded: readonly (keyof Row)[]
}

/** The row as the audit log keeps it. */
export const recordOf = <Row extends DeviceRowBase>({ file, recorded }: DeviceKind<Row>, row: Row): object =>
  Object.fromEntries([...keysOf(file), ...recorded].map((field) => [field, row[field]]))

/** The resource's name for the type; undefined where there is but one. */
export const typeFieldOf = ({ resource }: Pick<DeviceKind, 'resource'>): 'deviceType' | 'gatewayType' | undefined =>
  ({ device: 'deviceType', gateway: 'gatewayType', heatWatcher: undefined, barometer: undefined } as const)[resource]

/** What the kind's type is called. */
export const typeName = ({ resource }: Pick<DeviceKind, 'resource'>): string =>
  resource === 'gateway' ? labels.gateway.gatewayType : labels.device.deviceType
