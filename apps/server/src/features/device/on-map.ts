import type { AnswerOf, siteMap } from '@mimamori/contract'
import { sql } from 'kysely'
import type { DeviceKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { barometers } from './barometer.ts'
import { gateways } from './gateway.ts'
import { heatWatchers } from './heat-watcher.ts'

export type DevicesOnMap = Pick<AnswerOf<typeof siteMap.one>, 'listGateways' | 'listHeatIndexWatchers' | 'listReference'>

/** The devices placed on a map, also those that are not drawn there, by serial. The caller has seen to scope. */
export const readDevicesOnMap = async (
  db: Db,
  { companyId, mapId }: { readonly companyId: number; readonly mapId: number },
  now: Date,
): Promise<DevicesOnMap> => {
  const { rows } = await sql<DeviceKey & { kind: string }>`
    select d.company_id as "companyId", d.device_id as "deviceId", d.kind from device d
     where d.company_id = ${companyId} and d.map_id = ${mapId} order by d.serial, d.device_id`.execute(db)
  const of = (kind: string) => rows.filter((row) => row.kind === kind)
  const [listGateways, listHeatIndexWatchers, listReference] = await Promise.all([
    gateways.read(db, of('gateway'), now),
    heatWatchers.read(db, of('heat'), now),
    barometers.read(db, of('barometer'), now),
  ])
  return { listGateways, listHeatIndexWatchers, listReference }
}
