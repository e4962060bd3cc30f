import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { ascending, type OrderQuery, type ListOrder, orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findSerial, isOfWord, plainSerial, type SerialQuery } from '../../shared/organisation/find-serial.ts'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import { deviceColumns, ofOffice, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'
import type { DeviceKind, DeviceRowBase } from './kind.ts'
import { bySerial } from './selected.ts'
import { ofOpenOffice } from '../../shared/organisation/archived-offices.ts'

export type DeviceFilter = {
  readonly officeId?: number | undefined
  /** Part of the serial. */
  readonly serialNumber?: string | undefined
  readonly types?: readonly number[] | undefined
}

const tieBreaker = ascending(bySerial, sql.ref('d.type'), sql.ref('d.device_id'))

/**
 * The order in which devices of a kind are wanted, by serial unless asked otherwise.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const deviceOrder = (actor: Actor, kind: Pick<DeviceKind, 'resource' | 'sortKeys'>, query: OrderQuery, now: Date): ListOrder =>
  orderOf({ resource: kind.resource, keys: kind.sortKeys, tieBreaker }, query, now, tenantOf(actor))

/**
 * SQL: the devices (alias `d`) with what they may be ordered by: site, company and state. The planner leaves out whole tables
 * that an order does without.
 */
export const sortedDevices = ({ join }: Pick<ListOrder, 'join'>): RawBuilder<unknown> => sql`
  device d
  left join office o on o.company_id = d.company_id and o.office_id = d.office_id
  left join company c on c.company_id = d.company_id
  left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
  ${join}`

/** The devices (alias `d`) of a kind in the actor's scope that a filter names; those of archived offices only where it names the office. */
export const matching = (
  actor: Actor,
  { words }: Pick<DeviceKind, 'words'>,
  { officeId, serialNumber, types = [] }: DeviceFilter,
): RawBuilder<boolean> => {
  const conditions = [isOfWord(words), withinScope(actor, deviceColumns)]
  conditions.push(officeId === undefined ? ofOpenOffice('d', actor.role !== 'AdminUnitService') : ofOffice(actor, deviceColumns, officeId))
  if (serialNumber !== undefined && serialNumber !== '')
    conditions.push(sql`strpos(lower(d.serial), ${plainSerial(serialNumber).toLowerCase()}) > 0`)
  if (types.length > 0) conditions.push(sql`d.type = any(${types}::int[])`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * One page of the devices in scope, and how many match in all.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findDevices = async <Row extends DeviceRowBase>(
  db: Db,
  actor: Actor,
  kind: DeviceKind<Row>,
  query: DeviceFilter & PageQuery & { /** What comes before the rest, in every order. */ readonly first?: ListOrder | undefined },
  now: Date,
): Promise<{ data: Row[]; count: number }> => {
  const matches = matching(actor, kind, query)
  const { first = { join: sql``, steps: [] } } = query
  const order = deviceOrder(actor, kind, query, now)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, { ...order, steps: [...first.steps, ...order.steps] }, page, {
    rows: (tail) => sql<DeviceKey>`
      select d.company_id as "companyId", d.device_id as "deviceId"
        from ${sortedDevices({ join: sql`${first.join} ${order.join}` })}
       where ${matches} ${tail}`,
    count: sql`select count(*) as count from device d where ${matches}`,
  })
  return { data: await kind.read(db, data, now), count }
}

/** The row of the device that a serial names. @throws as `findSerial` */
export const findDevice = async <Row extends DeviceRowBase>(
  db: Db,
  actor: Actor,
  kind: DeviceKind<Row>,
  wanted: SerialQuery,
  now: Date,
): Promise<Row> => {
  const found = await findSerial(db, actor, kind, wanted)
  const [row] = await kind.read(db, [found], now)
  if (row === undefined) throw notFound()
  return row
}
