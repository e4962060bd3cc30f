import { dayNumber, EXPOSURE_DAY_MINUTES, isBreak, isLongBreak, lastAcclimatisedDay } from './acclimatisation.ts'
import { DAY_MS, MINUTE_MS } from './milliseconds.ts'
import type { WorkingHours } from './working-hours.ts'

/** Somebody who begins to work in heat, and somebody who comes back after a break of 5 to 20 days. */
export type LadderKind = 'new' | 'returning'

/** How much of the working day may be in heat on each step of the acclimatisation plan, %. Source: NIOSH. */
export const LADDER_SHARES: Readonly<Record<LadderKind, readonly number[]>> = {
  new: [20, 40, 60, 80, 100],
  returning: [50, 60, 80, 100],
}

/** Minutes at or above the 非順化 reference that make a day one of the ladder: the next working day may be a step higher. Project choice, decisions/0140. */
const LADDER_DAY_MINUTES = EXPOSURE_DAY_MINUTES / 2

/** Allowed minutes are rounded down to a multiple of these. Customer's figure. */
const ROUNDED_TO_MINUTES = 5

/** Exposure minutes of a day, YYYY-MM-DD in Asia/Tokyo. */
export type DayInHeat = { readonly day: string; readonly minutes: number }

/** What the days before a day say of a worker's ladder. Days are YYYY-MM-DD. */
export type LadderFacts = {
  /** The last exposure day at whose end they were acclimatised; null where they never were. */
  readonly acclimatisedOn: string | null
  /** The days of the ladder since then or since their last break: first, last and how many; null and 0 where there are none. */
  readonly firstOn: string | null
  readonly lastOn: string | null
  readonly days: number
}

/** Where somebody is on the ladder: its kind, the day (1 is the first), and the share of the working day allowed, %. */
export type LadderStep = { readonly kind: LadderKind; readonly day: number; readonly share: number }

/** Minutes of a site's working day: the whole span of its opening hours. */
function workingDayMinutes({ fromMinute, toMinute }: WorkingHours): number {
  const lasts = toMinute - fromMinute
  return lasts > 0 ? lasts : lasts + DAY_MS / MINUTE_MS
}

/** Minutes in heat that a share (%) of a site's working day allows, rounded down to 5. */
export function minutesOfShare(share: number, hours: WorkingHours): number {
  return Math.floor((workingDayMinutes(hours) * share) / 100 / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES
}

/** Minutes that make a day one of the ladder: an hour, or what the first step allows where that is less. Project choice, decisions/0140. */
export function ladderDayMinutes(hours: WorkingHours): number {
  return Math.min(LADDER_DAY_MINUTES, minutesOfShare(LADDER_SHARES.new[0] ?? 0, hours))
}

/**
 * What the days before `day`, in any order, each once, say of a worker's ladder. A day of the ladder has `fewestMinutes` of heat or more;
 * a day off is none, and a break of five days begins the ladder again. Throws RangeError for text that is no date.
 */
export function ladderFacts(days: readonly DayInHeat[], day: string, fewestMinutes: number): LadderFacts {
  const exposureDays = days.filter(({ minutes }) => minutes >= EXPOSURE_DAY_MINUTES).map((one) => one.day)
  const acclimatisedOn = lastAcclimatisedDay(exposureDays, day)
  const ladderDays = days
    .filter((one) => one.minutes >= fewestMinutes && one.day < day && (acclimatisedOn === null || isAfterBreak(acclimatisedOn, one.day)))
    .map((one) => one.day)
    .toSorted()
  let facts: LadderFacts = { acclimatisedOn, firstOn: null, lastOn: null, days: 0 }
  for (const ladderDay of ladderDays) facts = withLadderDay(facts, ladderDay)
  return facts
}

/** The facts with the minutes of one day more, later than all others: for a plan of days to come. Throws RangeError for text that is no date. */
export function withDayInHeat(facts: LadderFacts, { day, minutes }: DayInHeat, fewestMinutes: number): LadderFacts {
  const { acclimatisedOn } = facts
  if (acclimatisedOn === null || isAfterBreak(acclimatisedOn, day)) return minutes >= fewestMinutes ? withLadderDay(facts, day) : facts
  return minutes >= EXPOSURE_DAY_MINUTES ? { ...facts, acclimatisedOn: day } : facts
}

/**
 * Where somebody who is not acclimatised is on the ladder on `day`; null after its last step, or while they are acclimatised by their
 * exposure days. Days off do not climb. `firstExposureOn`: their first day in the heat, as the form says; null without one.
 * Throws RangeError for text that is no date. Source of the shares: NIOSH; the counting is project choice, decisions/0140.
 */
export function ladderStep(facts: LadderFacts, firstExposureOn: string | null, day: string): LadderStep | null {
  const { acclimatisedOn } = facts
  if (acclimatisedOn !== null && !isBreak(acclimatisedOn, day)) return null
  const isRunning = facts.lastOn !== null && !isBreak(facts.lastOn, day)
  const beganOn = isRunning && facts.firstOn !== null ? facts.firstOn : day
  // At night the day of work is the one before: what was counted since makes it no step higher.
  const counted = facts.lastOn !== null && facts.lastOn >= day ? facts.days - 1 : facts.days
  const since = firstExposureOn !== null && firstExposureOn <= day ? firstExposureOn : null
  // Days before the first day in the heat are none of this ladder: which of them there were is not kept, so as many as can be since.
  const climbed = Math.min(isRunning ? counted : 0, since === null ? Number.POSITIVE_INFINITY : dayNumber(day) - dayNumber(since))
  const isNew = acclimatisedOn === null || isLongBreak(acclimatisedOn, beganOn) || (since !== null && since > acclimatisedOn)
  const kind = isNew ? 'new' : 'returning'
  const share = LADDER_SHARES[kind][climbed]
  return share === undefined ? null : { kind, day: climbed + 1, share }
}

function withLadderDay(facts: LadderFacts, day: string): LadderFacts {
  const isFirst = facts.lastOn === null || isBreak(facts.lastOn, day)
  return { ...facts, firstOn: isFirst ? day : facts.firstOn, lastOn: day, days: isFirst ? 1 : facts.days + 1 }
}

function isAfterBreak(acclimatisedOn: string, day: string): boolean {
  return acclimatisedOn < day && isBreak(acclimatisedOn, day)
}
