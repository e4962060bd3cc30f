import type { HealthRow, MapWorker, PlacedWorker } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../organisation/keys.ts'
import type { Context } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { type OwnedHealthRow, readHealthRows } from '../workers/health-rows.ts'
import type { Owner } from '../workers/owner.ts'
import { readMapPositions, type MapPosition } from './map-positions.ts'

/** A worker with the maps they are on, and their owner. */
export type OwnedPlacedWorker = { readonly row: PlacedWorker; readonly owner: Owner }

const nameOf = ({ companyId, userId }: PersonKey) => `${companyId}/${userId}`

/** What a health row says on a map: what is shown of a person there follows the same rules as in the list. */
const onMap = (row: HealthRow, position: MapPosition | undefined): MapWorker => ({
  userId: row.userId,
  workerName: row.fullName,
  age: row.age,
  heartRate: row.heartRate,
  excess: row.excess,
  alertLevel: row.alertLevel,
  emergency: row.emergency,
  alarm: row.alarm,
  reportedAt: row.reportedAt,
  status: row.status,
  latitude: position?.latitude ?? null,
  longitude: position?.longitude ?? null,
  positionAt: toJapanIsoOrNull(position?.positionAt ?? null),
  accuracy: position?.accuracy ?? null,
  gwExtensionId: position?.gatewaySerial ?? null,
  time: row.alertTime,
  officeId: row.officeId,
  baseName: row.baseName,
  groupId: row.groupId,
  groupName: row.groupName,
})

const placed = (rows: readonly OwnedHealthRow[], standings: readonly MapPosition[]): OwnedPlacedWorker[] => {
  const of = new Map(standings.map((one) => [nameOf(one), one]))
  return rows.map(({ row, owner }) => {
    const position = of.get(nameOf({ companyId: owner.companyId, userId: row.userId }))
    return { row: { ...onMap(row, position), mapIds: position?.mapIds ?? [], placeName: row.locationName }, owner }
  })
}

/** The watched among these people, in the order given, with their current maps: `mapIds` is empty for somebody on no map. */
export const placedWorkers = async (
  context: Pick<Context, 'db' | 'pool'>,
  keys: readonly PersonKey[],
  standings: readonly MapPosition[],
  now: Date,
): Promise<OwnedPlacedWorker[]> => placed(await readHealthRows(context, keys, now), standings)

/** The people of these rows with their current positions. The caller has checked the scope, or does so with `owner`. */
export const readPlaces = async ({ db }: Pick<Context, 'db'>, rows: readonly OwnedHealthRow[], now: Date): Promise<OwnedPlacedWorker[]> => {
  if (rows.length === 0) return []
  const companyIds = [...new Set(rows.map(({ owner }) => owner.companyId))]
  const people = sql<boolean>`(
    u.company_id = any(${companyIds}::int[])
    and u.user_id = any(${rows.map(({ row }) => row.userId)}::int[]))`
  const ofTheirOffices = sql<boolean>`(
    m.company_id = any(${companyIds}::int[])
    and m.office_id = any(array(select distinct u.office_id from app_user u where ${people})))`
  return placed(rows, await readMapPositions(db, people, ofTheirOffices, now))
}
