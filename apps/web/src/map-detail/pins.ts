import type { Barometer } from '@mimamori/contract/barometer'
import type { Gateway } from '@mimamori/contract/gateway'
import type { HeatWatcher } from '@mimamori/contract/heat-watcher'
import type { deviceKindsOnMaps, SiteMap } from '@mimamori/contract/site-map'
import type { DeviceWord } from '../marks/device-shapes.ts'

type Kind = (typeof deviceKindsOnMaps)[number]

type Device =
  | { readonly kind: 'gateway'; readonly device: Gateway }
  | { readonly kind: 'heat'; readonly device: HeatWatcher }
  | { readonly kind: 'barometer'; readonly device: Barometer }

/** A device on the map, as it is drawn and named. */
export type Pin = Device & {
  /** What it is known by in the address: gateway/GW-01. */
  readonly key: string
  readonly serialNumber: string
  readonly word: DeviceWord
  /** Its place, in words; its ID if nobody has entered one. */
  readonly name: string
}

const common = (kind: Kind, serialNumber: string, locationName: string | null) => ({
  key: `${kind}/${serialNumber}`,
  serialNumber,
  name: locationName ?? serialNumber,
})

/** All devices on the map that are to be shown; main gateways first, because most depends on them. */
export const pinsOf = (map: Pick<SiteMap, 'listGateways' | 'listHeatIndexWatchers' | 'listReference'>): readonly Pin[] => {
  const gateways = map.listGateways.map((device): Pin => ({
    ...common('gateway', device.serialNumber, device.locationName),
    kind: 'gateway',
    word: device.gatewayType === '1' ? 'main' : 'sub',
    device,
  }))
  const watchers = map.listHeatIndexWatchers.map((device): Pin => ({
    ...common('heat', device.serialNumber, device.locationName),
    kind: 'heat',
    word: 'heat',
    device,
  }))
  const barometers = map.listReference.map((device): Pin => ({
    ...common('barometer', device.id, device.locationName),
    kind: 'barometer',
    word: 'barometer',
    device,
  }))
  return [
    ...gateways.filter(({ word }) => word === 'main'),
    ...gateways.filter(({ word }) => word === 'sub'),
    ...watchers,
    ...barometers,
  ].filter(({ device }) => device.status !== '0')
}
