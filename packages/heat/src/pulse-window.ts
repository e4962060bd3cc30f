import { MINUTE_MS } from './milliseconds.ts'
import { insertSorted } from './sorted-numbers.ts'

/** The median is taken over one minute. Project choice, decisions/0004. */
const WINDOW_MS = MINUTE_MS

/**
 * Heart rates closer together than this share one place, which holds the newest: this bounds the stored state at any
 * input rate and leaves a device of one reading a second, jitter included, untouched. Project choice, decisions/0004.
 */
const CLOSEST_MS = 950

const TENTHS = 10

/**
 * Valid heart rates of the last minute: `since` is the epoch ms of the first, `steps` holds for each the ms since
 * the one before and the bpm, flat, so that a reading a second still stores small.
 */
export type PulseWindow = { readonly since: number; readonly steps: readonly number[] }

/** `window` with a valid heart rate (bpm, kept to a tenth) read at `at` (epoch ms, newer than all in it) added. */
export function addPulse(window: PulseWindow | null, at: number, bpm: number): PulseWindow {
  const value = Math.round(bpm * TENTHS) / TENTHS
  if (window === null) return { since: at, steps: [0, value] }
  const { steps } = window
  let since = window.since
  let first = 0
  while (first < steps.length && since <= at - WINDOW_MS) {
    first += 2
    since += steps[first] ?? 0
  }
  if (first >= steps.length) return { since: at, steps: [0, value] }
  const remaining = steps.slice(first)
  remaining[0] = 0
  let last = since
  for (let index = 0; index < remaining.length; index += 2) last += remaining[index] ?? 0
  if (at - last < CLOSEST_MS) remaining[remaining.length - 1] = value
  else remaining.push(at - last, value)
  return { since, steps: remaining }
}

/** Median in bpm of a window; the mean of the middle two where they are even in number. NaN where it is empty. */
export function medianPulse(window: PulseWindow): number {
  const sorted: number[] = []
  for (let index = 1; index < window.steps.length; index += 2) {
    insertSorted(sorted, window.steps[index] ?? 0)
  }
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
