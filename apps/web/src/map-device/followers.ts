import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Placing } from './placing.ts'
import type { SiteDevice } from './site-device.ts'

/** A device that moves along with one it is linked with, and that one. */
export type Follower = { readonly device: SiteDevice; readonly leader: SiteDevice; readonly spot: Spot }

/**
 * The devices that saving moves along, as the server does it: the heat watcher and gateways linked with a device that
 * moves take its place, except gateways that keep their own and devices that are changed here themselves.
 */
export const followersOf = ({ devices, changes }: Placing): Follower[] => {
  const families = Map.groupBy(devices.values(), ({ family }) => family)
  const followers = new Map<string, Follower>()
  for (const [key, { spot }] of changes) {
    const leader = devices.get(key)
    if (leader === undefined || leader.family === null || spot === undefined || spot === null) continue
    for (const device of families.get(leader.family) ?? [])
      if (!changes.has(device.key) && !followers.has(device.key)) followers.set(device.key, { device, leader, spot })
  }
  return [...followers.values()]
}

/** Whether other devices are linked to a device, so that moving it moves them. */
export const hasLinked = ({ devices }: Placing, { key, family }: SiteDevice): boolean =>
  family !== null && [...devices.values()].some((other) => other.family === family && other.key !== key)
