import { type MapPlacement, mapTakes, mapTypeNames, labels, message, sismilTypeNames } from '@mimamori/contract'
import type { DrawnPlace, WorldPlace } from '@mimamori/heat/map-place'
import { nameOf } from '../../shared/organisation/device-name.ts'
import { placementOf, type Position, type Positioned, type Spot } from './position-family.ts'
import type { LockedMap } from './position-map.ts'

type Sent = Pick<MapPlacement, 'mapId' | 'positionX' | 'positionY' | 'latitude' | 'longitude'>
type Percent = { readonly positionX: number; readonly positionY: number }

const nowhere: Spot = { mapId: null, positionX: null, positionY: null, latitude: null, longitude: null }

// A device placed without a position starts in the middle, and people drag it from there.
const middlePercent = 50
// A hundredth of a pixel of the largest drawing, and a centimetre on the ground.
const percentDigits = 4
const degreeDigits = 7

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))
const inDegrees = ({ latitude, longitude }: WorldPlace): WorldPlace => ({
  latitude: rounded(latitude, degreeDigits),
  longitude: rounded(longitude, degreeDigits),
})
const inPercent = ({ x, y }: DrawnPlace): Percent => {
  const within = (percent: number) => rounded(Math.min(Math.max(percent, 0), 100), percentDigits)
  return { positionX: within(x), positionY: within(y) }
}
const placeOf = ({ positionX, positionY }: Percent): DrawnPlace => ({ x: positionX, y: positionY })

const degreesOf = ({ latitude, longitude }: Sent): WorldPlace | undefined =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined

const hasPercent = ({ positionX, positionY }: Sent) => typeof positionX === 'number' || typeof positionY === 'number'

/** Off every map: by name, or by an empty position, unless degrees give its place on the world. */
const isTakenOff = (map: LockedMap | undefined, sent: Sent): boolean =>
  map === undefined || (sent.positionX === null && sent.positionY === null && (map.type === 1 || degreesOf(sent) === undefined))

/** A device on no map is only named or shown: its placement holds no place. */
const saysNoPlace = (map: LockedMap | undefined, { mapId, positionX, positionY }: Sent): boolean =>
  map === undefined && mapId === undefined && positionX === undefined && positionY === undefined

/** By its degrees alone a device is put on a drawing that lies on the world. */
const soughtOnDrawing = ({ type, laid }: LockedMap, sent: Sent): WorldPlace | undefined =>
  type === 3 && laid !== undefined && !hasPercent(sent) ? degreesOf(sent) : undefined

/**
 * Where a device is placed: on a drawing percent decide, and degrees follow where it lies on the world; on the world
 * map degrees decide, else percent of the window that the customer's own console places in.
 */
const spotOn = (map: LockedMap, device: Positioned, sent: Sent): Spot => {
  const stood = device.mapId === map.mapId ? device : undefined
  const percent = {
    positionX: sent.positionX ?? stood?.positionX ?? middlePercent,
    positionY: sent.positionY ?? stood?.positionY ?? middlePercent,
  }
  const unchangedFields = {
    latitude: sent.latitude === undefined ? (stood?.latitude ?? null) : sent.latitude,
    longitude: sent.longitude === undefined ? (stood?.longitude ?? null) : sent.longitude,
  }
  const by = (degrees: WorldPlace) => {
    const drawn = map.laid?.drawnAt(degrees)
    return { mapId: map.mapId, ...(drawn === undefined ? percent : inPercent(drawn)), ...degrees }
  }
  const sought = map.type === 2 ? degreesOf(sent) : soughtOnDrawing(map, sent)
  if (sought !== undefined) return by(sought)
  // The window may have moved since: who sends back the percent they read moves nothing.
  const isAsRead = stood !== undefined && percent.positionX === stood.positionX && percent.positionY === stood.positionY
  const unchanged = map.type === 2 && isAsRead ? degreesOf(stood) : undefined
  return {
    mapId: map.mapId,
    ...percent,
    ...(unchanged ?? (map.laid === undefined ? unchangedFields : inDegrees(map.laid.worldOf(placeOf(percent))))),
  }
}

/** The position a placement gives a device. Fields it leaves out stay; without a position it is taken off and hidden. */
export const positionOn = (map: LockedMap | undefined, device: Positioned, sent: MapPlacement): Position => {
  const locationName = sent.locationName === undefined ? device.locationName : sent.locationName
  if (saysNoPlace(map, sent)) return { ...placementOf(device), locationName, status: sent.status ?? device.status }
  if (map === undefined || isTakenOff(map, sent)) return { ...nowhere, locationName, status: '0' }
  const status = sent.status ?? (device.mapId === map.mapId ? device.status : '1')
  return { ...spotOn(map, device, sent), locationName, status }
}

/** Whether a placement leaves one of the degrees without the other; what is half from former times stays until it is changed. */
const leavesHalf = (device: Positioned, sent: Sent): boolean => {
  const { latitude = device.latitude, longitude = device.longitude } = sent
  const isChanged = latitude !== device.latitude || longitude !== device.longitude
  return isChanged && (latitude === null) !== (longitude === null)
}

/** Why a device may not be put where a placement puts it; undefined where it may. One that is on the map stays. */
export const refusalOn = (map: LockedMap | undefined, device: Positioned, sent: Sent): string | undefined => {
  const { kind } = device
  if (leavesHalf(device, sent)) return message('halfPlaceOfDevice', nameOf(device))
  if (map === undefined && (hasPercent(sent) || degreesOf(sent) !== undefined)) return message('mapNotNamed', nameOf(device))
  if (map === undefined || isTakenOff(map, sent) || kind === 'vital' || kind === 'belt') return undefined
  if (device.mapId !== map.mapId && !mapTakes(map, kind)) {
    // Another type of map would take it, or it is what the map's heat comes from.
    const [field, value] = mapTakes({ ...map, sismilType: 1 }, kind)
      ? [labels.siteMap.sismilType, sismilTypeNames[map.sismilType]]
      : [labels.siteMap.type, mapTypeNames[map.type]]
    return message('mapTakesNot', { ...nameOf(device), map: map.name, reason: `${field}：${value}` })
  }
  const sought = soughtOnDrawing(map, sent)
  const drawn = sought && map.laid?.drawnAt(sought)
  if (sought === undefined || (drawn !== undefined && Math.min(drawn.x, drawn.y) >= 0 && Math.max(drawn.x, drawn.y) <= 100))
    return undefined
  return message('outsideDrawing', nameOf(device))
}
