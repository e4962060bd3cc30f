import { knownInterval } from './gap.ts'
import { MINUTE_MS } from './milliseconds.ts'

// All of it project choice, decisions/0031.
const SPACINGS_REMEMBERED = 9
const FEWEST_SPACINGS = 3
const LONGEST_MEDIAN_MINUTES = 60

/** How often a device reads the heart: the ms between each two of its last valid heart rates, oldest first. */
export type Pace = { readonly deviceId: number; readonly spacings: readonly number[] }

/** `pace` after a valid heart rate of a device, `spacingMs` after the valid one before; another device's starts from nothing. */
export function markSpacing(pace: Pace | null, deviceId: number, spacingMs: number | null): Pace {
  if (pace?.deviceId !== deviceId || spacingMs === null) return { deviceId, spacings: [] }
  return { deviceId, spacings: [...pace.spacings.slice(1 - SPACINGS_REMEMBERED), spacingMs] }
}

/**
 * The interval of a device in minutes: the larger of what its reading says and the median of its spacings, of an even
 * number the larger; `null` where nothing is said and too few are known. Source: project choice, decisions/0031.
 */
export function intervalOf(pace: Pace | null, deviceId: number, saidMinutes: number | null): number | null {
  const declared = knownInterval(saidMinutes)
  if (pace?.deviceId !== deviceId || pace.spacings.length < FEWEST_SPACINGS) return declared
  const median = Math.min(upperMedian(pace.spacings) / MINUTE_MS, LONGEST_MEDIAN_MINUTES)
  return Math.max(declared ?? 0, median)
}

/** Sorted by hand: for a handful of numbers at every reading a comparing function costs more than all the rest. */
function upperMedian(values: readonly number[]): number {
  const sorted: number[] = []
  for (const value of values) {
    let place = sorted.length
    while (place > 0 && (sorted[place - 1] as number) > value) {
      sorted[place] = sorted[place - 1] as number
      place -= 1
    }
    sorted[place] = value
  }
  return sorted[sorted.length >> 1] as number
}
