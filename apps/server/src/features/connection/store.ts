import { type Connection, type ConnectionDetail, type ConnectionType, keptMessageDays, type Mapping } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Context, Db } from '../../platform/context.ts'
import { ascending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { defaultLimit, type PageQuery, readPage } from '../../platform/database/list-page.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { ofOffice, type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'

/** A connection and the company it belongs to. */
export type ConnectionKey = { readonly companyId: number; readonly connectionId: string }

/** Whose connections an actor sees. */
export const scope: ScopeColumns = { company: 'n.company_id', office: 'n.office_id', group: null, user: null }

/** From when on a DevEUI without a device is shown. */
const shownSince = (now: Date) => new Date(now.getTime() - keptMessageDays * dayMs)

type Row = Omit<Connection, 'createdAt' | 'lastAt'> & {
  readonly companyId: number
  readonly createdAt: Date
  readonly lastAt: Date | null
}

const rowsOf = (actor: Actor, now: Date) => {
  const ofTenant = tenantOf(actor)
  return sql`
    select n.company_id as "companyId", n.connection_id as id, n.office_id as "officeId", o.name as "officeName", c.name as "companyName",
           n.type, n.name, n.application_id as "applicationId", n.created_at as "createdAt", n.version,
           (select count(*) from connection_device d
             where d.company_id = n.company_id and ${ofTenant('d')} and d.connection_id = n.connection_id) as "deviceCount",
           (select count(*) from connection_message m
             where m.company_id = n.company_id and ${ofTenant('m')} and m.connection_id = n.connection_id and m.heard_at > ${shownSince(now)}
               and not exists (select from connection_device d
                                where d.company_id = m.company_id and ${ofTenant('d')} and d.connection_id = m.connection_id
                                  and d.dev_eui = m.dev_eui)) as "unknownCount",
           (select max(m.heard_at) from connection_message m
             where m.company_id = n.company_id and ${ofTenant('m')} and m.connection_id = n.connection_id) as "lastAt"
      from connection n
      join office o on o.company_id = n.company_id and o.office_id = n.office_id
      join company c on c.company_id = n.company_id and c.deleted_at is null`
}

const asConnection = ({ companyId: _, createdAt, lastAt, ...row }: Row): Connection => ({
  ...row,
  createdAt: toJapanIso(createdAt),
  lastAt: toJapanIsoOrNull(lastAt),
})

const orders: ListOrders = {
  resource: 'connection',
  keys: {
    id: sql.ref('n.connection_id'),
    name: japanese('n.name'),
    type: sql.ref('n.type'),
    officeName: japanese('o.name'),
    createdAt: sql.ref('n.created_at'),
  },
  tieBreaker: ascending(japanese('n.name'), sql.ref('n.connection_id')),
}

/** The connections in scope, by name. @throws Refusal 400 where the list has no such key to sort by */
export const findConnections = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  query: PageQuery & { readonly officeId?: number | undefined },
): Promise<{ data: Connection[]; count: number }> => {
  const conditions = [withinScope(actor, scope)]
  if (query.officeId !== undefined) conditions.push(ofOffice(actor, scope, query.officeId))
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<Row>`${rowsOf(actor, clock())} where ${matches} ${tail}`,
    count: sql`select count(*) as count from connection n join company c on c.company_id = n.company_id and c.deleted_at is null where ${matches}`,
  })
  return { data: data.map(asConnection), count }
}

type Listed = ConnectionDetail['devices'][number]

type DeviceRow = Pick<Listed, 'devEui' | 'name' | 'kind' | 'serialNumber' | 'isRegistered' | 'locationName'> & {
  readonly lastAt: Date | null
  readonly mapping: Mapping | null
  readonly refusal: string | null
  readonly refusedField: string | null
}

