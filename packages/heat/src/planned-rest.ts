import { EXPOSURE_LINES, followExposure, isHeatWork, type ExposureClock } from './exposure-clock.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { restMinutes } from './rest.ts'
import { wbgtExcess } from './wbgt.ts'
import { type WorkSpan, workMinutes } from './work-hours.ts'

/** A clock hour by its beginning, epoch ms, and the WBGT expected in it, °C; null where it is not known. */
export type PlannedHour = { readonly at: number; readonly wbgt: number | null }

/** What an hour asks of people under a limit: see `planRest`. */
export type PlannedRest = PlannedHour & {
  readonly excess: number | null
  readonly restMinutes: number | null
  readonly workMinutes: number
}

/**
 * What each hour asks of people under a limit (°C): the excess, and the rest by the guideline's table, 0 to 60 minutes in an hour of
 * work. Null where the WBGT is not known; no rest outside the spans of work. Source of the table: Ministry of Health guide.
 */
export const planRest = (hours: readonly PlannedHour[], spans: readonly WorkSpan[], limitWbgt: number): PlannedRest[] =>
  hours.map(({ at, wbgt }) => {
    const minutes = workMinutes(spans, at)
    const excess = wbgt === null ? null : wbgtExcess(wbgt, 0, limitWbgt)
    return { at, wbgt, excess, restMinutes: excess === null || minutes === 0 ? null : restMinutes(excess), workMinutes: minutes }
  })

/** How many hours are above the limit while people work: those with a rest to take. */
export const hoursAbove = (hours: readonly Pick<PlannedRest, 'restMinutes'>[]): number =>
  hours.filter((hour) => (hour.restMinutes ?? 0) > 0).length

/** When work in heat will have lasted as long as the duty says, and by which of its two rules. */
export type DutyPassed = { readonly at: number; readonly by: 'onEnd' | 'today' }

/**
 * When the work of a day will have had one hour on end or four hours in all at WBGT 28 °C or more, whichever is first; null where
 * neither. A break counts as cool, as in the exposure clock: ten minutes of it end the time on end. Hours without a value count
 * neither way. Source: 安衛則 第612条の2; breaks are project choice, decisions/0139.
 */
export function dutyPassed(hours: readonly PlannedHour[], spans: readonly WorkSpan[]): DutyPassed | null {
  let clock: ExposureClock | null = null
  for (const { at, wbgt } of hours) {
    for (let minute = at; minute < at + HOUR_MS; minute += MINUTE_MS) {
      const isWorked = spans.some(({ from, to }) => from <= minute && minute < to)
      const isHot: boolean | null = isWorked ? isHeatWork(wbgt, null) : false
      clock = followExposure(clock, { isHot, spent: clock === null ? 0 : MINUTE_MS, isNewDay: false })
      const until = clock.isHot ? MINUTE_MS : 0
      if (clock.onEnd + until >= EXPOSURE_LINES.onEnd.passed * MINUTE_MS) return { at: minute + MINUTE_MS, by: 'onEnd' }
      if (clock.today + until >= EXPOSURE_LINES.today.passed * MINUTE_MS) return { at: minute + MINUTE_MS, by: 'today' }
    }
  }
  return null
}
