import { DAY_MS, MINUTE_MS } from './milliseconds.ts'

/** What a WBGT station can read in Japan, °C. Project choice, decisions/0004. */
export const LOWEST_WBGT = -10
export const HIGHEST_WBGT = 50

/** A step above this, in °C, counts as an error until a second reading confirms it. Project choice, decisions/0004. */
const JUMP = 5

/** How old a value may be: a watcher on the spot, and the public service's hourly one. Project choice, decisions/0004. */
export const WATCHER_USABLE_MS = 15 * MINUTE_MS

/** After its last watcher was heard, a site is expected to have WBGT for so long. Project choice, decisions/0118. */
export const WBGT_EXPECTED_MS = 30 * DAY_MS
export const PUBLIC_USABLE_MS = 90 * MINUTE_MS

/** How much newer than the reading it is used for a value may be. Project choice, decisions/0004. */
export const HEAT_AHEAD_MS = MINUTE_MS

/** Whether a WBGT in °C is finite and in the range that counts. */
export function isPlausibleWbgt(wbgt: number): boolean {
  return wbgt >= LOWEST_WBGT && wbgt <= HIGHEST_WBGT
}

/** One device's WBGT in °C as it last counted, and when (epoch ms); a jump still to be confirmed. */
export type WbgtTrack = { readonly wbgt: number | null; readonly at: number | null; readonly jump: number | null }

export const NO_WBGT_TRACK: WbgtTrack = { wbgt: null, at: null, jump: null }

/**
 * `track` after its source read `wbgt` (°C, `null` where it read none) at `at` (epoch ms), and whether that value counts.
 * A value further than a jump from the last that counted, where that is still usable, counts once the next plausible
 * reading confirms it, by lying within a jump of it. Readings must come in time order. Never throws.
 * Source: project choice, decisions/0004 and 0035.
 */
export function trackWbgt(track: WbgtTrack, { at, wbgt }: { at: number; wbgt: number | null }): { track: WbgtTrack; counts: boolean } {
  if (wbgt === null || !isPlausibleWbgt(wbgt)) return { track, counts: false }
  const isFirst = track.wbgt === null || track.at === null || at - track.at > WATCHER_USABLE_MS
  const counts = isFirst || isNear(track.wbgt, wbgt) || isNear(track.jump, wbgt)
  return counts ? { track: { wbgt, at, jump: null }, counts } : { track: { ...track, jump: wbgt }, counts }
}

function isNear(before: number | null, wbgt: number): boolean {
  return before !== null && Math.abs(wbgt - before) <= JUMP
}

/**
 * Which of a source's values count, in time order: those that `counted` when they were judged, and of those that came
 * late or are read back the ones that do among their neighbours. `values` in any order; of two at one time the one that
 * counted is used. Never throws. Source: project choice, decisions/0035.
 */
export function countingValues<Value extends { readonly at: number; readonly wbgt: number; readonly counted: boolean }>(
  values: readonly Value[],
): Value[] {
  let track = NO_WBGT_TRACK
  return values
    .toSorted((one, other) => one.at - other.at || Number(one.counted) - Number(other.counted))
    .filter((value, index, ordered) => value.at !== ordered[index + 1]?.at)
    .filter((value) => {
      const step = value.counted ? { track: { wbgt: value.wbgt, at: value.at, jump: null }, counts: true } : trackWbgt(track, value)
      track = step.track
      return step.counts
    })
}

/** A WBGT in °C that counts (see `trackWbgt`), read at `at` (epoch ms) by a watcher or station known as `source`. */
export type HeatValue = { source: string; wbgt: number; at: number }

/** A site's WBGT values at one time: of the worker's gateway's watcher, of all its watchers, and public. */
export type HeatSources = {
  gatewayWatcher: HeatValue | null
  siteWatchers: readonly HeatValue[]
  publicService: HeatValue | null
}

/** Where a map takes its heat from (sismilType): 1 the site's watchers, 2 the public service. */
export type HeatOrigin = 1 | 2

/** How near a source is to the worker by the order of choice: 0 the nearest, 2 the farthest. */
export type HeatRank = 0 | 1 | 2

/** The WBGT that a worker is judged by, with its provenance. */
export type UsableHeat = HeatValue & { kind: 'watcher' | 'public'; rank: HeatRank }

const ranked = (found: Omit<UsableHeat, 'rank'> | null, rank: HeatRank): UsableHeat | null => (found === null ? null : { ...found, rank })

/**
 * The WBGT usable at `at` (epoch ms), or `null`: the watcher of the worker's gateway, then the highest of the site's,
 * then the public service, or that first where the map says so. Too old, later than `at` by more than clocks differ,
 * and implausible values are not usable. Never throws. Source: project choice, decisions/0004 and 0035.
 */
export function chooseHeat(sources: HeatSources, at: number, origin: HeatOrigin): UsableHeat | null {
  const near = () => usable(sources.gatewayWatcher, 'watcher', at)
  const highest = () => highestOf(sources.siteWatchers, at)
  const publicHeat = () => usable(sources.publicService, 'public', at)
  const [first, second, third] = origin === 2 ? [publicHeat, near, highest] : [near, highest, publicHeat]
  return ranked(first(), 0) ?? ranked(second(), 1) ?? ranked(third(), 2)
}

type Usable = Omit<UsableHeat, 'rank'>

function highestOf(values: readonly HeatValue[], at: number): Usable | null {
  let highest: Usable | null = null
  for (const value of values) {
    const found = usable(value, 'watcher', at)
    if (found !== null && (highest === null || found.wbgt > highest.wbgt)) highest = found
  }
  return highest
}

function usable(value: HeatValue | null, kind: UsableHeat['kind'], at: number): Usable | null {
  if (value === null || !isPlausibleWbgt(value.wbgt)) return null
  const ageMs = at - value.at
  const usableMs = kind === 'watcher' ? WATCHER_USABLE_MS : PUBLIC_USABLE_MS
  return ageMs <= usableMs && ageMs >= -HEAT_AHEAD_MS ? { ...value, kind } : null
}
