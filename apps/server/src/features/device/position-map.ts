import type { LaidDrawing } from '@mimamori/heat/map-place'
import { sql } from 'kysely'
import { laidOn, type WorldMap } from '../../shared/organisation/laid-map.ts'
import type { Db } from '../../platform/context.ts'

/** A map as a placement needs it. */
export type LockedMap = {
  readonly mapId: number
  readonly officeId: number
  readonly type: number
  readonly sismilType: number
  readonly name: string
  /** Percent of what is placed on, and degrees; none where there is no world under the drawing, or no corners yet. */
  readonly laid: LaidDrawing | undefined
}

type Stored = Omit<LockedMap, 'laid' | 'name'> & WorldMap & { readonly locationName: string; readonly floor: string | null }

/** The maps of companies by their numbers; they stay until the transaction ends. */
export const lockMapsShared = async (db: Db, companyIds: readonly number[], mapIds: readonly number[]): Promise<Map<number, LockedMap>> => {
  if (mapIds.length === 0) return new Map()
  const { rows } = await sql<Stored>`
    select m.map_id as "mapId", m.office_id as "officeId", m.type, m.sismil_type as "sismilType", m.location_name as "locationName", m.floor,
           m.latitude, m.longitude, m.zoom, m.rotation, m.angle_coordinates as corners
      from site_map m
     where m.company_id = any(${companyIds}::int[]) and m.map_id = any(${mapIds}::int[]) for key share`.execute(db)
  return new Map(
    rows.map((map) => [
      map.mapId,
      { ...map, name: [map.locationName, map.floor].filter((part) => part !== null).join(' '), laid: laidOn(map) },
    ]),
  )
}
