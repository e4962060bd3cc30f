import { MINUTE_MS } from './milliseconds.ts'

/** What a WBGT station can read in Japan, °C. Project choice, decisions/0004. */
export const LOWEST_WBGT = -10
export const HIGHEST_WBGT = 50

/** A step above this, in °C, counts as an error until a second reading confirms it. Project choice, decisions/0004. */
const JUMP = 5

/** How old a value may be: a watcher on the spot, and the public service's hourly one. Project choice, decisions/0004. */
export const WATCHER_USABLE_MS = 15 * MINUTE_MS
const PUBLIC_USABLE_MS = 90 * MINUTE_MS

/** How far two clocks may differ. Project choice, decisions/0004. */
const CLOCK_TOLERANCE_MS = MINUTE_MS

/** Whether a WBGT in °C is finite and in the range that counts. */
export function isPlausibleWbgt(wbgt: number): boolean {
  return wbgt >= LOWEST_WBGT && wbgt <= HIGHEST_WBGT
}

/** One device's or station's WBGT in °C as it counts, and a jump still to be confirmed. */
export type WbgtTrack = { readonly wbgt: number | null; readonly jump: number | null }

export const NO_WBGT_TRACK: WbgtTrack = { wbgt: null, jump: null }

/**
 * `track` after its source read `wbgt` (°C, `null` where it read none), and whether that value counts. A value further
 * than a jump from the last that counted does so once the next plausible reading confirms it, by lying within a jump
 * of it. Readings must come in time order. Never throws. Source: project choice, decisions/0004.
 */
export function trackWbgt(track: WbgtTrack, wbgt: number | null): { track: WbgtTrack; counts: boolean } {
  if (wbgt === null || !isPlausibleWbgt(wbgt)) return { track, counts: false }
  const counts = isNear(track.wbgt, wbgt) || (track.jump !== null && isNear(track.jump, wbgt))
  return counts ? { track: { wbgt, jump: null }, counts } : { track: { ...track, jump: wbgt }, counts }
}

function isNear(before: number | null, wbgt: number): boolean {
  return before === null || Math.abs(wbgt - before) <= JUMP
}

/** A WBGT in °C that counts (see `trackWbgt`), read at `at` (epoch ms) by a watcher or station known as `source`. */
export type HeatValue = { source: string; wbgt: number; at: number }

/** A site's WBGT values as they stood at one time: of the worker's gateway's watcher, of all its watchers, and public. */
export type HeatSources = {
  gatewayWatcher: HeatValue | null
  siteWatchers: readonly HeatValue[]
  publicService: HeatValue | null
}

/** Where a map takes its heat from (sismilType): 1 the site's watchers, 2 the public service. */
export type HeatOrigin = 1 | 2

/** The WBGT that a worker is judged by, with its provenance. */
export type UsableHeat = HeatValue & { kind: 'watcher' | 'public' }

/**
 * The WBGT usable at `at` (epoch ms), or `null`: the watcher of the worker's gateway, then the highest of the site's,
 * then the public service, or that first where the map says so. Too old, later than `at` by more than clocks differ,
 * and implausible values are not usable. Never throws. Source: project choice, decisions/0004.
 */
export function chooseHeat(sources: HeatSources, at: number, origin: HeatOrigin): UsableHeat | null {
  const watcher = usableWatcher(sources, at)
  const publicHeat = asUsable(sources.publicService, 'public', at)
  switch (origin) {
    case 1:
      return watcher ?? publicHeat
    case 2:
      return publicHeat ?? watcher
    default:
      return origin satisfies never
  }
}

function usableWatcher({ gatewayWatcher, siteWatchers }: HeatSources, at: number): UsableHeat | null {
  const near = asUsable(gatewayWatcher, 'watcher', at)
  if (near !== null) return near
  let highest: UsableHeat | null = null
  for (const value of siteWatchers) {
    const usable = asUsable(value, 'watcher', at)
    if (usable !== null && (highest === null || usable.wbgt > highest.wbgt)) highest = usable
  }
  return highest
}

function asUsable(value: HeatValue | null, kind: UsableHeat['kind'], at: number): UsableHeat | null {
  if (value === null || !isPlausibleWbgt(value.wbgt)) return null
  const ageMs = at - value.at
  const usableMs = kind === 'watcher' ? WATCHER_USABLE_MS : PUBLIC_USABLE_MS
  return ageMs <= usableMs && ageMs >= -CLOCK_TOLERANCE_MS ? { ...value, kind } : null
}
