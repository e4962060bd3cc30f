import type { BodyIn } from '@mimamori/contract/endpoint'
import type { siteMap } from '@mimamori/contract/site-map'
import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Change, Placing } from './placing.ts'
import type { SiteDevice } from './site-device.ts'

type Body = BodyIn<typeof siteMap.setDevices>

const unplaced = { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null }

const placeOf = (mapId: number, spot: Spot | null) => {
  if (spot === null) return unplaced
  if (spot.kind === 'percent') return { mapId, positionX: spot.x, positionY: spot.y }
  return { mapId, positionX: null, positionY: null, latitude: spot.latitude, longitude: spot.longitude }
}

const itemOf = (mapId: number, officeId: number, device: SiteDevice, { spot = device.spot ?? undefined, name }: Change) => ({
  officeId,
  version: device.version,
  // With a new name goes the place as well, if the device is on this map: a clear word, whatever is left out.
  ...(spot !== undefined && placeOf(mapId, spot)),
  ...(name !== undefined && { locationName: name }),
})

/** What is sent to store the changes: changed devices only, each with the version it was read with. */
export const saveBody = (mapId: number, officeId: number, { devices, changes }: Pick<Placing, 'devices' | 'changes'>): Body => {
  const changed = [...changes].flatMap(([key, change]) => {
    const device = devices.get(key)
    return device === undefined ? [] : [{ device, item: itemOf(mapId, officeId, device, change) }]
  })
  const numbered = (kind: 'heat' | 'gateway') =>
    changed.filter(({ device }) => device.kind === kind).map(({ device, item }) => ({ serialNumber: device.serial, ...item }))
  return {
    officeId,
    listSismilDto: numbered('heat'),
    listGatewayDto: numbered('gateway'),
    listReferenceDto: changed
      .filter(({ device }) => device.kind === 'barometer')
      .map(({ device, item }) => ({ id: device.serial, ...item })),
  }
}