const readDevices = async (db: Db, { companyId, connectionId }: ConnectionKey, officeId: number): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    select d.dev_eui as "devEui", m.name, m.heard_at as "lastAt", d.kind, d.serial as "serialNumber", d.mapping,
           r.device_id is not null as "isRegistered", r.location_name as "locationName",
           m.refusal, m.refused_field as "refusedField"
      from connection_device d
      left join connection_message m on m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.dev_eui = d.dev_eui
      left join device r on r.company_id = ${companyId} and r.office_id = ${officeId} and r.kind = d.kind and r.serial = d.serial
     where d.company_id = ${companyId} and d.connection_id = ${connectionId}
     order by d.dev_eui`.execute(db)
  return rows
}

type HeardRow = Pick<DeviceRow, 'devEui' | 'name' | 'lastAt' | 'refusal' | 'refusedField'>

const readUnknown = async (db: Db, { companyId, connectionId }: ConnectionKey, now: Date): Promise<HeardRow[]> => {
  const { rows } = await sql<HeardRow>`
    select m.dev_eui as "devEui", m.name, m.heard_at as "lastAt", m.refusal, m.refused_field as "refusedField"
      from connection_message m
     where m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.heard_at > ${shownSince(now)}
       and not exists (select from connection_device d
                        where d.company_id = ${companyId} and d.connection_id = ${connectionId} and d.dev_eui = m.dev_eui)
     order by m.heard_at desc, m.dev_eui`.execute(db)
  return rows
}

/** A mapping as it is stored, with what was left out. */
export const wholeMapping = (mapping: Mapping): ConnectionDetail['mapping'] =>
  mapping.map(({ from, to, factor = null, offset = null, absentIsZero = false }) => ({ from, to, factor, offset, absentIsZero }))

const pathOf = (type: ConnectionType) => (type === 'chirpstack' ? '/api/ingest/chirpstack' : '/api/ingest/tts')

const asHeard = <Heard extends HeardRow>({ lastAt, refusal, refusedField, ...row }: Heard) => ({
  ...row,
  lastAt: toJapanIsoOrNull(lastAt),
  lastRefusal: refusal === null || lastAt === null ? null : { at: toJapanIso(lastAt), reason: refusal, field: refusedField },
})

const asDevice = ({ mapping, ...row }: DeviceRow) => ({
  ...asHeard(row),
  mapping: mapping === null ? null : wholeMapping(mapping),
})

/** What is stored of a connection, with its key. @throws Refusal 404 where the actor sees none of this number */
export const findStored = async (
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  actor: Actor,
  connectionId: string,
): Promise<{
  readonly connection: Connection
  readonly key: ConnectionKey
  readonly mapping: Mapping
  readonly topicRefusedAt: Date | null
}> => {
  const { rows } = await sql<Row & { readonly mapping: Mapping; readonly topicRefusedAt: Date | null }>`
    select found.*, k.mapping, k.topic_refused_at as "topicRefusedAt" from (${rowsOf(actor, clock())} where n.connection_id = ${connectionId} and ${withinScope(actor, scope)}) found
      join connection k on k.company_id = found."companyId" and ${tenantOf(actor)('k')} and k.connection_id = found.id`.execute(db)
  const [row] = rows
  if (row === undefined) throw notFound()
  const { mapping, topicRefusedAt, ...rest } = row
  return { connection: asConnection(rest), key: { companyId: row.companyId, connectionId }, mapping, topicRefusedAt }
}

/** One connection with its devices and mapping. @throws Refusal 404 where the actor sees none of this number */
export const findDetail = async (
  { db, clock, config }: { readonly db: Db; readonly clock: () => Date; readonly config: Pick<Config, 'mqttUrl'> },
  actor: Actor,
  connectionId: string,
): Promise<ConnectionDetail> => {
  const { connection, key, mapping, topicRefusedAt } = await findStored({ db, clock }, actor, connectionId)
  const devices = await readDevices(db, key, connection.officeId)
  const unknown = await readUnknown(db, key, clock())
  const { applicationId, type } = connection
  return {
    ...connection,
    mapping: wholeMapping(mapping),
    devices: devices.map(asDevice),
    unknownDevices: unknown.map(asHeard),
    path: pathOf(type),
    topic: applicationId === null || config.mqttUrl === undefined ? null : `application/${applicationId}/device/+/event/up`,
    topicRefusedAt: toJapanIsoOrNull(topicRefusedAt),
  }
}
