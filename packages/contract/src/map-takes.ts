import type { deviceKindsOnMaps, MapRow } from './site-map.ts'

/** A device that may be placed on a map, by the customer's list of placements. */
export type DeviceKindOnMaps = (typeof deviceKindsOnMaps)[number]

/**
 * Whether a device of the kind may be put on a map (spec §4, the buttons of the placement screen). One that is on it
 * already, or comes along with what it is linked to, stays.
 */
export const mapTakes = ({ type, sismilType }: Pick<MapRow, 'type' | 'sismilType'>, kind: DeviceKindOnMaps): boolean => {
  switch (kind) {
    case 'heat':
      return type !== 2 && sismilType === 1
    case 'gateway':
      return type !== 2
    case 'barometer':
      return type !== 1
    default:
      return kind satisfies never
  }
}
