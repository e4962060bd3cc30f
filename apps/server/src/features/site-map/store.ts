import { sql, type RawBuilder } from 'kysely'
import { isHeard } from '../../shared/monitoring/last-heard/heard-within.ts'
import { mapCrowd } from '../../shared/monitoring/map-workers/map-positions.ts'
import { type ReachableCompanies, reachableCompanies } from '../../shared/cluster-health/reachable-companies.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { officeColumns, ofOffice, personColumns, siteMapColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Context, Db } from '../../platform/context.ts'
import { ascending, type ListOrder, type ListOrders, japanese, orderBy, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { MapRow } from '@mimamori/contract'
import type { SelectedMap } from './map-row.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/** Whose condition is counted: the people (`u`) in the actor's scope, of one group where it is named. */
export const peopleOf = (actor: Actor, groupId: number | undefined): RawBuilder<boolean> => {
  const inScope = withinScope(actor, personColumns)
  return groupId === undefined ? inScope : sql<boolean>`(${inScope} and u.group_id = ${groupId})`
}

const grades = [0, 1, 2, 3] as const

type Selection = {
  /** Whose condition is counted (`u`); undefined where nobody's is. */
  readonly people: RawBuilder<boolean> | undefined
  /** The maps (`m`). */
  readonly matches: RawBuilder<boolean>
  /** The maps may be of many sites, with tens of thousands of people. */
  readonly isOfManySites: boolean
  readonly atHand: ReachableCompanies
  readonly now: Date
}

/** Nobody is counted: who reads the people of a map counts them there. */
const nobody = sql`
  select 0 as company_id, 0 as map_id, 0 as count_emergency, ${sql.join(grades.map((grade) => sql`0 as ${sql.ref(`count_level_${grade}`)}`))} where false`

/** The people on each map by level, in one query for all maps. */
const crowds = ({ people, matches: maps, isOfManySites, now }: Selection) =>
  people === undefined
    ? nobody
    : sql`
  select s.company_id, s.map_id, count(*) filter (where s.emergency) as count_emergency,
         ${sql.join(grades.map((grade) => sql`count(*) filter (where s.level = ${sql.lit(grade)}) as ${sql.ref(`count_level_${grade}`)}`))}
    from ${mapCrowd(people, maps, now, isOfManySites)} s
   group by s.company_id, s.map_id`

/** The gateways of these maps that are not heard by themselves. */
const muteGateways = (maps: RawBuilder<boolean>, now: Date) => sql`
  select d.company_id, d.device_id
    from site_map m
    join device d on d.company_id = m.company_id and d.map_id = m.map_id and d.kind = 'gateway'
    left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
   where ${maps} and (${isHeard(sql.ref('s.heard_at'), sql.ref('s.interval_minutes'), now)}) is not true`

/** When a reading last came through each of these (`mute`); computed once, whatever the planner expects of the join. */
const heardThrough = (maps: RawBuilder<boolean>) => sql`
  select ws.company_id, ws.gateway_id, max(ws.heard_at) as heard_at
    from worker_state ws
   where ws.company_id in (select m.company_id from site_map m where ${maps})
     and (ws.company_id, ws.gateway_id) in (select mute.company_id, mute.device_id from mute)
   group by ws.company_id, ws.gateway_id`

/**
 * The gateways of each map: whether every main one is heard, by itself or through a worker's reading, and how the others
 * receive; how one received that has fallen silent says nothing.
 */
const gatewaysOf = (maps: RawBuilder<boolean>, now: Date) => {
  const heard = isHeard(sql`greatest(s.heard_at, via.heard_at)`, sql.ref('s.interval_minutes'), now)
  return sql`
  select d.company_id, d.map_id,
         bool_and(coalesce(${heard}, false)) filter (where d.type = 1) as is_main_gateway_alive,
         json_agg(json_build_object('serialNumber', d.serial, 'waveLevel', case when ${heard} then s.wave_level end) order by d.serial)
           filter (where d.type = 2) as sub_gateways
    from site_map m
    join device d on d.company_id = m.company_id and d.map_id = m.map_id and d.kind = 'gateway'
    left join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
    left join via on via.company_id = d.company_id and via.gateway_id = d.device_id
   where ${maps}
   group by d.company_id, d.map_id`
}

const columns = sql`
  m.map_id as id, m.company_id, m.office_id, o.name as office_name, o.map_version as version, m.floor, m.location_name, m.type, m.sismil_type,
  m.image_key, m.image_name, f.width as image_width, f.height as image_height, f.size::float8 as image_size, m.image_metres, m.position,
  m.latitude, m.longitude, m.rotation, m.zoom, m.angle_coordinates as corners, m.image_latitude, m.image_longitude, m.image_rotation,
  m.image_zoom, gateways.is_main_gateway_alive, gateways.sub_gateways, coalesce(crowd.count_emergency, 0) as count_emergency,
  ${sql.join(grades.map((grade) => sql`coalesce(${sql.ref(`crowd.count_level_${grade}`)}, 0) as ${sql.ref(`count_level_${grade}`)}`))}`

/**
 * The pictures of the maps: their company's own, and the service's administrators', which lie with none of the maps. While
 * theirs cannot be reached, nothing is known of a picture but its name.
 */
const pictures = (maps: RawBuilder<boolean>, atHand: ReachableCompanies) => sql`
  ${
    atHand === null || atHand.includes(providerId)
      ? sql`select f.file_key, f.width, f.height, f.size from stored_file f where f.company_id = ${providerId} union all`
      : sql``
  }
  select f.file_key, f.width, f.height, f.size from stored_file f
   where f.company_id <> ${providerId}
     and exists (select from site_map m where m.company_id = f.company_id and m.image_key = f.file_key and ${maps})`

const joinPicture = sql`left join picture f on f.file_key = m.image_key`
const joinGateways = sql`left join gateways on gateways.company_id = m.company_id and gateways.map_id = m.map_id`

/** What is found of the pictures and gateways of the maps; a part that nothing joins is not read. */
const parts = ({ matches, atHand, now }: Selection) => sql`
  picture as materialized (${pictures(matches, atHand)}),
  mute as materialized (${muteGateways(matches, now)}),
  via as materialized (${heardThrough(matches)}),
  gateways as materialized (${gatewaysOf(matches, now)})`

/** The maps (`m`) that match, with what is on them; `tail` orders and cuts. */
const selectMaps = (selection: Selection, tail: RawBuilder<unknown>) =>
  sql<SelectedMap>`
    with crowd as materialized (${crowds(selection)}), ${parts(selection)}
    select ${columns}
      from site_map m
      join office o on o.company_id = m.company_id and o.office_id = m.office_id
      left join crowd on crowd.company_id = m.company_id and crowd.map_id = m.map_id
      ${joinPicture} ${joinGateways}
     where ${selection.matches} ${tail}`

export type MapFilter = {
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  /** Narrows people and counts, not maps. */
  readonly groupId?: number | undefined
  /** Part of the name of the building or area. */
  readonly locationName?: string | undefined
}

const matching = (actor: Actor, { companyId, officeId, locationName = '' }: MapFilter): RawBuilder<boolean> => {
  const conditions = [withinScope(actor, siteMapColumns)]
  if (companyId !== undefined) conditions.push(sql<boolean>`m.company_id = ${companyId}`)
  if (officeId !== undefined) conditions.push(ofOffice(actor, siteMapColumns, officeId))
  const name = locationName.trim().toLowerCase()
  if (name !== '') conditions.push(sql`strpos(lower(m.location_name), ${name}) > 0`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const counted = (name: keyof SelectedMap) => sql`coalesce(${sql.ref(`crowd.${name}`)}, 0)`
const inOrder = ascending(sql.ref('m.company_id'), sql.ref('m.office_id'), sql.ref('m.position'), sql.ref('m.map_id'))

const orders: ListOrders = {
  resource: 'siteMap',
  keys: {
    id: sql.ref('m.map_id'),
    floor: japanese('m.floor'),
    locationName: japanese('m.location_name'),
    officeId: sql.ref('m.office_id'),
    officeName: japanese('o.name'),
    type: sql.ref('m.type'),
    sismilType: sql.ref('m.sismil_type'),
    mapImage: sql.ref('m.image_key'),
    mapImageData: sql`null::text`,
    imageName: japanese('m.image_name'),
    imageWidth: { by: sql.ref('f.width'), join: joinPicture },
    imageHeight: { by: sql.ref('f.height'), join: joinPicture },
    imageSize: { by: sql.ref('f.size'), join: joinPicture },
    imageMetres: sql.ref('m.image_metres'),
    position: sql.ref('m.position'),
    latitude: sql.ref('m.latitude'),
    longitude: sql.ref('m.longitude'),
    rotation: sql.ref('m.rotation'),
    zoom: sql.ref('m.zoom'),
    angleCoordinate1: sql`m.angle_coordinates[1]`,
    angleCoordinate2: sql`m.angle_coordinates[2]`,
    angleCoordinate3: sql`m.angle_coordinates[3]`,
    angleCoordinate4: sql`m.angle_coordinates[4]`,
    imageLatitude: sql.ref('m.image_latitude'),
    imageLongitude: sql.ref('m.image_longitude'),
    imageRotation: sql.ref('m.image_rotation'),
    imageZoom: sql.ref('m.image_zoom'),
    version: sql.ref('o.map_version'),
    isMainGatewayAlive: { by: sql.ref('gateways.is_main_gateway_alive'), join: joinGateways },
    listSubGateways: { by: sql`json_array_length(gateways.sub_gateways)`, join: joinGateways },
    countEmergency: counted('count_emergency'),
    countAlertLevel0: counted('count_level_0'),
    countAlertLevel1: counted('count_level_1'),
    countAlertLevel2: counted('count_level_2'),
    countAlertLevel3: counted('count_level_3'),
  } satisfies Record<keyof MapRow, SortKey>,
  tieBreaker: inOrder,
}

/** What is known of a map only by counting the people on it. */
const countedKeys = ['countEmergency', 'countAlertLevel0', 'countAlertLevel1', 'countAlertLevel2', 'countAlertLevel3'].map((key) =>
  key.toLowerCase(),
)

type MapKey = TableRow<'site_map', 'company_id' | 'map_id'>

/** The maps of one page, by their keys, where the order needs nothing of the people on them. */
const findPage = (db: Db, selection: Selection, order: ListOrder, query: PageQuery): Promise<{ data: MapKey[]; count: number }> =>
  readPage(db, order, query, {
    rows: (tail) => sql<MapKey>`
      with ${parts(selection)}
      select m.company_id, m.map_id from site_map m
        join office o on o.company_id = m.company_id and o.office_id = m.office_id ${order.join}
       where ${selection.matches} ${tail}`,
    count: sql`select count(*) as count from site_map m where ${selection.matches}`,
  })

/** These maps alone, of those that match. */
const amongKeys = (matches: RawBuilder<boolean>, keys: readonly MapKey[]) => sql<boolean>`
  (${matches} and (m.company_id, m.map_id) in (
    select * from unnest(${keys.map((key) => key.company_id)}::int[], ${keys.map((key) => key.map_id)}::int[])))`

/**
 * A page of the maps in scope in their order, all of them where no limit is given, and how many there are. Of a page only the people
 * on its own maps are counted, unless the order is by what is counted.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findMaps = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  actor: Actor,
  query: MapFilter & PageQuery,
  now: Date,
): Promise<{ data: SelectedMap[]; count: number }> => {
  const matches = matching(actor, query)
  const isOfManySites = query.officeId === undefined && (actor.role === 'AdminUnitService' || actor.role === 'AdminUnitContract')
  const selection = { people: peopleOf(actor, query.groupId), matches, isOfManySites, atHand: await reachableCompanies(pool), now }
  const order = orderOf(orders, query)
  if (query.limit !== undefined && !countedKeys.includes((query.sortKey ?? '').toLowerCase())) {
    const { data: keys, count } = await findPage(db, selection, order, query)
    if (keys.length === 0) return { data: [], count }
    const { rows } = await selectMaps({ ...selection, matches: amongKeys(matches, keys) }, orderBy(order.steps)).execute(db)
    return { data: rows, count }
  }
  return readPage(db, order, query, {
    rows: (tail) => selectMaps(selection, tail),
    count: sql`select count(*) as count from site_map m where ${matches}`,
  })
}

/** The version of an office's list of maps; undefined out of scope. */
export const findListVersion = async (db: Db, actor: Actor, officeId: number): Promise<number | undefined> => {
  const { rows } = await sql<TableRow<'office', 'version'>>`
    select o.map_version as version from office o where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  return rows[0]?.version
}

/** A map of an office in scope, of whose people none are counted. Undefined where there is none. */
export const findMap = async (
  { db, pool }: Pick<Context, 'db' | 'pool'>,
  actor: Actor,
  mapId: number,
  now: Date,
): Promise<SelectedMap | undefined> => {
  const matches = sql<boolean>`(m.map_id = ${mapId} and ${withinScope(actor, siteMapColumns)})`
  const { rows } = await selectMaps(
    { people: undefined, matches, isOfManySites: false, atHand: await reachableCompanies(pool), now },
    sql``,
  ).execute(db)
  return rows[0]
}
