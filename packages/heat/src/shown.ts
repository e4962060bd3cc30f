import type { Level } from './alert-level.ts'
import { isCurrent } from './gap.ts'
import { withoutExpired, type WorkerState } from './worker-state.ts'

/**
 * What to show of a worker at `now` (epoch ms), between readings: the level as judged while data is current; after
 * that a level of at least 1 stays until it no longer counts, and 0 becomes none. `signalLost`: no reading has come for
 * longer than a gap. Source: project choice, decisions/0031.
 */
export function shownAt(state: WorkerState, now: number): { totalLevel: Level | null; signalLost: boolean } {
  const { total } = withoutExpired(state, now).state
  const isHere = isCurrent(state.at, now, state.interval)
  return { totalLevel: isHere || total !== 0 ? total : null, signalLost: state.at !== null && !isHere }
}
