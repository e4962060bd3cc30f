import type { Level } from './alert-level.ts'
import { silenceLimitMs } from './alive.ts'
import { heatLevel } from './heat-level.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { PUBLIC_USABLE_MS } from './usable-heat.ts'
import { SITE_HEAT_CALM_MS, SITE_HEAT_KEPT_MS, SITE_HEAT_STAYS_ABOVE } from './watcher.ts'
import { wbgtExcess } from './wbgt.ts'

/**
 * Somebody whose latest reading used a heat source: when that was (epoch ms), their device's interval, and the WBGT in °C
 * from which their own work and clothing count the heat as exceeded.
 */
export type HeatSourceUse = { readonly lastAt: number; readonly intervalMinutes: number | null; readonly limitWbgt: number }

/** A reading older than this is of another time than now. */
const RECENT_MS = 30 * MINUTE_MS

/** Clocks and messages of the same moment lie no further apart than this. */
const SAME_MOMENT_MS = MINUTE_MS

/**
 * Those of them who are there at `at` (epoch ms), judged at `now`. Anyone who falls silent stays for as long as a level is
 * kept, for loss of signal lowers none; a tag laid down yesterday is nowhere, and somebody is not at an old reading who came
 * since. Source: project choice, decisions/0035.
 */
export function workersAtSource<One extends HeatSourceUse>(everybody: readonly One[], at: number, now: number): One[] {
  const until = now - at > RECENT_MS ? at + SAME_MOMENT_MS : Number.POSITIVE_INFINITY
  return everybody.filter(
    ({ lastAt, intervalMinutes }) => lastAt <= until && at - lastAt <= Math.max(SITE_HEAT_KEPT_MS, silenceLimitMs(intervalMinutes)),
  )
}

/**
 * The limit in °C that a source's heat is judged by: the lowest of those who are at it, the site's if nobody is.
 * Source: project choice, decisions/0035.
 */
export function siteHeatLimit(workers: readonly HeatSourceUse[], siteLimit: number): number {
  return workers.length === 0 ? siteLimit : workers.reduce((least, { limitWbgt }) => Math.min(least, limitWbgt), Number.POSITIVE_INFINITY)
}

/** Those whose own limit `wbgt` (°C) has reached. */
export function aboveTheirLimit<One extends HeatSourceUse>(workers: readonly One[], wbgt: number): One[] {
  return workers.filter(({ limitWbgt }) => wbgtExcess(wbgt, 0, limitWbgt) >= 0)
}

/** Site heat by a public station: the level, and how the episode ended where it does. Times in epoch ms. */
export type StationAssessment =
  | { open: true; level: Level; excess: number | null }
  | { open: false; end: { at: number; ending: 'recovered' | 'lost' } | null }

/**
 * Judges the newest value of a public station (null where it never had one) at `now`, against `limitWbgt` (°C); `before`
 * is the level of the episode that is open, or null. A value too old to be used keeps the level for an hour.
 * Source: project choice, decisions/0035.
 */
export function judgeStation(
  before: Level | null,
  value: { readonly at: number; readonly wbgt: number } | null,
  { now, limitWbgt }: { now: number; limitWbgt: number },
): StationAssessment {
  const usableUntil = value === null ? Number.NEGATIVE_INFINITY : value.at + PUBLIC_USABLE_MS
  if (value === null || now > usableUntil) {
    if (before === null) return { open: false, end: null }
    const lostAt = usableUntil + SITE_HEAT_KEPT_MS
    return now < lostAt
      ? { open: true, level: before, excess: null }
      : { open: false, end: { at: value === null ? now : lostAt, ending: 'lost' } }
  }
  const excess = wbgtExcess(value.wbgt, 0, limitWbgt)
  const level = heatLevel(excess) ?? 0
  if (level >= 1) return { open: true, level, excess }
  if (before === null) return { open: false, end: null }
  const isCalm = excess < SITE_HEAT_STAYS_ABOVE && now - value.at >= SITE_HEAT_CALM_MS
  return isCalm ? { open: false, end: { at: value.at, ending: 'recovered' } } : { open: true, level: 1, excess }
}
