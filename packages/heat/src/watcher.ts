import { higherLevel, type Level } from './alert-level.ts'
import { heatLevel } from './heat-level.ts'
import { type Hold, holdJudged, holdLost, NO_HOLD } from './hold.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { NO_WBGT_TRACK, trackWbgt, WATCHER_USABLE_MS, type WbgtTrack } from './usable-heat.ts'
import { wbgtExcess } from './wbgt.ts'

/** Above this excess, in °C, site heat that is open stays so. Project choice, decisions/0035. */
export const SITE_HEAT_STAYS_ABOVE = -0.5

/** How long the excess must lie below that for site heat to end. Project choice, decisions/0035. */
export const SITE_HEAT_CALM_MS = 10 * MINUTE_MS

/** How long a level of site heat is kept without a value that counts. Project choice, decisions/0035. */
export const SITE_HEAT_KEPT_MS = 60 * MINUTE_MS

/** One reading of a heat-index watcher: `at` epoch ms; `wbgt` °C, or null where it read none. */
export type WatcherReading = { at: number; wbgt: number | null }

/**
 * State of a watcher: newest reading (`at`), its track, the level, and since when the excess has lain so low that site
 * heat may end (`calmSince`, null while it does not). Plain JSON, epoch ms.
 */
export type WatcherState = {
  readonly at: number | null
  readonly track: WbgtTrack
  readonly hold: Hold
  readonly calmSince: number | null
}

/**
 * The result of judging one reading of a watcher. `usable` is the WBGT that counts and when it was read; `lostAt` when
 * the level kept until then ran out (epoch ms), where it did so before this reading.
 */
export type WatcherAssessment = {
  fresh: boolean
  counts: boolean
  usable: { wbgt: number; at: number } | null
  excess: number | null
  heatLevel: Level | null
  episodeOpen: boolean
  endedAt: number | null
  lostAt: number | null
}

/** The state of a watcher without any reading. */
export const NEW_WATCHER: WatcherState = { at: null, track: NO_WBGT_TRACK, hold: NO_HOLD, calmSince: null }

/** Whether site heat is open at a state. */
export const isSiteHeatOpen = ({ hold }: WatcherState): boolean => hold.shown !== null && hold.shown >= 1

/**
 * When the level that a watcher's state keeps runs out if no value counts any more, epoch ms; null where it keeps none.
 * Source: project choice, decisions/0035.
 */
export function siteHeatExpiresAt(state: WatcherState): number | null {
  return isSiteHeatOpen(state) ? (state.track.at ?? 0) + SITE_HEAT_KEPT_MS : null
}

/** `state` at `now` (epoch ms): without its level once that has run out. */
export function expireWatcher(state: WatcherState, now: number): WatcherState {
  const expiresAt = siteHeatExpiresAt(state)
  return expiresAt === null || now < expiresAt ? state : { ...state, hold: NO_HOLD, calmSince: null }
}

/**
 * Judges one reading of a heat-index watcher against the lowest reference value (°C) of those who are at it. A
 * repeated or older reading leaves the state alone; a jump and an implausible value keep the level until a reading
 * counts, for an hour. Never throws. Source: project choice, decisions/0004 and 0035.
 */
export function judgeWatcher(
  state: WatcherState | null,
  reading: WatcherReading,
  { referenceWbgt }: { referenceWbgt: number },
): { state: WatcherState; assessment: WatcherAssessment } {
  const known = state ?? NEW_WATCHER
  const fresh = Number.isFinite(reading.at) && (known.at === null || reading.at > known.at)
  const before = fresh ? expireWatcher(known, reading.at) : known
  const { after, counts } = fresh ? advance(before, reading, referenceWbgt) : { after: before, counts: false }
  const { track } = after
  const episodeOpen = isSiteHeatOpen(after)
  return {
    state: after,
    assessment: {
      fresh,
      counts,
      usable: track.wbgt === null || track.at === null ? null : { wbgt: track.wbgt, at: track.at },
      excess: counts && track.wbgt !== null ? wbgtExcess(track.wbgt, 0, referenceWbgt) : null,
      heatLevel: after.hold.shown,
      episodeOpen,
      endedAt: isSiteHeatOpen(before) && !episodeOpen ? after.calmSince : null,
      lostAt: before === known ? null : siteHeatExpiresAt(known),
    },
  }
}

function advance(before: WatcherState, reading: WatcherReading, referenceWbgt: number): { after: WatcherState; counts: boolean } {
  const { at } = reading
  const { track, counts } = trackWbgt(before.track, reading)
  if (!counts || track.wbgt === null) {
    const expired = track.at === null || at - track.at > WATCHER_USABLE_MS
    return { after: { ...before, at, track, hold: holdLost(before.hold, at, expired) }, counts }
  }
  const excess = wbgtExcess(track.wbgt, 0, referenceWbgt)
  // Of a watcher that reports slowly two values on end prove calm; after a pause that keeps no level it starts again.
  const unbroken = before.track.at !== null && at - before.track.at <= SITE_HEAT_KEPT_MS
  const calmSince = excess >= SITE_HEAT_STAYS_ABOVE ? null : unbroken ? (before.calmSince ?? at) : at
  const hold = holdJudged(before.hold, heatLevel(excess) ?? 0, at)
  const stays = isSiteHeatOpen(before) && (calmSince === null || at - calmSince < SITE_HEAT_CALM_MS)
  return { after: { at, track, calmSince, hold: stays ? { ...hold, shown: higherLevel(hold.shown, 1) } : hold }, counts }
}
