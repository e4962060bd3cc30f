import { HEAT_WORK_AIR, HEAT_WORK_WBGT } from './heat-work.ts'
import { MINUTE_MS } from './milliseconds.ts'

/** So long in the cool ends the time on end; less does not. Project choice, decisions/0127. */
const COOL_RESETS_MS = 10 * MINUTE_MS

/**
 * From how many minutes on somebody's time in heat is shown as a line: shortly before, and when the duty's one hour on end or four
 * hours a day are passed. Source of the hours: 安衛則 第612条の2; the warnings are project choice, decisions/0127.
 */
export const EXPOSURE_LINES = { onEnd: { warned: 45, passed: 60 }, today: { warned: 210, passed: 240 } } as const

/**
 * A person's time in heat (WBGT ≥28 or air ≥31 °C) in the working day of their latest reading: today, on end, the longest on end of the
 * day, and in the cool since, ms; whether the latest reading was in heat, `null` where that is not known.
 */
export type ExposureClock = {
  readonly isHot: boolean | null
  readonly today: number
  readonly onEnd: number
  readonly longest: number
  readonly cool: number
}

/** A reading of a worker as the clock takes it; `spent`: ms since the one before, 0 where a gap lies between them. */
type ClockReading = { readonly isHot: boolean | null; readonly spent: number; readonly isNewDay: boolean }

/** Whether work in this WBGT and air (°C) is work in heat; `null` where neither is known. Source: 安衛則 第612条の2. */
export function isHeatWork(wbgt: number | null, air: number | null): boolean | null {
  if (wbgt === null && air === null) return null
  return (wbgt !== null && wbgt >= HEAT_WORK_WBGT) || (air !== null && air >= HEAT_WORK_AIR)
}

/**
 * The clock after a reading: the time between two readings without a gap is that of the earlier. Silence, and time of which the heat
 * is not known, neither count nor reset anything.
 */
export function followExposure(before: ExposureClock | null, { isHot, spent, isNewDay }: ClockReading): ExposureClock {
  if (before === null || isNewDay) return { isHot, today: 0, onEnd: 0, longest: 0, cool: 0 }
  if (before.isHot === null || spent === 0) return { ...before, isHot }
  if (!before.isHot) {
    const cool = before.cool + spent
    return { ...before, isHot, cool, onEnd: cool >= COOL_RESETS_MS ? 0 : before.onEnd }
  }
  const onEnd = before.onEnd + spent
  return { isHot, today: before.today + spent, onEnd, longest: Math.max(before.longest, onEnd), cool: 0 }
}
