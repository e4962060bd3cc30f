import type { MapRow } from '@mimamori/contract'
import { readCorners } from '@mimamori/heat/map-place'
import { metresBetween } from './metres-between.ts'

/** A map as the list's query answers it. */
export type SelectedMap = {
  readonly id: number
  readonly company_id: number
  readonly office_id: number
  readonly office_name: string
  readonly version: number
  readonly floor: string | null
  readonly location_name: string
  readonly type: number
  readonly sismil_type: number
  readonly image_key: string | null
  readonly image_name: string | null
  readonly image_width: number | null
  readonly image_height: number | null
  readonly image_size: number | null
  readonly image_metres: number | null
  readonly position: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly rotation: number
  readonly zoom: number
  readonly corners: readonly (string | null)[] | null
  readonly image_latitude: number | null
  readonly image_longitude: number | null
  readonly image_rotation: number
  readonly image_zoom: number
  readonly is_main_gateway_alive: boolean | null
  readonly sub_gateways: MapRow['listSubGateways'] | null
  readonly count_emergency: number
  readonly count_level_0: number
  readonly count_level_1: number
  readonly count_level_2: number
  readonly count_level_3: number
}

/** How wide a drawing is that is laid on the world by its corners: the mean of its upper and lower edge, in metres. */
const widthOf = (texts: SelectedMap['corners']): number | null => {
  const corners = readCorners(texts)
  if (corners === undefined) return null
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  return Math.round((metresBetween(topLeft, topRight) + metresBetween(bottomLeft, bottomRight)) * 5) / 10
}

/** The map as clients read it. */
export const toMapRow = (map: SelectedMap): MapRow => ({
  id: map.id,
  floor: map.floor,
  locationName: map.location_name,
  officeId: map.office_id,
  officeName: map.office_name,
  type: map.type,
  sismilType: map.sismil_type,
  mapImage: map.image_key,
  mapImageData: null,
  imageName: map.image_name,
  imageWidth: map.image_width,
  imageHeight: map.image_height,
  imageSize: map.image_size,
  imageMetres: (map.type === 3 ? widthOf(map.corners) : null) ?? map.image_metres,
  position: map.position,
  latitude: map.latitude,
  longitude: map.longitude,
  rotation: map.rotation,
  zoom: map.zoom,
  angleCoordinate1: map.corners?.[0] ?? null,
  angleCoordinate2: map.corners?.[1] ?? null,
  angleCoordinate3: map.corners?.[2] ?? null,
  angleCoordinate4: map.corners?.[3] ?? null,
  imageLatitude: map.image_latitude,
  imageLongitude: map.image_longitude,
  imageRotation: map.image_rotation,
  imageZoom: map.image_zoom,
  version: map.version,
  isMainGatewayAlive: map.is_main_gateway_alive,
  listSubGateways: map.sub_gateways ?? [],
  countEmergency: map.count_emergency,
  countAlertLevel0: map.count_level_0,
  countAlertLevel1: map.count_level_1,
  countAlertLevel2: map.count_level_2,
  countAlertLevel3: map.count_level_3,
})
