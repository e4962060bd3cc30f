import { higherLevel, type Level } from './alert-level.ts'
import { MINUTE_MS } from './milliseconds.ts'

/** How long the lower level must hold before it shows. Project choice, decisions/0031. */
export const HOLD_MS = 2 * MINUTE_MS

/**
 * Epoch ms at which a reading was last judged at level ≥ 1, ≥ 2 and ≥ 3. With four levels this holds all that a
 * monotone queue over the hold would, in three numbers at any input rate.
 */
export type LevelTimes = readonly [number | null, number | null, number | null]

export const NO_LEVEL_TIMES: LevelTimes = [null, null, null]

/** `times` with a reading judged at `level` at `at` (epoch ms) added; `null` and 0 add nothing. */
export function markLevel(times: LevelTimes, level: Level | null, at: number): LevelTimes {
  switch (level) {
    case null:
    case 0:
      return times
    case 1:
      return [at, times[1], times[2]]
    case 2:
      return [at, at, times[2]]
    case 3:
      return [at, at, at]
    default:
      return level satisfies never
  }
}

/** The highest level judged at a reading in (at − hold, at], `at` in epoch ms; 0 where none was at least 1. */
export function heldLevel(times: LevelTimes, at: number): Level {
  const after = at - HOLD_MS
  if (times[2] !== null && times[2] > after) return 3
  if (times[1] !== null && times[1] > after) return 2
  if (times[0] !== null && times[0] > after) return 1
  return 0
}

/** A level with its hold: as last judged, as shown, and the times that the hold needs. */
export type Hold = { readonly judged: Level | null; readonly shown: Level | null; readonly times: LevelTimes }

export const NO_HOLD: Hold = { judged: null, shown: null, times: NO_LEVEL_TIMES }

/** `hold` after a reading judged at `level` at `at` (epoch ms): rises at once, falls when the hold has run out. */
export function holdJudged(hold: Hold, level: Level, at: number): Hold {
  const times = markLevel(hold.times, level, at)
  return { judged: level, shown: higherLevel(level, heldLevel(times, at)), times }
}

/**
 * `hold` after a reading at `at` (epoch ms) without the value it is judged by. The level shown stays as it is. Once
 * the value has been missing for too long (`expired`) a level of 0 becomes none, and a level of at least 1 counts as
 * judged at each such reading, so that going down takes the full hold when the value comes back.
 * Source: project choice, decisions/0031.
 */
export function holdLost(hold: Hold, at: number, expired: boolean): Hold {
  const shown = expired && hold.shown === 0 ? null : hold.shown
  const judged = expired ? shown : hold.judged
  return { judged, shown, times: markLevel(hold.times, judged, at) }
}
