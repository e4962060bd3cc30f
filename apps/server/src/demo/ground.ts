import { lookAtWorld, type WorldPlace } from '@mimamori/heat/map-place'
import type { MapPlan, Metres, SitePlan, Spot } from './site-plan.ts'

/** How near the world is looked at on a GPS map, which a site of 100 m fills, and where a drawing lies on it. */
export const zoomOf = { gps: 19, laid: 20 } as const

const metresPerDegree = 111_320
const radians = Math.PI / 180
const rounded = ({ latitude, longitude }: WorldPlace): WorldPlace => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
})

/** The point so many metres along the axes of a site's buildings. */
export const pointAt = (site: SitePlan, [right, up]: Metres): WorldPlace => {
  const [sine, cosine] = [Math.sin(site.turn * radians), Math.cos(site.turn * radians)]
  const [east, north] = [right * cosine + up * sine, up * cosine - right * sine]
  return rounded({
    latitude: site.latitude + north / metresPerDegree,
    longitude: site.longitude + east / (metresPerDegree * Math.cos(site.latitude * radians)),
  })
}

/** Where on the world a spot of a map is. */
export const coordinatesOf = (site: SitePlan, { map: index, x, y }: Spot): WorldPlace => {
  const map = site.maps[index]
  if (map === undefined) throw new Error(`${site.name} has no map ${index}`)
  if (map.type === 2) return rounded(lookAtWorld({ centre: pointAt(site, map.middle), zoom: zoomOf.gps, rotation: 0 }).worldOf({ x, y }))
  const along = (axis: 0 | 1): number => map.ground.corner[axis] + (x * map.ground.across[axis] + y * map.ground.down[axis]) / 100
  return pointAt(site, [along(0), along(1)])
}

const corners = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
  { x: 0, y: 100 },
] as const

/** The corners of a plan on the world map, top-left, top-right, bottom-right, bottom-left, each 'lat,lon'. */
export const cornersOf = (site: SitePlan, index: number): string[] =>
  corners.map((corner) => {
    const { latitude, longitude } = coordinatesOf(site, { map: index, ...corner })
    return `${latitude},${longitude}`
  })

/** The middle of a map on the world. */
export const middleOf = (site: SitePlan, map: MapPlan, index: number): WorldPlace =>
  map.type === 2 ? pointAt(site, map.middle) : coordinatesOf(site, { map: index, x: 50, y: 50 })
