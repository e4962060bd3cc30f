/** A place on the world: longitude before latitude, in degrees, as OpenLayers and GeoJSON have it. */
export type LonLat = readonly [longitude: number, latitude: number]

/** A point of the Web Mercator plane (EPSG:3857), in its own metres: x to the east, y to the north. */
export type Point = readonly [x: number, y: number]

const earthRadius = 6_378_137
const degree = Math.PI / 180

/** The plane is a square, and ends at this latitude. */
export const lastLatitude = 85.051_128_779_806_59

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))

/** A place in the plane; one nearer to a pole than the plane reaches lies on its edge. */
export const mercatorOf = ([longitude, latitude]: LonLat): Point => [
  earthRadius * longitude * degree,
  earthRadius * Math.asinh(Math.tan(within(latitude, lastLatitude) * degree)),
]

/** The place on the world of a point of the plane. */
export const lonLatOf = ([x, y]: Point): LonLat => [x / earthRadius / degree, Math.atan(Math.sinh(y / earthRadius)) / degree]

/** How many metres of the plane one metre on the ground is at a latitude: 1 at the equator, 1.23 in Tokyo. */
export const stretchAt = (latitude: number): number => 1 / Math.cos(within(latitude, lastLatitude) * degree)

/** Metres on the ground between two places not far from each other (within 10 km: right to a thousandth). */
export const metresBetween = (from: LonLat, to: LonLat): number => {
  const [a, b] = [mercatorOf(from), mercatorOf(to)]
  return Math.hypot(a[0] - b[0], a[1] - b[1]) / stretchAt((from[1] + to[1]) / 2)
}
