import type { WorldPlace } from '@mimamori/heat/map-place'
import type { ClientBase } from 'pg'
import type { OfficeKey, PersonKey } from '../shared/organisation/keys.ts'
import type { Member } from './crew.ts'
import { coordinatesOf, cornersOf, zoomOf, middleOf } from './ground.ts'
import { idOf } from './seed-organisation.ts'
import type { SitePlan, Spot } from './site-plan.ts'

/** The key of a map's drawing in the file store. */
export const imageKeyOf = (site: SitePlan, map: number): string => `demo-${site.baseCode.toLowerCase()}-${map + 1}.png`

/** Writes a site's maps in order; gives their numbers. */
export const seedMaps = async (client: ClientBase, { companyId, officeId }: OfficeKey, site: SitePlan): Promise<number[]> => {
  const ids: number[] = []
  for (const [position, map] of site.maps.entries()) {
    const drawn = map.type === 2 ? undefined : map
    const { latitude, longitude } = middleOf(site, map, position)
    ids.push(
      await idOf(
        client,
        `insert into site_map (company_id, office_id, position, location_name, floor, type, image_key, image_name, latitude, longitude,
                               zoom, angle_coordinates, image_latitude, image_longitude, image_metres)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning map_id as id`,
        [
          companyId,
          officeId,
          position,
          map.locationName,
          map.floor,
          map.type,
          drawn === undefined ? null : imageKeyOf(site, position),
          drawn === undefined ? null : `${drawn.picture.file}.png`,
          latitude,
          longitude,
          map.type === 3 ? zoomOf.laid : zoomOf.gps,
          map.type === 3 ? cornersOf(site, position) : null,
          map.type === 3 ? latitude : null,
          map.type === 3 ? longitude : null,
          drawn?.picture.metres ?? null,
        ],
      ),
    )
  }
  return ids
}

type Device = {
  readonly kind: 'vital' | 'belt' | 'heat' | 'gateway' | 'barometer'
  readonly type: number
  readonly serial: string
  readonly name?: string
  readonly spot?: Spot
  readonly coordinates?: WorldPlace | undefined
  readonly linked?: number | undefined
  /** It stays where it is when the device it is linked to moves. */
  readonly keepsPlace?: boolean
  /** 0 not installed, 9 under maintenance; installed where nothing is said. */
  readonly installationStatus?: 0 | 9
  /** People who are heard by it rest. */
  readonly restPlace?: boolean
}

const seedDevice = (client: ClientBase, { companyId, officeId }: OfficeKey, maps: readonly number[], device: Device): Promise<number> =>
  idOf(
    client,
    `insert into device (company_id, office_id, kind, type, serial, location_name, map_id, position_x, position_y, latitude, longitude,
                         linked_device_id, installation_status, keep_map_info, rest_place)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning device_id as id`,
    [
      companyId,
      officeId,
      device.kind,
      device.type,
      device.serial,
      device.name ?? null,
      device.spot === undefined ? null : (maps[device.spot.map] ?? null),
      device.spot?.x ?? null,
      device.spot?.y ?? null,
      device.coordinates?.latitude ?? null,
      device.coordinates?.longitude ?? null,
      device.linked ?? null,
      device.installationStatus ?? 1,
      device.keepsPlace ?? false,
      device.restPlace ?? false,
    ],
  )

// Only on a drawing a place is percent alone.
const positionOf = (site: SitePlan, { map, x, y }: Spot): Pick<Device, 'spot' | 'coordinates'> => ({
  spot: { map, x, y },
  coordinates: site.maps[map]?.type === 1 ? undefined : coordinatesOf(site, { map, x, y }),
})

/** Writes watchers, barometers and gateways at their places; returns the barometers' numbers by serial. */
export const seedFixedDevices = async (
  client: ClientBase,
  office: OfficeKey,
  site: SitePlan,
  maps: readonly number[],
): Promise<Map<string, number>> => {
  const watchers: number[] = []
  for (const { serial, name, ...spot } of site.watchers)
    watchers.push(await seedDevice(client, office, maps, { kind: 'heat', type: 1, serial, name, ...positionOf(site, spot) }))
  const barometers = new Map<string, number>()
  for (const { serial, name, ...spot } of site.barometers)
    barometers.set(serial, await seedDevice(client, office, maps, { kind: 'barometer', type: 1, serial, name, ...positionOf(site, spot) }))
  for (const place of site.places)
    await seedDevice(client, office, maps, {
      kind: 'gateway',
      type: place.gatewayType,
      serial: place.gateway,
      name: place.name,
      ...positionOf(site, place),
      linked: watchers[place.watcher],
      // Several gateways are linked to one watcher, each at a different place.
      keepsPlace: true,
      restPlace: place.name === site.restPlace,
    })
  return barometers
}

// Devices in the store of every site, and those away for repair.
const spares: readonly Device[] = [
  { kind: 'vital', type: 3, serial: 'YOBI-1', installationStatus: 0 },
  { kind: 'vital', type: 3, serial: 'YOBI-2', installationStatus: 0 },
  { kind: 'belt', type: 2, serial: 'YOBI-B1', installationStatus: 0 },
  { kind: 'heat', type: 1, serial: '900001', name: '資材庫（予備）', installationStatus: 0 },
  { kind: 'gateway', type: 2, serial: 'GW-YOBI', name: '資材庫（予備）', installationStatus: 0 },
  { kind: 'barometer', type: 1, serial: 'RB-YOBI', name: '事務所（点検中）', installationStatus: 9 },
]

/** Writes the devices that nobody wears and that have no place. */
export const seedSpares = async (client: ClientBase, office: OfficeKey): Promise<void> => {
  for (const device of spares) await seedDevice(client, office, [], device)
}

// The belt settings that hold where nothing is saved, stored so that the settings screen shows them: cm, cm, minutes.
const beltSetting = [200, 150, 1] as const

/** Writes a worker's vital device and belt; gives their numbers. */
export const seedWornDevices = async (
  client: ClientBase,
  office: OfficeKey,
  { vital, belt }: Member,
  barometers: ReadonlyMap<string, number>,
): Promise<{ vitalId: number; beltId: number | undefined }> => {
  const vitalId = await seedDevice(client, office, [], { kind: 'vital', ...vital })
  if (belt === undefined) return { vitalId, beltId: undefined }
  const linked = barometers.get(belt.barometer)
  const beltId = await seedDevice(client, office, [], { kind: 'belt', type: 2, serial: belt.serial, linked })
  await client.query(
    `insert into belt_setting (company_id, device_id, setting_altitude, height_altitude, on_waiting_minutes)
     values ($1, $2, $3, $4, $5)`,
    [office.companyId, beltId, ...beltSetting],
  )
  return { vitalId, beltId }
}

/** Gives a device to a worker, until taken off or for good. */
export const seedWear = async (
  client: ClientBase,
  { companyId, userId }: PersonKey,
  deviceId: number,
  slot: 'vital' | 'belt',
  from: Date,
  to: Date | null = null,
): Promise<void> => {
  await client.query('insert into wear (company_id, user_id, device_id, slot, worn_from, worn_to) values ($1, $2, $3, $4, $5, $6)', [
    companyId,
    userId,
    deviceId,
    slot,
    from,
    to,
  ])
}
