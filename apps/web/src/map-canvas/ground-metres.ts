import { lonLatOf, stretchAt } from './mercator.ts'
import { sizeOf, type Coordinate, type MapGeometry } from './map-geometry.ts'

/**
 * How many metres on the ground a unit of a map's coordinates is, near one of them; null on a drawing of which nobody has
 * said how wide it is.
 * @param metresWide of a drawing that is not placed on the world
 */
export const groundMetres = (geometry: MapGeometry, near: Coordinate, metresWide: number | null): number | null => {
  if (geometry.type !== 1) return 1 / stretchAt(lonLatOf(near)[1])
  return metresWide === null ? null : metresWide / sizeOf(geometry).width
}
