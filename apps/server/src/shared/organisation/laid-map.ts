import { mapDefaults } from '@mimamori/contract'
import { type LaidDrawing, layDrawing, lookAtWorld, readCorners } from '@mimamori/heat/map-place'

/** What of a map says where it lies on the world. */
export type WorldMap = {
  readonly type: number
  readonly latitude: number | null
  readonly longitude: number | null
  readonly zoom: number
  readonly rotation: number
  readonly corners: readonly (string | null)[] | null
}

/**
 * Both ways between percent of a map and the world: of a GPS map in the window that the customer's own console places in,
 * of a laid drawing between its corners. Undefined for a drawing, or where corners are missing.
 */
export const laidOn = ({ type, latitude, longitude, zoom, rotation, corners }: WorldMap): LaidDrawing | undefined => {
  if (type === 2) {
    const centre = { latitude: latitude ?? mapDefaults.latitude, longitude: longitude ?? mapDefaults.longitude }
    return lookAtWorld({ centre, zoom, rotation })
  }
  const read = type === 3 ? readCorners(corners) : undefined
  return read && layDrawing(read)
}
