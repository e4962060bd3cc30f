import type { MapMark } from '@mimamori/contract'
import type { DrawnPlace } from '@mimamori/heat/map-place'
import { sql, type RawBuilder } from 'kysely'
import { mapPositions } from '../../shared/monitoring/map-workers/map-positions.ts'
import { findReported } from '../../shared/monitoring/workers/open-report.ts'
import { shownAt } from '../../shared/monitoring/workers/shown.ts'
import { laidOn } from '../../shared/organisation/laid-map.ts'
import { tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../platform/context.ts'
import type { SelectedMap } from './map-row.ts'

type Marked = Omit<MapMark, 'x' | 'y'> & {
  readonly companyId: number
  readonly mapId: number
  readonly latitude: number | null
  readonly longitude: number | null
  /** The place of their last gateway on the map; null if it is on another. */
  readonly gatewayX: number | null
  readonly gatewayY: number | null
}

/** Who of these people (`u`) is at a level of 1 or more, in an emergency, or has an open report, on one of these maps; the worst first. */
const readMarked = async (db: Db, people: RawBuilder<boolean>, maps: readonly SelectedMap[], now: Date): Promise<Marked[]> => {
  const keys = maps.map(({ company_id: companyId, id }) => ({ companyId, id }))
  const tenant = tenantsOf(keys)
  const listed = sql<boolean>`(${tenant('m')} and (m.company_id, m.map_id) in (
    select * from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ id }) => id)}::int[])))`
  const { level, emergency } = shownAt(now)
  // Asked for first: a cluster looks nobody up in another table while it reads the states.
  const reported = await findReported(db, tenant)
  const isMarked = sql<boolean>`(${tenant('ws')} and (${emergency} or ${level} >= 1 or ws.user_id = any(${reported.map(({ userId }) => userId)}::int[])))`
  const isOfManySites = new Set(maps.map(({ office_id: officeId }) => officeId)).size > 1
  const { rows } = await sql<Omit<Marked, 'isReported'>>`
    select s.company_id as "companyId", s.map_id as "mapId", s.user_id as "userId", s.level as "alertLevel", case when s.emergency then '1' else '0' end as emergency,
           s.is_silent as "isSilent", s.latitude, s.longitude, s.gateway_serial as "gwExtensionId",
           case when s.gateway_stands_on = s.map_id then s.gateway_x end as "gatewayX", case when s.gateway_stands_on = s.map_id then s.gateway_y end as "gatewayY"
      from ${mapPositions(people, listed, now, isMarked, isOfManySites)} s
     order by s.emergency desc, s.level desc nulls last, s.user_id`.execute(db)
  const reportedKeys = new Set(reported.map(({ companyId, userId }) => `${companyId}/${userId}`))
  return rows.map((row) => ({ ...row, isReported: reportedKeys.has(`${row.companyId}/${row.userId}`) }))
}

/** Where on a map's picture a place of the world is; undefined on a map that shows none of the world, or not that part of it. */
const picturePlaceOf = (map: SelectedMap): ((place: { latitude: number; longitude: number }) => DrawnPlace | undefined) => {
  const laid = laidOn(map)
  if (map.type !== 3) return (place) => laid?.drawnAt(place)
  return (place) => {
    const drawn = laid?.drawnAt(place)
    return drawn !== undefined && [drawn.x, drawn.y].every((part) => part >= 0 && part <= 100) ? drawn : undefined
  }
}

const placeOf = ({ latitude, longitude, gatewayX, gatewayY }: Marked, onPicture: ReturnType<typeof picturePlaceOf>) => {
  const own = latitude === null || longitude === null ? undefined : onPicture({ latitude, longitude })
  return own ?? (gatewayX === null || gatewayY === null ? undefined : { x: gatewayX, y: gatewayY })
}

/**
 * The places on the small pictures of these maps of people who need help: at their own position where the picture shows
 * it, else at their last gateway. Somebody with neither is counted, and has no mark.
 * @param people whom the reader may see, a condition on `app_user u`
 */
export const readMarks = async (
  db: Db,
  people: RawBuilder<boolean>,
  maps: readonly SelectedMap[],
  now: Date,
): Promise<Map<number, MapMark[]>> => {
  const marks = new Map<number, MapMark[]>(maps.map(({ id }) => [id, []]))
  if (maps.length === 0) return marks
  const onPicture = new Map(maps.map((map) => [map.id, picturePlaceOf(map)]))
  for (const marked of await readMarked(db, people, maps, now)) {
    const place = placeOf(marked, onPicture.get(marked.mapId) ?? (() => undefined))
    if (place === undefined) continue
    const { userId, alertLevel, emergency, isReported: hasReport, isSilent, gwExtensionId } = marked
    const rounded = (percent: number) => Math.round(percent * 10) / 10
    marks.get(marked.mapId)?.push({
      userId,
      x: rounded(place.x),
      y: rounded(place.y),
      alertLevel,
      emergency,
      isReported: hasReport,
      isSilent,
      gwExtensionId,
    })
  }
  return marks
}
