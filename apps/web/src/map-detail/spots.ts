import type { MapWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import type { Spot } from '../map-canvas/map-geometry.ts'
import { isOnDrawing, type Corners } from '../map-canvas/overlay-geometry.ts'

type PlaceFields = {
  readonly positionX: number | null
  readonly positionY: number | null
  readonly latitude: number | null
  readonly longitude: number | null
}

const degreesOf = ({ latitude, longitude }: Pick<PlaceFields, 'latitude' | 'longitude'>): Spot | null =>
  latitude === null || longitude === null ? null : { kind: 'degrees', latitude, longitude }

const percentOf = ({ positionX, positionY }: PlaceFields): Spot | null =>
  positionX === null || positionY === null ? null : { kind: 'percent', x: positionX, y: positionY }

/**
 * The place of a device: on a GPS map by its degrees, elsewhere on the drawing, so that it moves with it. Null where it is not
 * placed.
 */
export const spotOfDevice = (type: number, device: PlaceFields): Spot | null => {
  const [percent, degrees] = [percentOf(device), degreesOf(device)]
  if (type === 1) return percent
  return type === 2 ? (degrees ?? percent) : (percent ?? degrees)
}

/**
 * The place of a worker: on a drawing at their last gateway, on a GPS map at their own position; on a drawing laid over the
 * world at their own position where that is on it, else at the gateway. Null where neither is known.
 */
export const spotOfWorker = (
  { type, listGateways }: Pick<SiteMap, 'type' | 'listGateways'>,
  corners: Corners | null,
  worker: Pick<MapWorker, 'latitude' | 'longitude' | 'gwExtensionId'>,
): Spot | null => {
  const own = degreesOf(worker)
  if (type === 2) return own
  if (type === 3 && own?.kind === 'degrees' && (corners === null || isOnDrawing(corners, [own.longitude, own.latitude]))) return own
  const gateway = listGateways.find(({ serialNumber }) => serialNumber === worker.gwExtensionId)
  // At the very edge the server may count somebody in who is just beside the drawing here.
  const beside = type === 3 ? own : null
  return gateway === undefined ? beside : (spotOfDevice(type, gateway) ?? beside)
}
