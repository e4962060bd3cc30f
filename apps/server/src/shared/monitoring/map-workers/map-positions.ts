import { gapLimitMs, INTERVALS_OF_PATIENCE } from '@mimamori/heat/gap'
import { sql, type RawBuilder } from 'kysely'
import type { PersonKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { isWatched, shownAt } from '../workers/shown.ts'
import { zeroedSince } from '../belts/zeroed-since.ts'

/** SQL: the tag of a person (state `ws`) has a position. */
const hasTagPosition = sql`(ws.latitude is not null and ws.longitude is not null and ws.position_at is not null)`

/** SQL: the belt that a person wears (state `bs`) has a position, and the tag (`ws`) none that is newer. */
const isBeltNewer = sql`(bs.position_at is not null and (not ${hasTagPosition} or bs.position_at > ws.position_at))`

/**
 * SQL: the last position of a person (state `ws`) and when it was taken: of the tag or of the belt they wear (state `bs`),
 * whichever is newer.
 */
const lastPosition = (column: 'latitude' | 'longitude' | 'position_at' | 'accuracy') =>
  sql`case when ${isBeltNewer} then ${sql.ref(`bs.${column}`)} when ${hasTagPosition} then ${sql.ref(`ws.${column}`)} end`

/** SQL: the drawing of a map `m` on the world, in degrees, latitude first; null where it has no four corners. */
const drawing = sql`
  case when cardinality(array_remove(m.angle_coordinates, null)) = 4
    then ('((' || array_to_string(m.angle_coordinates, '),(') || '))')::polygon end`

/**
 * SQL: the map of their site that a person's last gateway (`lg`) is on. Its マップ表示 (`on_map`) hides the gateway's own
 * pin only: people stay on the map, so that an emergency does not disappear with the pin.
 */
const gatewayMap = sql`case when lg.office_id = u.office_id then lg.map_id end`

/**
 * SQL: how long a position counts after it was taken. It ages while its owner is heard; of one who fell silent it stays as
 * it was then, and of one with a level of at least 1 or an emergency it never ends: their last known place is where people
 * go to look. That place is the gateway on a map which hears them now, rather than a position that is out of date.
 */
const countsStill = (now: Date, { current, emergency }: ReturnType<typeof shownAt>) => sql<boolean>`
  (((${emergency} or ws.total_level >= 1) and not (coalesce(${current}, false) and ${gatewayMap} is not null))
   or ${lastPosition('position_at')} >= (case when ${current} then ${now}::timestamptz else ws.last_at end)
        - greatest(${`${gapLimitMs(null)} milliseconds`}::interval, coalesce(ws.interval_minutes, 0) * ${`${INTERVALS_OF_PATIENCE} minutes`}::interval))`

/** SQL: somebody (`p`) is on a map (`area`) by their last gateway. */
const isByGateway = sql<boolean>`(area.company_id = p.company_id and area.map_id = p.gateway_map_id and area.type in (1, 3))`

/** SQL: the same by their own position, where they are not there by their gateway. */
const isByPosition = sql<boolean>`
  (area.company_id = p.company_id and area.office_id = p.office_id and p.latitude is not null
   and (area.type = 2 or (area.type = 3 and p.gateway_map_id is distinct from area.map_id and area.drawing @> point(p.latitude, p.longitude))))`

/** SQL: the maps that somebody (`p`) is on, looked for among the few maps: among all who are on one it would be everybody for each. */
const theirMaps = sql`array(select area.map_id from area where ${isByGateway} or ${isByPosition} order by area.map_id)`

type Placing = {
  /** SQL: whose own position is looked for. */
  readonly whosePosition: RawBuilder<boolean>
  /** SQL: whose state (`ws`) is that of a person (`u`) of the same company. */
  readonly stateOf: RawBuilder<boolean>
  /** SQL: who of them (`u`, with their state `ws`) is of interest. */
  readonly among: RawBuilder<boolean>
  /** SQL: the gateway (`lg`) that heard them last. */
  readonly lastGateway: { readonly join: RawBuilder<unknown>; readonly columns: RawBuilder<unknown> }
}

/** Any gateway, each by its key, with its place. */
const anyGateway: Placing['lastGateway'] = {
  join: sql`left join device lg on lg.company_id = ws.company_id and lg.device_id = ws.gateway_id`,
  columns: sql`, lg.serial as gateway_serial, lg.map_id as gateway_stands_on, lg.position_x as gateway_x, lg.position_y as gateway_y`,
}

/** One that is on a map of the sites, of which there are few beside tens of thousands of people. */
const mappedGateway: Placing['lastGateway'] = {
  join: sql`left join mapped lg on lg.company_id = ws.company_id and lg.device_id = ws.gateway_id`,
  columns: sql``,
}

const oneByOne: Placing = {
  whosePosition: sql`true`,
  stateOf: sql`ws.user_id = u.user_id`,
  among: sql`true`,
  lastGateway: anyGateway,
}

/** Nobody's own position is looked for at a site without a map that shows it. */
const counted: Placing = { ...oneByOne, whosePosition: sql`site.has_world`, lastGateway: mappedGateway }

/** Of tens of thousands the states are read one after another: a sum is in no index, by which each would be looked up. */
const countedAtManySites: Placing = {
  ...counted,
  stateOf: sql`ws.user_id + 0 = u.user_id and ws.company_id = any(array(select site.company_id from site))`,
}

/**
 * SQL: the parts of a query that say who of these people (`u`) is at work (`person`) and on which of these maps (`m`) each is
 * (`stood`), as of `now`; the one place that says so (decisions/0042).
 */
const placing = (
  people: RawBuilder<boolean>,
  maps: RawBuilder<boolean>,
  now: Date,
  { whosePosition, stateOf, among, lastGateway } = oneByOne,
): RawBuilder<unknown> => {
  const shown = shownAt(now)
  return sql`
    area as materialized (
      select m.company_id, m.office_id, m.map_id, m.type, ${drawing} as drawing from site_map m where ${maps}
    ), site as materialized (
      select area.company_id, area.office_id, bool_or(area.type in (2, 3)) as has_world, o.opens_at
        from area join office o on o.company_id = area.company_id and o.office_id = area.office_id
       group by area.company_id, area.office_id, o.opens_at
    ), mapped as materialized (
      select d.company_id, d.device_id, d.office_id, d.map_id
        from site join device d on d.company_id = site.company_id and d.office_id = site.office_id and d.map_id is not null
    ), person as materialized (
      select u.company_id, u.user_id, u.office_id, ${gatewayMap} as gateway_map_id,
             ${shown.level} as level, ${shown.emergency} as emergency, ${shown.current} is not true as is_silent,
             case when ${whosePosition} and ${countsStill(now, shown)} then ${lastPosition('latitude')} end as latitude,
             case when ${whosePosition} and ${countsStill(now, shown)} then ${lastPosition('longitude')} end as longitude,
             ${lastPosition('position_at')} as position_at, ${lastPosition('accuracy')} as accuracy${lastGateway.columns}
        from site
        join app_user u on u.company_id = site.company_id and u.office_id = site.office_id
        join worker_state ws on ws.company_id = u.company_id and ${stateOf}
        ${lastGateway.join}
        -- A position from before they put the belt on is somebody else's.
        left join lateral (
          select s.latitude, s.longitude, s.position_at, s.accuracy
            from wear w join device_state s on s.company_id = w.company_id and s.device_id = w.device_id
           where ${whosePosition} and w.company_id = u.company_id and w.user_id = u.user_id and w.slot = 'belt' and w.worn_to is null
             and s.position_at >= w.worn_from and s.latitude is not null and s.longitude is not null
          -- Kept a query of its own, which is not begun where it is not wanted.
          offset 0) bs on true
       where ${isWatched} and ${people} and ${among}
         and (${shown.present} or (ws.quiet_since is null and ws.last_at >= ${zeroedSince(now, 'site')}))
    ), stood as (
      select p.*, area.map_id from person p join area on ${isByGateway}
      union all
      select p.*, area.map_id from person p join area on ${isByPosition})`
}

/**
 * SQL, a table in parentheses: which of these people (`u`) are on which map to be marked there, as of `now`; the one place that says so
 * (decisions/0042). One row a person and map, with how they are counted. On a drawing (type 1) are those whose last
 * gateway is on it, on a GPS map (2) those of the site with a position that counts, on a drawing over the world (3)
 * both, these where the position lies inside the corners. At a site whose maps are all drawings nobody has a position.
 *
 * Somebody who has fallen silent keeps their last place until the next shift opens, or until somebody has accounted for them
 * (作業終了); with a level of at least 1 or in an emergency for as long as that lasts.
 * @param people a condition on `app_user u`
 * @param maps a condition on `site_map m`
 * @param among a condition on a person's state (`worker_state ws`): whose place is wanted
 */
export const mapPositions = (
  people: RawBuilder<boolean>,
  maps: RawBuilder<boolean>,
  now: Date,
  among: RawBuilder<boolean>,
  isOfManySites: boolean,
): RawBuilder<unknown> => sql`(
    with ${placing(people, maps, now, { ...(isOfManySites ? countedAtManySites : counted), among, lastGateway: anyGateway })} select * from stood)`

/** The same to be counted, on maps of many sites or of a few. */
export const mapCrowd = (
  people: RawBuilder<boolean>,
  maps: RawBuilder<boolean>,
  now: Date,
  isOfManySites = false,
): RawBuilder<unknown> => sql`(
    with ${placing(people, maps, now, isOfManySites ? countedAtManySites : counted)}
    select stood.company_id, stood.user_id, stood.map_id, stood.level, stood.emergency from stood)`

/**
 * The position of a person: on which maps, by their last gateway or their own position, which is null once it no longer counts.
 */
export type MapPosition = PersonKey & {
  readonly mapIds: number[]
  readonly latitude: number | null
  readonly longitude: number | null
  readonly positionAt: Date | null
  readonly accuracy: number | null
  /** The serial of their last gateway. */
  readonly gatewaySerial: string | null
}

/** The positions of these people on these maps. The conditions hold the scope. */
export const readMapPositions = async (
  db: Db,
  people: RawBuilder<boolean>,
  maps: RawBuilder<boolean>,
  now: Date,
): Promise<MapPosition[]> => {
  const { rows } = await sql<MapPosition>`
    with ${placing(people, maps, now)}
    select p.company_id as "companyId", p.user_id as "userId", placed.ids as "mapIds", p.latitude, p.longitude,
           case when p.latitude is not null then p.position_at end as "positionAt",
           case when p.latitude is not null then p.accuracy end as accuracy, p.gateway_serial as "gatewaySerial"
      from person p cross join lateral (select ${theirMaps} as ids offset 0) placed
     where placed.ids <> '{}'`.execute(db)
  return rows
}

/**
 * Everybody of these people who is at work at the sites of these maps, with the maps each is on: none for somebody on
 * no map. The conditions hold the scope.
 */
export const readPresent = async (db: Db, people: RawBuilder<boolean>, maps: RawBuilder<boolean>, now: Date): Promise<MapPosition[]> => {
  const { rows } = await sql<MapPosition>`
    with ${placing(people, maps, now)}
    select p.company_id as "companyId", p.user_id as "userId",
           ${theirMaps} as "mapIds",
           p.latitude, p.longitude, case when p.latitude is not null then p.position_at end as "positionAt",
           case when p.latitude is not null then p.accuracy end as accuracy, p.gateway_serial as "gatewaySerial"
      from person p`.execute(db)
  return rows
}
