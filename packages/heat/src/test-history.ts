import { MINUTE_MS } from './milliseconds.ts'

// The rules about a worker's whole history, looked up in it without a state. The limits are those of somebody of 40.

/** A reading: epoch ms, heart rate in bpm, declared interval in minutes. */
export type SeenReading = { at: number; bpm: number | null; declared: number | null }
export type ValidReading = SeenReading & { bpm: number }

const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] as number

/** The interval in force at a valid reading, minutes; null while it is not known. */
export const intervalAt = (valid: readonly ValidReading[], index: number): number | null => {
  const spacings = valid.slice(1, index + 1).map((one, before) => (one.at - (valid[before] as ValidReading).at) / MINUTE_MS)
  const { declared } = valid[index] as ValidReading
  return spacings.length < 3 ? declared : Math.max(declared ?? 0, Math.min(60, middle(spacings.slice(-9))))
}

/** The longest time in ms before a valid reading that is no gap. */
export const limitAt = (valid: readonly ValidReading[], index: number): number =>
  Math.max(5, 2.5 * (intervalAt(valid, index) ?? 0)) * MINUTE_MS

/** The median of the minute that ends at a time, bpm. */
export const medianAt = (valid: readonly ValidReading[], at: number): number => {
  const recent = valid.filter((one) => one.at > at - MINUTE_MS && one.at <= at).map((one) => one.bpm)
  recent.sort((one, other) => one - other)
  const half = Math.floor(recent.length / 2)
  const upper = recent[half] as number
  return recent.length % 2 === 1 ? upper : (upper + (recent[half - 1] as number)) / 2
}

/** The level that a heart rate beyond a limit may come to. */
export const aheadOf = (median: number): number => (median > 159 ? 3 : median > 140 || median < 40 ? 2 : 0)
