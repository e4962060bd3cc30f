import { type Gateway, type gatewaySortKeys, gatewayTypeNames } from '@mimamori/contract'
import { sql } from 'kysely'
import { heardThroughGateways } from '../monitoring/heard.ts'
import { isWatched, shownAt } from '../monitoring/shown.ts'
import type { Db } from '../platform/context.ts'
import type { DeviceKind } from './kind.ts'
import { byElapsed, bySerial, type LastHeard, type Place, placeColumns, type Stand, standColumns, standingRow, standSortings, wantedDevices } from './selected.ts'

type Counts = Pick<Gateway, 'countEmergency' | 'countAlertLevel0' | 'countAlertLevel1' | 'countAlertLevel2' | 'countAlertLevel3'>
type Selected = Place & Stand & LastHeard & Counts & Pick<Gateway, 'keepMapInfo' | 'waveLevel' | 'bateryLevel' | 'heatIndexWatcherId'>

const heardThrough = sql.raw(`(${heardThroughGateways})`)

/** The people of each gateway's site whose last reading came through it, as their rows show them at `now`. */
const crowds = (deviceIds: readonly number[], now: Date) => {
  const { level, emergency } = shownAt(now)
  const counted = sql.join([0, 1, 2, 3].map((grade) => sql`count(*) filter (where ${level} = ${sql.lit(grade)}) as ${sql.ref(`countAlertLevel${grade}`)}`))
  return sql`
    select ws.gateway_id, count(*) filter (where ${emergency}) as "countEmergency", ${counted}
      from worker_state ws
      join app_user u on u.user_id = ws.user_id
      join device g on g.device_id = ws.gateway_id and g.office_id = u.office_id
     where ws.gateway_id = any(${deviceIds}::int[]) and ${isWatched}
     group by ws.gateway_id`
}

const readGateways = async (db: Db, deviceIds: readonly number[], now: Date): Promise<Gateway[]> => {
  if (deviceIds.length === 0) return []
  const { rows } = await sql<Selected>`
    select ${placeColumns}, ${standColumns}, d.keep_map_info as "keepMapInfo", greatest(s.last_at, via.last_at) as last_at, s.interval_minutes,
           s.wave_level as "waveLevel", s.battery as "bateryLevel", watcher.serial as "heatIndexWatcherId",
           coalesce(crowd."countEmergency", 0) as "countEmergency", coalesce(crowd."countAlertLevel0", 0) as "countAlertLevel0",
           coalesce(crowd."countAlertLevel1", 0) as "countAlertLevel1", coalesce(crowd."countAlertLevel2", 0) as "countAlertLevel2",
           coalesce(crowd."countAlertLevel3", 0) as "countAlertLevel3"
      from ${wantedDevices(deviceIds)}
      left join device watcher on watcher.device_id = d.linked_device_id
      left join ${heardThrough} via on via.gateway_id = d.device_id
      left join (${crowds(deviceIds, now)}) crowd on crowd.gateway_id = d.device_id
     order by wanted.place`.execute(db)
  return rows.map((selected) => {
    const row = standingRow(selected, now)
    return {
      ...row,
      serialNumber: selected.serial,
      gatewayType: selected.type,
      gatewayTypeValue: gatewayTypeNames[selected.type] ?? selected.type,
      isMainGatewayAlive: row.isAlive,
    }
  })
}

const sortings = {
  ...standSortings,
  id: bySerial,
  serialNumber: bySerial,
  gatewayType: sql.ref('d.type'),
  gatewayTypeValue: sql.ref('d.type'),
  elapsedTime: byElapsed(sql`greatest(s.last_at, via.last_at)`),
  waveLevel: sql.ref('s.wave_level'),
  bateryLevel: sql.ref('s.battery'),
  heatIndexWatcherId: sql.ref('watcher.serial'),
} satisfies Record<(typeof gatewaySortKeys)[number], unknown> & Record<string, unknown>

/** The gateways, parents and children. */
export const gateways: DeviceKind<Gateway> = {
  resource: 'gateway',
  serialField: 'serialNumber',
  words: ['gateway'],
  sortings,
  joins: {
    heatIndexWatcherId: sql`left join device watcher on watcher.device_id = d.linked_device_id`,
    elapsedTime: sql`left join ${heardThrough} via on via.gateway_id = d.device_id`,
  },
  read: readGateways,
  recorded: [
    'serialNumber', 'gatewayType', 'officeId', 'installationStatus', 'locationName', 'status', 'keepMapInfo', 'heatIndexWatcherId', 'mapId', 'positionX',
    'positionY', 'latitude', 'longitude',
  ],
}
