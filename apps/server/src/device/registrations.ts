import type { DeviceRegistration, GatewayRegistration } from '@mimamori/contract'
import { gatewayTypeNames } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import { japanese, listOrder, pageOf } from '../platform/list-order.ts'
import type { Actor } from '../platform/route.ts'
import { barometers } from './barometer.ts'
import { type DeviceFilter, type DevicePage, findSerial, matching } from './find.ts'
import { heatWatchers } from './heat-watcher.ts'
import type { DeviceKind } from './kind.ts'
import { bySerial } from './selected.ts'

const defaultLimit = 20
const steady = sql`${bySerial}, d.device_id`

type Asked = DeviceFilter &
  DevicePage & {
    /** The serial of what they hang on: they stand first, and only its own site's are listed. */
    readonly parentSerial?: string | undefined
  }

const placeOf = async (db: Db, actor: Actor, parent: Pick<DeviceKind, 'words'>, { parentSerial, officeId }: Asked) => {
  if (parentSerial === undefined || parentSerial === '') return { officeId, first: sql`` }
  const found = await findSerial(db, actor, parent, { serial: parentSerial, officeId })
  return { officeId: found.office_id, first: sql`(d.linked_device_id is not distinct from ${found.device_id}::int) desc, ` }
}

type Listing = {
  readonly matches: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
  readonly columns: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  readonly page: DevicePage
}

const list = async <Row>(db: Db, { matches, order, columns, joins, page }: Listing): Promise<{ data: Row[]; count: number }> => {
  const [found, counted] = await Promise.all([
    sql<Row>`
      select ${columns} from device d join office o on o.office_id = d.office_id left join device parent on parent.device_id = d.linked_device_id ${joins}
       where ${matches} order by ${order} ${pageOf({ offset: page.offset, limit: page.limit ?? defaultLimit })}`.execute(db),
    sql<{ count: number }>`select count(*) as count from device d join office o on o.office_id = d.office_id where ${matches}`.execute(db),
  ])
  return { data: found.rows, count: counted.rows[0]?.count ?? 0 }
}

const gatewaySortings = {
  gatewayID: bySerial,
  gatewayTypeValue: sql.ref('d.type'),
  gatewayLocation: japanese('d.location_name'),
  heatIndexWatcherId: sql.ref('parent.serial'),
  heatIndexWatcherLocation: japanese('parent.location_name'),
} satisfies Record<keyof GatewayRegistration, unknown>

/** The gateways that may hang on a heat watcher, with what each hangs on. @throws as `findSerial`, and 400 for an unknown order */
export const findGatewayRegistrations = async (
  db: Db,
  actor: Actor,
  asked: Asked,
): Promise<{ data: GatewayRegistration[]; count: number }> => {
  const { officeId, first } = await placeOf(db, actor, heatWatchers, asked)
  const { data, count } = await list<GatewayRegistration & { type: number }>(db, {
    matches: matching(actor, { words: ['gateway'] }, { ...asked, officeId }),
    order: sql`${first}${listOrder('gateway', gatewaySortings, asked, steady)}`,
    columns: sql`
      d.serial as "gatewayID", d.type, d.location_name as "gatewayLocation", parent.serial as "heatIndexWatcherId",
      parent.location_name as "heatIndexWatcherLocation"`,
    joins: sql``,
    page: asked,
  })
  return { data: data.map((row) => ({ ...row, gatewayTypeValue: gatewayTypeNames[row.type] ?? String(row.type) })), count }
}

const terminalSortings = {
  serialNumber: bySerial,
  locationName: japanese('d.location_name'),
  userName: sql`lower(u.login_id)`,
  fullName: japanese('u.furigana'),
  referenceBarometerId: sql.ref('parent.serial'),
} satisfies Record<keyof DeviceRegistration, unknown>

/** The terminals that may hang on a barometer, with what each hangs on and who wears it. @throws as `findSerial`, and 400 for an unknown order */
export const findDeviceRegistrations = async (
  db: Db,
  actor: Actor,
  asked: Asked,
): Promise<{ data: DeviceRegistration[]; count: number }> => {
  const { officeId, first } = await placeOf(db, actor, barometers, asked)
  return list<DeviceRegistration>(db, {
    matches: matching(actor, { words: ['belt'] }, { ...asked, officeId }),
    order: sql`${first}${listOrder('device', terminalSortings, asked, steady)}`,
    columns: sql`
      d.serial as "serialNumber", d.location_name as "locationName", u.login_id as "userName", u.full_name as "fullName",
      parent.serial as "referenceBarometerId"`,
    joins: sql`
      left join wear w on w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.user_id = w.user_id and u.deleted_at is null`,
    page: asked,
  })
}
