import type { DeviceRegistration, GatewayRegistration } from '@mimamori/contract'
import { gatewayTypeNames } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import {
  ascending,
  descending,
  japanese,
  type ListOrders,
  orderOf,
  type SortKey,
  type SortStep,
} from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { barometers } from './barometer.ts'
import { findSerial } from '../../shared/organisation/find-serial.ts'
import { type DeviceFilter, matching } from './find.ts'
import { heatWatchers } from './heat-watcher.ts'
import type { DeviceKind } from './kind.ts'
import { bySerial } from './selected.ts'

const tieBreaker = ascending(bySerial, sql.ref('d.device_id'))

type RegistrationQuery = DeviceFilter &
  PageQuery & {
    /** The serial of what they are linked to: linked ones come first, and only its own office's are listed. */
    readonly parentSerial?: string | undefined
  }

type Candidates = { readonly officeId: number | undefined; readonly first: readonly SortStep[] }

const candidatesOf = async (
  db: Db,
  actor: Actor,
  parent: Pick<DeviceKind, 'words'>,
  { parentSerial, officeId }: RegistrationQuery,
): Promise<Candidates> => {
  if (parentSerial === undefined || parentSerial === '') return { officeId, first: [] }
  const found = await findSerial(db, actor, parent, { serial: parentSerial, officeId })
  return { officeId: found.officeId, first: descending(sql`(d.linked_device_id is not distinct from ${found.deviceId}::int)`) }
}

type Listing = {
  readonly matches: RawBuilder<boolean>
  readonly first: readonly SortStep[]
  readonly orders: ListOrders
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly query: PageQuery
}

const list = <Row>(db: Db, { matches, first, orders, columns, joins, query }: Listing): Promise<{ data: Row[]; count: number }> => {
  const { join, steps } = orderOf(orders, query)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  return readPage(db, { join, steps: [...first, ...steps] }, page, {
    rows: (tail) => sql<Row>`
      select ${columns}
        from device d
        left join device parent on parent.company_id = d.company_id and parent.device_id = d.linked_device_id
        ${joins}
       where ${matches} ${tail}`,
    count: sql`select count(*) as count from device d where ${matches}`,
  })
}

const gatewayKeys = {
  gatewayID: bySerial,
  gatewayTypeValue: sql.ref('d.type'),
  gatewayLocation: japanese('d.location_name'),
  heatIndexWatcherId: sql.ref('parent.serial'),
  heatIndexWatcherLocation: japanese('parent.location_name'),
} satisfies Record<keyof GatewayRegistration, SortKey>

/**
 * The gateways that may be linked to a heat watcher, with what each is linked to. @throws as `findSerial`, and 400 for an
 * unknown order
 */
export const findGatewayRegistrations = async (
  db: Db,
  actor: Actor,
  query: RegistrationQuery,
): Promise<{ data: GatewayRegistration[]; count: number }> => {
  const { officeId, first } = await candidatesOf(db, actor, heatWatchers, query)
  const { data, count } = await list<Omit<GatewayRegistration, 'gatewayTypeValue'> & { type: number }>(db, {
    matches: matching(actor, { words: ['gateway'] }, { ...query, officeId }),
    first,
    orders: { resource: 'gateway', keys: gatewayKeys, tieBreaker },
    columns: sql`
      d.serial as "gatewayID", d.type, d.location_name as "gatewayLocation", parent.serial as "heatIndexWatcherId",
      parent.location_name as "heatIndexWatcherLocation"`,
    joins: sql``,
    query,
  })
  return { data: data.map((row) => ({ ...row, gatewayTypeValue: gatewayTypeNames[row.type] ?? String(row.type) })), count }
}

const terminalKeys = {
  serialNumber: bySerial,
  locationName: japanese('via.location_name'),
  userName: sql`lower(u.login_id)`,
  fullName: japanese('u.furigana'),
  referenceBarometerId: sql.ref('parent.serial'),
} satisfies Record<keyof DeviceRegistration, SortKey>

/**
 * The terminals that may be linked to a barometer, with what each is linked to, who wears it, and the place of the gateway
 * through which it was last heard.
 * @throws as `findSerial`, and 400 for an unknown order
 */
export const findDeviceRegistrations = async (
  db: Db,
  actor: Actor,
  query: RegistrationQuery,
): Promise<{ data: DeviceRegistration[]; count: number }> => {
  const { officeId, first } = await candidatesOf(db, actor, barometers, query)
  return list<DeviceRegistration>(db, {
    matches: matching(actor, { words: ['belt'] }, { ...query, officeId }),
    first,
    orders: { resource: 'device', keys: terminalKeys, tieBreaker },
    columns: sql`
      d.serial as "serialNumber", via.location_name as "locationName", u.login_id as "userName", u.full_name as "fullName",
      parent.serial as "referenceBarometerId"`,
    joins: sql`
      left join wear w on w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.user_id = w.user_id and u.deleted_at is null
      left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      left join device via on via.company_id = s.company_id and via.device_id = s.gateway_id`,
    query,
  })
}
