import type { LaidDrawing } from '@mimamori/heat/map-place'
import { sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { laidOn } from '../../shared/organisation/laid-map.ts'
import type { Db } from '../../platform/context.ts'
import type { DeviceWord } from '../../shared/organisation/find-serial.ts'
import type { ExistingMap } from './change-store.ts'
import type { Follower, Stood } from './record-devices.ts'

type Place = Pick<Stood, 'positionX' | 'positionY' | 'latitude' | 'longitude'>

// As fine as placing keeps them: a hundredth of a pixel of the largest drawing, a centimetre on the ground.
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const percent = (value: number) => rounded(Math.min(Math.max(value, 0), 100), 4)

const byDegrees = ({ latitude, longitude }: Place, laid: LaidDrawing | undefined): Partial<Place> | undefined => {
  if (latitude === null || longitude === null) return undefined
  const drawn = laid?.drawnAt({ latitude, longitude })
  return drawn === undefined ? {} : { positionX: percent(drawn.x), positionY: percent(drawn.y) }
}

const byPercent = ({ positionX, positionY }: Place, laid: LaidDrawing | undefined): Partial<Place> => {
  const world = positionX === null || positionY === null ? undefined : laid?.worldOf({ x: positionX, y: positionY })
  return {
    latitude: world === undefined ? null : rounded(world.latitude, 7),
    longitude: world === undefined ? null : rounded(world.longitude, 7),
  }
}

/**
 * The place of a device after its map was changed: on a drawing its percent stay and the degrees follow, on the world the
 * degrees stay and the percent follow. One that comes from the world onto a drawing keeps its place on the world.
 */
const restood = (device: Stood, before: ExistingMap, after: ExistingMap): Stood => {
  const laid = laidOn(after)
  const isOfWorld = after.type === 2 || (before.type === 2 && after.type === 3)
  return { ...device, ...((isOfWorld ? byDegrees(device, laid) : undefined) ?? byPercent(device, laid)) }
}

const hasSamePlacement = (one: ExistingMap, other: ExistingMap) =>
  one.type === other.type &&
  (one.type === 1 ||
    (one.type === 3
      ? one.corners?.join(' ') === other.corners?.join(' ')
      : one.latitude === other.latitude && one.longitude === other.longitude && one.zoom === other.zoom && one.rotation === other.rotation))

/**
 * Moves the devices of a map to their right places after the map was laid elsewhere. Percent of a window that was moved mean
 * another place, so each device there has a new version, and so it has on a map of another type. On a drawing percent mean the
 * same place as before: anyone who places devices there meanwhile can save.
 * @returns the devices of the map, with their old and new places
 */
export const repositionDevices = async (
  db: Db,
  { companyId }: OfficeKey,
  mapId: number,
  before: ExistingMap,
  after: ExistingMap,
): Promise<Follower[]> => {
  if (hasSamePlacement(before, after)) return []
  const { rows } = await sql<Stood & { deviceId: number; kind: DeviceWord; serial: string }>`
    select d.device_id as "deviceId", d.kind, d.serial, d.map_id as "mapId", d.position_x as "positionX", d.position_y as "positionY",
           d.latitude, d.longitude, case when d.on_map then '1' else '0' end as status
      from device d where d.company_id = ${companyId} and d.map_id = ${mapId} order by d.device_id for no key update`.execute(db)
  const followers = rows.map(({ deviceId, kind, serial, ...stood }) => ({
    deviceId,
    kind,
    serial,
    before: stood,
    after: restood(stood, before, after),
  }))
  const column = (name: keyof Place) => followers.map((follower) => follower.after[name])
  await sql`
    update device d
       set position_x = s.x, position_y = s.y, latitude = s.latitude, longitude = s.longitude,
           version = d.version + ${before.type === after.type && after.type !== 2 ? 0 : 1}::int
      from unnest(${followers.map(({ deviceId }) => deviceId)}::int[], ${column('positionX')}::float8[], ${column('positionY')}::float8[],
                  ${column('latitude')}::float8[], ${column('longitude')}::float8[]) as s (device_id, x, y, latitude, longitude)
     where d.company_id = ${companyId} and d.device_id = s.device_id`.execute(db)
  return followers
}
