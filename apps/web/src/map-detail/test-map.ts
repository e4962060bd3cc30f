import type { Gateway } from '@mimamori/contract/gateway'
import type { MapWorker, PlacedWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import { bareMap, workerOf } from '@mimamori/contract/test-map'

/** The same as the stream sends it. */
export const placedOf = (userId: number, mapIds: number[], over: Partial<MapWorker> = {}): PlacedWorker => ({
  ...workerOf(userId, over),
  mapIds,
  placeName: null,
})

/** A parent in the middle of the drawing. */
export const gatewayOf = (serialNumber: string, over: Partial<Gateway> = {}): Gateway => ({
  id: serialNumber,
  serialNumber,
  gatewayType: '1',
  gatewayTypeValue: '親機',
  officeId: 1,
  officeName: '東雲',
  companyName: '明和川建設',
  version: 1,
  installationStatus: '1',
  installationStatusValue: '設置済み',
  locationName: null,
  status: '1',
  statusValue: '表示する',
  keepMapInfo: false,
  restPlace: false,
  isAlive: true,
  lastAt: null,
  elapsedTime: null,
  isMainGatewayAlive: true,
  waveLevel: 4,
  bateryLevel: null,
  heatIndexWatcherId: null,
  countEmergency: 0,
  countAlertLevel0: 0,
  countAlertLevel1: 0,
  countAlertLevel2: 0,
  countAlertLevel3: 0,
  mapId: 7,
  positionX: 50,
  positionY: 50,
  latitude: null,
  longitude: null,
  ...over,
})

/** The drawing 7 of the site 1. */
export const mapOf = (over: Partial<SiteMap> = {}): SiteMap => ({
  ...bareMap,
  id: 7,
  floor: '3F',
  position: 0,
  listGateways: [gatewayOf('GW-01')],
  listHeatIndexWatchers: [],
  listReference: [],
  listWorkers: [],
  listAbsent: [],
  listOtherMaps: [],
  listEmergencies: [],
  ...over,
})
