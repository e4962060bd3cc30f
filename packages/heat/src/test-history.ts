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

const minuteOf = (at: number) => Math.floor(at / MINUTE_MS)

/** The value of each clock minute, as known at the last of the readings: bpm, and whether a reading of that minute gave it. */
const minuteValues = (valid: readonly ValidReading[]): Map<number, { bpm: number; isRead: boolean }> => {
  const values = new Map<number, { bpm: number; isRead: boolean }>()
  valid.forEach((one, index) => {
    const before = valid[index - 1]
    if (before !== undefined && one.at - before.at <= limitAt(valid, index))
      for (let minute = minuteOf(before.at) + 1; minute < minuteOf(one.at); minute++)
        values.set(minute, { bpm: medianAt(valid, before.at), isRead: false })
    // A minute has the value of its last reading.
    values.set(minuteOf(one.at), { bpm: medianAt(valid, one.at), isRead: true })
  })
  return values
}

/** Whether the means of 30 and of 10 minutes make level 3 at the last of the readings, without an own measure or WBGT. */
export const meansAt = (valid: readonly ValidReading[]): boolean => {
  const { at } = valid.at(-1) as ValidReading
  const shift = valid.findLastIndex((one, index) => index === 0 || one.at - (valid[index - 1] as ValidReading).at > 240 * MINUTE_MS)
  const began = (valid[shift] as ValidReading).at
  const values = minuteValues(valid)
  const minutes = (end: number, count: number) =>
    Array.from({ length: count }, (_, index) => values.get(end - count + 1 + index)).filter((one) => one !== undefined)
  const mean = (end: number, count: number, fewest: number) => {
    const known = minutes(end, count)
    return known.length < fewest ? null : known.reduce((sum, { bpm }) => sum + Math.round(bpm), 0) / known.length
  }
  const now = minuteOf(at)
  const past: number[] = []
  for (let end = minuteOf(began); end <= now - 45; end++) {
    const one = mean(end, 30, 18)
    if (one !== null) past.push(one)
  }
  const compared = at - began < 90 * MINUTE_MS || past.length === 0 ? null : Math.max(...past)
  const limit = compared === null ? 150 : Math.min(170, Math.max(137, compared + 12))
  const hasTwo = (count: number, passes: (bpm: number) => boolean) => {
    const first = values.get(now - count + 1)
    const read = minutes(now, count).filter(({ isRead, bpm }) => isRead && passes(Math.round(bpm))).length
    return read + (first !== undefined && !first.isRead && passes(Math.round(first.bpm)) ? 1 : 0) >= 2
  }
  const [high, low] = [mean(now, 30, 18), mean(now, 10, 6)]
  const isHigh = high !== null && high > limit && hasTwo(30, (bpm) => bpm > limit)
  return isHigh || (low !== null && low < 40 && hasTwo(10, (bpm) => bpm < 40))
}

/** The level that a heart rate beyond a limit may come to. */
export const aheadOf = (median: number): number => (median > 159 ? 3 : median > 140 || median < 40 ? 2 : 0)

/** Whether two valid readings up to the one at an index are parted by a gap within a time (ms) before it. */
export const hasGapWithin = (seen: readonly SeenReading[], index: number, ms: number): boolean => {
  const valid = seen.slice(0, index + 1).filter((one): one is ValidReading => one.bpm !== null)
  const last = valid.at(-1)?.at ?? 0
  return valid.some((one, place) => {
    const before = valid[place - 1]
    return before !== undefined && one.at > last - ms && one.at - before.at > limitAt(valid, place)
  })
}
