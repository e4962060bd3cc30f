import { wbgtExcess } from './wbgt.ts'

/** Rest that an excess calls for: none, minutes of each hour, or stop the work. */
export type RestAdvice = { kind: 'none' } | { kind: 'rest'; minutesPerHour: number } | { kind: 'stop' }

/** At least this much rest an hour for 1, 2 and 3 °C of excess. Ministry of Health guide; acclimatised, no cooling. */
const REST_MINUTES_BY_EXCESS = [15, 30, 45] as const

/**
 * Rest an hour by WBGT excess in °C, rounded up to the next whole degree. Throws RangeError where it is not finite.
 * Source: Ministry of Health guide (acclimatised, no cooling).
 */
export function restAdvice(excess: number): RestAdvice {
  if (!Number.isFinite(excess)) throw new RangeError(`excess must be finite, got ${excess}`)
  const degrees = Math.ceil(wbgtExcess(excess, 0, 0))
  if (degrees <= 0) return { kind: 'none' }
  const minutesPerHour = REST_MINUTES_BY_EXCESS[degrees - 1]
  return minutesPerHour === undefined ? { kind: 'stop' } : { kind: 'rest', minutesPerHour }
}

/** The same as minutes of each hour, 0 to 60; 60 is to stop the work. Throws RangeError where the excess is not finite. */
export function restMinutes(excess: number): number {
  const advice = restAdvice(excess)
  if (advice.kind === 'none') return 0
  return advice.kind === 'stop' ? 60 : advice.minutesPerHour
}
