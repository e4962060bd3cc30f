import type { MapMark } from '@mimamori/contract/map-mark'
import type { ListedMap } from '@mimamori/contract/site-map'
import { bareMap } from '@mimamori/contract/test-map'

/** Somebody at 警戒 in the middle of the map, unless said otherwise. */
export const markOf = (userId: number, over: Partial<MapMark> = {}): MapMark => ({
  userId,
  x: 50,
  y: 50,
  alertLevel: 2,
  emergency: '0',
  isReported: false,
  isSilent: false,
  gwExtensionId: 'GW-01',
  ...over,
})

/** A drawing without a picture on which all are safe, unless said otherwise. */
export const mapOf = (id: number, over: Partial<ListedMap> = {}): ListedMap => ({
  ...bareMap,
  id,
  floor: `${id}F`,
  position: id,
  listSubGateways: [{ serialNumber: 'GW-02', waveLevel: 3 }],
  countAlertLevel0: 4,
  listMarks: [],
  ...over,
})
