import type { Level } from './alert-level.ts'
import { heatLevel } from './heat-level.ts'
import { type Hold, holdJudged, holdLost, NO_HOLD } from './hold.ts'
import { NO_WBGT_TRACK, trackWbgt, WATCHER_USABLE_MS, type WbgtTrack } from './usable-heat.ts'
import { wbgtExcess } from './wbgt.ts'

/** One reading of a heat-index watcher: `at` epoch ms, clamped to receipt; `wbgt` °C, or null where it read none. */
export type WatcherReading = { at: number; receivedAt: number; wbgt: number | null }

/** State of a watcher: newest reading (`at`), its track, when a value last counted, the level. Plain JSON, epoch ms. */
export type WatcherState = {
  readonly at: number | null
  readonly track: WbgtTrack
  readonly countedAt: number | null
  readonly hold: Hold
}

/** The result of judging one reading of a watcher. `usable` is the WBGT that counts and when it was read. */
export type WatcherAssessment = {
  fresh: boolean
  counts: boolean
  usable: { wbgt: number; at: number } | null
  excess: number | null
  heatLevel: Level | null
  episodeOpen: boolean
  stale: boolean
}

/** The state of a watcher without any reading. */
export const NEW_WATCHER: WatcherState = { at: null, track: NO_WBGT_TRACK, countedAt: null, hold: NO_HOLD }

/**
 * Judges one reading of a heat-index watcher against the site's reference value (°C). A repeated or older reading
 * leaves the state alone; a jump and an implausible value keep the level until a reading counts. Never throws.
 * Source: project choice, decisions/0004.
 */
export function judgeWatcher(
  state: WatcherState | null,
  reading: WatcherReading,
  { referenceWbgt }: { referenceWbgt: number },
): { state: WatcherState; assessment: WatcherAssessment } {
  const before = state ?? NEW_WATCHER
  const fresh = Number.isFinite(reading.at) && (before.at === null || reading.at > before.at)
  const step = fresh ? advance(before, reading, referenceWbgt) : { after: before, counts: false }
  const { after, counts } = step
  const { wbgt } = after.track
  const level = after.hold.shown
  const isOpen = level !== null && level >= 1
  return {
    state: after,
    assessment: {
      fresh,
      counts,
      usable: wbgt === null || after.countedAt === null ? null : { wbgt, at: after.countedAt },
      excess: counts && wbgt !== null ? wbgtExcess(wbgt, 0, referenceWbgt) : null,
      heatLevel: level,
      episodeOpen: isOpen,
      stale: isOpen && isLost(after.countedAt, after.at),
    },
  }
}

function advance(before: WatcherState, { at, wbgt }: WatcherReading, referenceWbgt: number): { after: WatcherState; counts: boolean } {
  const { track, counts } = trackWbgt(before.track, wbgt)
  const level = counts && track.wbgt !== null ? heatLevel(wbgtExcess(track.wbgt, 0, referenceWbgt)) : null
  const countedAt = counts ? at : before.countedAt
  const hold = level === null ? holdLost(before.hold, at, isLost(countedAt, at)) : holdJudged(before.hold, level, at)
  return { after: { at, track, countedAt, hold }, counts }
}

function isLost(countedAt: number | null, at: number | null): boolean {
  return countedAt === null || at === null || at - countedAt > WATCHER_USABLE_MS
}
