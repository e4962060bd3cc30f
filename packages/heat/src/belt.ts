import { FALL_PROTECTION_FROM_CM } from './altitude.ts'
import { gapLimitMs, knownInterval } from './gap.ts'
import { HOUR_MS, MINUTE_MS } from './milliseconds.ts'

/** What a belt that does not say its interval is taken for: the slowest that a worker's device can be known to be. */
const SLOWEST_INTERVAL_MINUTES = 15

/** A height read before so long a pause of the belt is that of another shift. Project choice, decisions/0112. */
const HEIGHT_KEPT_MS = 4 * HOUR_MS

/** What a belt is judged by: whether heights are checked, the alert's and the release height (cm), the wait (minutes). */
export type BeltSettings = {
  checkAltitude: 0 | 1
  settingAltitudeCm: number
  heightAltitudeCm: number
  onWaitingMinutes: number
}

/** Where nothing is saved. Project choice, decisions/0004. */
export const DEFAULT_BELT_SETTINGS: BeltSettings = {
  checkAltitude: 1,
  settingAltitudeCm: FALL_PROTECTION_FROM_CM,
  heightAltitudeCm: 150,
  onWaitingMinutes: 1,
}

/** A setting height below this, in cm, deserves a warning: it is within the sensors' error. Project choice, decisions/0004. */
export const UNUSUALLY_LOW_SETTING_CM = 100

/** One belt reading: `at` epoch ms; `hook` 0 unhooked, 1 hooked; `altitudeCm` null where unknown; `wearer` who wears it. */
export type BeltReading = {
  at: number
  hook: 0 | 1 | null
  altitudeCm: number | null
  intervalMinutes: number | null
  wearer: number
}

/**
 * State of a belt. Plain JSON, epoch ms. `at`: newest reading; `wearer`: whom the rest is about; `since`, `until`: first
 * and last reading of the running streak unhooked at height; `openSince`: when the alert opened; `knownCm`: the height read last,
 * null or, as in states stored before it was noted, missing where none was.
 */
export type BeltState = {
  readonly at: number | null
  readonly wearer: number | null
  readonly interval: number | null
  readonly since: number | null
  readonly until: number | null
  readonly openSince: number | null
  readonly stale: boolean
  readonly knownCm?: number | null
}

/**
 * The result of judging one reading of a belt, about its wearer. `judged`: false if the reading shows nothing of a
 * wearer who has just taken the belt over. `wasOpen`: their alert held before; null where the reading is their first.
 * `stale`: the alert rests on the height read last, since hook or altitude is unknown.
 */
export type BeltAssessment = {
  fresh: boolean
  judged: boolean
  wasOpen: boolean | null
  open: boolean
  openSince: number | null
  stale: boolean
}

/** The state of a belt without any reading. */
export const NEW_BELT: BeltState = {
  at: null,
  wearer: null,
  interval: null,
  since: null,
  until: null,
  openSince: null,
  stale: false,
  knownCm: null,
}

/**
 * Judges one reading of a safety belt. A repeated or older reading leaves the state alone. At an unknown altitude one
 * that is unhooked counts as at the height read last; otherwise an unknown hook or altitude neither breaks nor lengthens the
 * streak and ends no alert. Another wearer starts from nothing, but an alert that held for the
 * last one within a gap and is not over opens for the new one with the first reading that shows it. Never throws.
 * Source: project choice, decisions/0004, 0036 and 0112.
 */
export function judgeBelt(
  state: BeltState | null,
  reading: BeltReading,
  settings: BeltSettings,
): { state: BeltState; assessment: BeltAssessment } {
  const before = state ?? NEW_BELT
  const fresh = Number.isFinite(reading.at) && (before.at === null || reading.at > before.at)
  const after = fresh ? advance(before, reading, settings) : before
  const judged = after.wearer === reading.wearer
  return {
    state: after,
    assessment: {
      fresh,
      judged,
      wasOpen: before.wearer === reading.wearer ? before.openSince !== null : null,
      open: judged && after.openSince !== null,
      openSince: judged ? after.openSince : null,
      stale: judged && after.stale,
    },
  }
}

function advance(before: BeltState, reading: BeltReading, settings: BeltSettings): BeltState {
  const { at, wearer } = reading
  const isTaken = before.wearer !== wearer
  const worn = isTaken ? NEW_BELT : before
  const interval = knownInterval(reading.intervalMinutes) ?? before.interval
  const isRested = worn.at !== null && at - worn.at > HEIGHT_KEPT_MS
  const knownCm = isKnown(reading.altitudeCm) ? reading.altitudeCm : isRested ? null : (worn.knownCm ?? null)
  const quiet: BeltState = { at, wearer, interval, since: null, until: null, openSince: null, stale: false, knownCm }
  if (settings.checkAltitude === 0) return quiet

  // No gap at the usual least limit: a slow belt that does not say so would never have two readings in a row.
  const limitMs = gapLimitMs(interval ?? SLOWEST_INTERVAL_MINUTES)
  const goesOver = isTaken && before.openSince !== null && before.at !== null && at - before.at <= limitMs
  const openSince = goesOver ? at : worn.openSince
  const position = positionOf(reading, knownCm, settings)
  switch (position) {
    case 'secured':
      return quiet
    case 'between':
      return { ...quiet, openSince }
    case 'unknown':
      // Whether it goes over to the new wearer is for a reading to say that knows.
      if (goesOver) return { ...before, at, interval }
      return { ...quiet, since: worn.since, until: worn.until, openSince, stale: openSince !== null }
    case 'exposed': {
      const unbroken = worn.until !== null && at - worn.until <= limitMs
      const since = unbroken ? (worn.since ?? at) : at
      // Whichever is later: the wait, or a second reading in a row.
      const isDue = since < at && at - since >= settings.onWaitingMinutes * MINUTE_MS
      const opened = openSince ?? (isDue ? at : null)
      return { ...quiet, since, until: at, openSince: opened, stale: opened !== null && !isKnown(reading.altitudeCm) }
    }
    default:
      return position satisfies never
  }
}

type Position = 'secured' | 'between' | 'exposed' | 'unknown'

function positionOf({ hook, altitudeCm }: BeltReading, knownCm: number | null, settings: BeltSettings): Position {
  // A release height above the alert height would end each alert as it opens.
  const releaseCm = Math.min(settings.heightAltitudeCm, settings.settingAltitudeCm)
  if (hook === 1) return 'secured'
  if (!isKnown(altitudeCm)) return hook === 0 && isKnown(knownCm) && knownCm >= settings.settingAltitudeCm ? 'exposed' : 'unknown'
  if (altitudeCm < releaseCm) return 'secured'
  if (altitudeCm < settings.settingAltitudeCm) return 'between'
  return hook === 0 ? 'exposed' : 'unknown'
}

function isKnown(altitudeCm: number | null): altitudeCm is number {
  return altitudeCm !== null && Number.isFinite(altitudeCm)
}
