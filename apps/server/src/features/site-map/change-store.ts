import { sql } from 'kysely'
import { type OfficeKey, providerId } from '../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { Follower, Stood } from './record-devices.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/** What is kept of a map, under the names of its fields. */
export type ExistingMap = {
  readonly position: number
  readonly locationName: string
  readonly floor: string | null
  readonly type: number
  readonly sismilType: number
  readonly mapImage: string | null
  readonly imageName: string | null
  readonly imageMetres: number | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly rotation: number
  readonly zoom: number
  /** Top-left, top-right, bottom-right, bottom-left, each 'lat,lon'; null without any. */
  readonly corners: readonly (string | null)[] | null
  readonly imageLatitude: number | null
  readonly imageLongitude: number | null
  readonly imageRotation: number
  readonly imageZoom: number
}

/** The version of a locked office's list. */
export const readVersion = async (db: Db, { companyId, officeId }: OfficeKey): Promise<number> => {
  const { rows } = await sql<TableRow<'office', 'version'>>`
    select o.map_version as version from office o where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
  return rows[0]?.version ?? 0
}

export const raiseVersion = async (db: Db, { companyId, officeId }: OfficeKey): Promise<void> => {
  await sql`
    update office o set map_version = o.map_version + 1 where o.company_id = ${companyId} and o.office_id = ${officeId}`.execute(db)
}

/** The maps of a locked office, by their numbers. */
export const readExistingMaps = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Map<number, ExistingMap>> => {
  const { rows } = await sql<ExistingMap & { id: number }>`
    select m.map_id as id, m.position, m.location_name as "locationName", m.floor, m.type, m.sismil_type as "sismilType",
           m.image_key as "mapImage", m.image_name as "imageName", m.image_metres as "imageMetres", m.latitude, m.longitude, m.rotation,
           m.zoom, m.angle_coordinates as corners, m.image_latitude as "imageLatitude", m.image_longitude as "imageLongitude",
           m.image_rotation as "imageRotation", m.image_zoom as "imageZoom"
      from site_map m where m.company_id = ${companyId} and m.office_id = ${officeId}
     order by m.position, m.map_id`.execute(db)
  return new Map(rows.map(({ id, ...map }) => [id, map]))
}

const columnsOf = (map: ExistingMap) => ({
  position: map.position,
  location_name: map.locationName,
  floor: map.floor,
  type: map.type,
  sismil_type: map.sismilType,
  image_key: map.mapImage,
  image_name: map.imageName,
  image_metres: map.imageMetres,
  latitude: map.latitude,
  longitude: map.longitude,
  rotation: map.rotation,
  zoom: map.zoom,
  // A corner that nobody set is null, which the column's generated type does not know.
  angle_coordinates: sql<string[] | null>`${map.corners}::text[]`,
  image_latitude: map.imageLatitude,
  image_longitude: map.imageLongitude,
  image_rotation: map.imageRotation,
  image_zoom: map.imageZoom,
})

/** @returns the new map's number */
export const insertMap = async (db: Db, { companyId, officeId }: OfficeKey, map: ExistingMap): Promise<number> => {
  const { map_id } = await db
    .insertInto('site_map')
    .values({ company_id: companyId, office_id: officeId, ...columnsOf(map) })
    .returning('site_map.map_id')
    .executeTakeFirstOrThrow()
  return map_id
}

export const updateMap = async (db: Db, { companyId }: OfficeKey, mapId: number, map: ExistingMap): Promise<void> => {
  await db
    .updateTable('site_map')
    .set(columnsOf(map))
    .where('site_map.company_id', '=', companyId)
    .where('site_map.map_id', '=', mapId)
    .execute()
}

const nowhere: Stood = { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null, status: '0' }

/**
 * Deletes maps of a locked office; what was on them has no place and is hidden, as if somebody had taken it off.
 * @returns what was on them, with its place
 */
export const deleteMaps = async (db: Db, { companyId }: OfficeKey, mapIds: readonly number[]): Promise<Follower[]> => {
  const { rows } = await sql<Stood & Pick<Follower, 'deviceId' | 'kind' | 'serial'>>`
    with stood as (
      select d.device_id, d.map_id, d.position_x, d.position_y, d.latitude, d.longitude, d.on_map
        from device d where d.company_id = ${companyId} and d.map_id = any(${mapIds}::int[]) for no key update)
    update device d
       set map_id = null, position_x = null, position_y = null, latitude = null, longitude = null, on_map = false, version = d.version + 1
      from stood where d.company_id = ${companyId} and d.device_id = stood.device_id
    returning d.device_id as "deviceId", d.kind, d.serial, stood.map_id as "mapId", stood.position_x as "positionX",
              stood.position_y as "positionY", stood.latitude, stood.longitude, case when stood.on_map then '1' else '0' end as status`.execute(
    db,
  )
  await sql`delete from site_map m where m.company_id = ${companyId} and m.map_id = any(${mapIds}::int[])`.execute(db)
  return rows.map(({ deviceId, kind, serial, ...before }) => ({ deviceId, kind, serial, before, after: nowhere }))
}

/**
 * Which of these keys a map of the office may name: pictures that a map in the actor's scope names, and for a day what the
 * actor uploaded and no map names; of the office's own company, or uploaded by the service.
 */
export const findUsablePictures = async (
  db: Db,
  actor: Actor,
  { companyId }: OfficeKey,
  keys: readonly string[],
  now: Date,
): Promise<Set<string>> => {
  if (keys.length === 0) return new Set()
  // Asked apart: the service's pictures lie elsewhere than the company's maps, and a cluster joins no two companies.
  const { rows: usable } = await sql<{ key: string; is_own: boolean }>`
    select f.file_key as key,
           f.company_id = ${actor.companyId} and f.uploaded_by = ${actor.userId} and f.created_at > ${now}::timestamptz - interval '24 hours' as is_own
      from stored_file f
     where f.file_key = any(${keys}::text[]) and f.company_id in (${companyId}, ${providerId})`.execute(db)
  const { rows: shown } = await sql<{ key: string }>`
    select distinct m.image_key as key
      from site_map m join office o on o.company_id = m.company_id and o.office_id = m.office_id
     where m.company_id = ${companyId} and m.image_key = any(${keys}::text[]) and ${withinScope(actor, officeColumns)}`.execute(db)
  const named = new Set(shown.map(({ key }) => key))
  return new Set(usable.filter(({ key, is_own: isOwn }) => isOwn || named.has(key)).map(({ key }) => key))
}
