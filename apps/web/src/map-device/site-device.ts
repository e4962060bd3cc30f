import type { Barometer } from '@mimamori/contract/barometer'
import type { Gateway } from '@mimamori/contract/gateway'
import type { HeatWatcher } from '@mimamori/contract/heat-watcher'
import type { MapGeometry, Spot } from '../map-canvas/map-geometry.ts'
import { deviceWords, type DeviceWord } from '../marks/device-shapes.ts'
import type { Addition } from './availability.ts'
import { onSavedView } from './spots.ts'

/** A device of the office as the screen of placing sees it. */
export type SiteDevice = {
  /** 'gateway/GW-01': one device among all kinds. */
  readonly key: string
  readonly kind: Addition
  readonly word: DeviceWord
  readonly serial: string
  readonly version: number
  readonly name: string
  readonly installation: string
  /** False where it is placed and yet kept off the map (マップ表示). */
  readonly isShown: boolean
  readonly mapId: number | null
  /** Its place on the shown map; null on others. */
  readonly spot: Spot | null
  /** The key of the heat watcher it is linked to; its own if it is one. */
  readonly family: string | null
}

type Place = Pick<Gateway, 'positionX' | 'positionY' | 'latitude' | 'longitude'>
type Row = Place & Pick<Gateway, 'version' | 'locationName' | 'installationStatusValue' | 'status' | 'mapId'>

/** The place of a device on a map of this kind: at degrees on a GPS map, else at percent of the drawing; null nowhere. */
export const spotOfRow = (geometry: MapGeometry, { positionX, positionY, latitude, longitude }: Place): Spot | null => {
  const percent: Spot | null = positionX === null || positionY === null ? null : { kind: 'percent', x: positionX, y: positionY }
  const degrees: Spot | null = latitude === null || longitude === null ? null : { kind: 'degrees', latitude, longitude }
  if (geometry.type === 1) return percent
  if (geometry.type === 3) return percent ?? degrees
  // Other systems place on a GPS map by percent of its saved view.
  return degrees ?? (percent && onSavedView(geometry, percent.x, percent.y))
}

const keyOf = (kind: Addition, serial: string) => `${kind}/${serial}`

type Lists = {
  readonly watchers: readonly HeatWatcher[]
  readonly gateways: readonly Gateway[]
  readonly barometers: readonly Barometer[]
}

/** All devices of an office that a map can carry, in the order of the table: by kind, then by number. */
export const siteDevices = (mapId: number, geometry: MapGeometry, { watchers, gateways, barometers }: Lists): SiteDevice[] => {
  const common = (kind: Addition, serial: string, row: Row) => ({
    key: keyOf(kind, serial),
    kind,
    serial,
    version: row.version,
    name: row.locationName ?? '',
    installation: row.installationStatusValue,
    isShown: row.status === '1',
    mapId: row.mapId,
    spot: row.mapId === mapId ? spotOfRow(geometry, row) : null,
  })
  const all: SiteDevice[] = [
    ...watchers.map((row) => ({
      ...common('heat', row.serialNumber, row),
      word: 'heat' as const,
      family: keyOf('heat', row.serialNumber),
    })),
    ...gateways.map((row) => ({
      ...common('gateway', row.serialNumber, row),
      word: row.gatewayType === '1' ? ('main' as const) : ('sub' as const),
      family: row.heatIndexWatcherId === null || row.keepMapInfo ? null : keyOf('heat', row.heatIndexWatcherId),
    })),
    ...barometers.map((row) => ({ ...common('barometer', row.id, row), word: 'barometer' as const, family: null })),
  ]
  return all.toSorted(
    (a, b) => deviceWords.indexOf(a.word) - deviceWords.indexOf(b.word) || a.serial.localeCompare(b.serial, 'ja', { numeric: true }),
  )
}
