import type { AlertEpisode, QueryOf, siteMap } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { episodeFor, isRealInScope, readEpisodes } from '../alerts/episodes/read.ts'
import { mapCrowd } from '../../shared/monitoring/map-workers/map-positions.ts'
import type { AlertKey } from '../../shared/organisation/keys.ts'
import { type TenantFilter, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { descending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { peopleOf } from './store.ts'
import { isEmergency } from '../../shared/monitoring/emergency-kinds.ts'

type MapKey = { readonly companyId: number; readonly officeId: number; readonly mapId: number }

/** Where on a map: at all of it, or at one of its devices. */
export type Spot = {
  /** The device. */
  readonly pin: number | undefined
  /** Who is there now. */
  readonly people: readonly number[]
}

const orders: ListOrders = {
  resource: 'alert',
  keys: {
    id: sql.ref('a.alert_id'),
    startedAt: sql.ref('a.started_at'),
    endedAt: sql.ref('a.ended_at'),
    fullName: japanese('a.full_name'),
    groupName: japanese('a.group_name'),
    alertLevel: sql.ref('a.level'),
    heartRate: sql.ref('a.heart_rate'),
    excess: sql.ref('a.excess'),
    wbgtValue: sql.ref('a.wbgt'),
    handling: sql.ref('a.handling'),
  },
  tieBreaker: descending(sql.ref('a.started_at'), sql.ref('a.alert_id')),
}

type Pin = Pick<QueryOf<typeof siteMap.emergencies>, 'kind' | 'serialNumber'>

/** A device on the map. @throws Refusal 404 where there is none */
const findPin = async (db: Db, { companyId, mapId }: MapKey, { kind, serialNumber }: Pin): Promise<number> => {
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id from device d
     where d.company_id = ${companyId} and d.map_id = ${mapId} and d.kind = ${kind} and d.serial = ${serialNumber}`.execute(db)
  const [pin] = rows
  if (pin === undefined) throw notFound()
  return pin.device_id
}

/**
 * The people (`u`) of a pin: those whose last gateway it is; of a watcher those behind its gateways, and those whose heat it
 * measured last; of a barometer those whose belt is linked to it.
 */
const peopleAt = (deviceId: number, tenant: TenantFilter) => sql<boolean>`
  (exists (
     select from worker_state at_pin left join device g on g.company_id = at_pin.company_id and g.device_id = at_pin.gateway_id
      where at_pin.company_id = u.company_id and ${tenant('at_pin')} and at_pin.user_id = u.user_id
        and ${deviceId} in (at_pin.gateway_id, at_pin.wbgt_device_id, g.linked_device_id))
   or exists (
     select from wear w join device belt on belt.company_id = w.company_id and belt.device_id = w.device_id
      where w.company_id = u.company_id and ${tenant('w')} and w.user_id = u.user_id and w.worn_to is null and belt.linked_device_id = ${deviceId}))`

/**
 * The map, or the device on it that is named, and who in the actor's scope is there now, of one group where it is named.
 * @throws Refusal 404 for a device that is not on the map
 */
export const findSpot = async (
  db: Db,
  actor: Actor,
  map: MapKey,
  query: Pin & { readonly groupId?: number | undefined },
  now: Date,
): Promise<Spot> => {
  const { companyId, mapId } = map
  const pin = query.kind === undefined || query.serialNumber === undefined ? undefined : await findPin(db, map, query)
  const isMap = sql<boolean>`(m.company_id = ${companyId} and m.map_id = ${mapId})`
  const people = peopleOf(actor, query.groupId)
  const there = pin === undefined ? people : sql<boolean>`(${people} and ${peopleAt(pin, tenantsOf([map]))})`
  const { rows } = await sql<{ readonly user_id: number }>`select s.user_id from ${mapCrowd(there, isMap, now)} s`.execute(db)
  return { pin, people: rows.map(({ user_id }) => user_id) }
}

/**
 * A page of the emergencies at the map's site of people who are at a spot of it; the newest first. A call
 * from a device that nobody wears is of its gateway's map.
 * @throws Refusal 400 for an unknown key to sort by
 */
export const findEmergencies = async (
  db: Db,
  actor: Actor,
  map: MapKey,
  { pin, people }: Spot,
  query: PageQuery,
  now: Date,
): Promise<{ data: AlertEpisode[]; count: number }> => {
  const { companyId, officeId, mapId } = map
  const tenant = tenantsOf([map])
  const calledFrom: RawBuilder<boolean> = sql`exists (
    select from device_state s join device g on g.company_id = s.company_id and g.device_id = s.gateway_id
     where s.company_id = a.company_id and ${tenant('s')} and s.device_id = a.device_id and g.map_id = ${mapId}
       and (${pin ?? null}::int is null or ${pin ?? null}::int in (g.device_id, g.linked_device_id)))`
  const matches = sql<boolean>`
    ${isEmergency} and not a.withdrawn and a.company_id = ${companyId} and a.office_id = ${officeId} and ${isRealInScope(actor)}
    and (a.user_id = any(${people}::int[]) or (a.user_id is null and ${calledFrom}))`
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data: keys, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<AlertKey>`select a.company_id as "companyId", a.alert_id as "alertId" from alert a where ${matches} ${tail}`,
    count: sql`select count(*) as count from alert a where ${matches}`,
  })
  return { data: (await readEpisodes(db, keys, now)).map((episode) => episodeFor(actor, episode)), count }
}
