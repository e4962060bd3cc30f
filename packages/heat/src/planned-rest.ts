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

type Segment = { readonly from: number; readonly to: number; readonly isHot: boolean | null }

/** The hours cut where work begins and ends: each part is in heat, in the cool, or not known. */
const segmentsOf = (hours: readonly PlannedHour[], spans: readonly WorkSpan[]): Segment[] =>
  hours.flatMap(({ at, wbgt }) => {
    const edges = spans.flatMap(({ from, to }) => [from, to]).filter((edge) => edge > at && edge < at + HOUR_MS)
    const cuts = [at, ...new Set(edges.toSorted((one, other) => one - other)), at + HOUR_MS]
    return cuts.slice(1).map((to, index) => {
      const from = cuts[index] ?? at
      const isWorked = spans.some((span) => span.from <= from && from < span.to)
      return { from, to, isHot: isWorked ? isHeatWork(wbgt, null) : false }
    })
  })

/** When a hot segment brings the clock to one of the duty's limits, the earlier of both; null where it does not. */
const passedIn = ({ from, to }: Segment, { onEnd, today }: ExposureClock): DutyPassed | null => {
  const onEndAt = from + EXPOSURE_LINES.onEnd.passed * MINUTE_MS - onEnd
  const todayAt = from + EXPOSURE_LINES.today.passed * MINUTE_MS - today
  if (Math.min(onEndAt, todayAt) > to) return null
  return onEndAt <= todayAt ? { at: onEndAt, by: 'onEnd' } : { at: todayAt, by: 'today' }
}

/**
 * When the work of a day will have had one hour on end or four hours in all at WBGT 28 °C or more, whichever is first; null where
 * neither. A break counts as cool, as in the exposure clock: ten minutes of it end the time on end. Hours without a value count
 * neither way. Source: 安衛則 第612条の2; breaks are project choice, decisions/0139.
 */
export function dutyPassed(hours: readonly PlannedHour[], spans: readonly WorkSpan[]): DutyPassed | null {
  let clock: ExposureClock | null = null
  let spent = 0
  for (const segment of segmentsOf(hours, spans)) {
    clock = followExposure(clock, { isHot: segment.isHot, spent, isNewDay: false })
    spent = segment.to - segment.from
    const passed = segment.isHot === true ? passedIn(segment, clock) : null
    if (passed !== null) return passed
  }
  return null
}
