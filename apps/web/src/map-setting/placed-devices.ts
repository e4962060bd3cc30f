import type { SiteMap } from '@mimamori/contract/site-map'
import { deviceShapes, deviceWords, type DeviceWord } from '../marks/device-shapes.ts'

/** A device on a map; `x` and `y` in percent of the drawing, null on a GPS map. */
export type PlacedDevice = {
  readonly kind: DeviceWord
  readonly serial: string
  readonly spot: { readonly x: number; readonly y: number } | null
}

type Positioned = { readonly positionX: number | null; readonly positionY: number | null }

const spotOf = ({ positionX, positionY }: Positioned): PlacedDevice['spot'] =>
  positionX === null || positionY === null ? null : { x: positionX, y: positionY }

/** All devices on a map. */
export const placedOn = ({ listHeatIndexWatchers, listGateways, listReference }: SiteMap): readonly PlacedDevice[] => [
  ...listHeatIndexWatchers.map((one) => ({ kind: 'heat' as const, serial: one.serialNumber, spot: spotOf(one) })),
  ...listGateways.map((one) => ({
    kind: one.gatewayType === '1' ? ('main' as const) : ('sub' as const),
    serial: one.serialNumber,
    spot: spotOf(one),
  })),
  ...listReference.map((one) => ({ kind: 'barometer' as const, serial: one.id, spot: spotOf(one) })),
]

/** How many of which kind: 暑さ指数計2台、親機1台. */
export const countInWords = (devices: readonly PlacedDevice[]): string =>
  deviceWords
    .map((kind) => ({ name: deviceShapes[kind].name, count: devices.filter((device) => device.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${name}${count}台`)
    .join('、')
