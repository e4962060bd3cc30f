import { gapLimitMs } from './gap.ts'
import { DAY_MS, MINUTE_MS } from './milliseconds.ts'

/** What a device can judge itself: the kinds of the alerts that its alarms become. */
export type AlarmKind = 'fall' | 'noMotion' | 'deviceHeat' | 'help'

/** An alarm of over a day ago at receipt is history, as a press of the call button is. Project choice, decisions/0148. */
const OLDEST_ALARM_MS = DAY_MS

/** How long a reading continues an alarm where the device's interval is unknown. Project choice, decisions/0148. */
const UNKNOWN_GAP_MS = 15 * MINUTE_MS

/** How long after a reading the next one still continues its alarm, ms, by the device's interval in minutes; at most a day. */
export function alarmGapMs(intervalMinutes: number | null): number {
  return intervalMinutes === null ? UNKNOWN_GAP_MS : Math.min(gapLimitMs(intervalMinutes), DAY_MS)
}

/**
 * A reading of one device and wearer that says something of an alarm: its kind, or null where it says that there is none. Times in
 * epoch ms; `gapMs`: how long after the one before it still continues that.
 */
export type AlarmReading = { readonly at: number; readonly receivedAt: number; readonly alarm: AlarmKind | null; readonly gapMs: number }

/**
 * One alarm: readings in a row that say it. `since` and `last`: the first and the last of them; `receivedAt` and `lastReceivedAt`:
 * when the first and the newest of them was received; `cancelledAt`: the first reading after them that says that there is none.
 * `isInTime`: that one lies within the window and was received within it, so nobody is notified. Times in epoch ms.
 */
type AlarmRun = {
  readonly kind: AlarmKind
  readonly since: number
  readonly last: number
  readonly readings: number
  readonly receivedAt: number
  readonly lastReceivedAt: number
  readonly cancelledAt: number | null
  readonly isInTime: boolean
  /** One of its readings was young enough at receipt to call anybody. */
  readonly isYoung: boolean
}

/** When a person closed the alert of an alarm of a kind, epoch ms. */
export type AlarmClosing = { readonly kind: AlarmKind; readonly at: number }

/** What alarms are followed by: how long a device may cancel one (ms), and what people have closed. */
export type AlarmBasis = { readonly windowMs: number; readonly closings: readonly AlarmClosing[] }

const windowOf = (kind: AlarmKind, windowMs: number): number => (kind === 'help' ? 0 : windowMs)

const isYoung = ({ at, receivedAt }: AlarmReading): boolean => receivedAt - at <= OLDEST_ALARM_MS

const begun = (kind: AlarmKind, reading: AlarmReading): AlarmRun => {
  const { at, receivedAt } = reading
  const received = { receivedAt, lastReceivedAt: receivedAt, isYoung: isYoung(reading) }
  return { kind, since: at, last: at, readings: 1, ...received, cancelledAt: null, isInTime: false }
}

const continued = (run: AlarmRun, reading: AlarmReading): AlarmRun => ({
  ...run,
  last: reading.at,
  readings: run.readings + 1,
  receivedAt: Math.min(run.receivedAt, reading.receivedAt),
  lastReceivedAt: Math.max(run.lastReceivedAt, reading.receivedAt),
  isYoung: run.isYoung || isYoung(reading),
})

/** Whether a person closed the alarm between the two readings, and two in a row do not yet show that it is held or stuck. */
const isNewAfterClosing = (run: AlarmRun, { receivedAt }: AlarmReading, closings: readonly AlarmClosing[]): boolean =>
  run.readings < 2 && closings.some(({ kind, at }) => kind === run.kind && run.lastReceivedAt <= at && at < receivedAt)

// At one moment a reading that cancels comes first: it cannot cancel what it does not follow.
const inOrder = (one: AlarmReading, other: AlarmReading): number =>
  one.at - other.at || Number(one.alarm !== null) - Number(other.alarm !== null)

/** The alarms that readings of one device and wearer show, in whatever order they are given. Source: project choice, decisions/0148. */
export function alarmRuns(readings: readonly AlarmReading[], { windowMs, closings }: AlarmBasis): AlarmRun[] {
  const over: AlarmRun[] = []
  const running = new Map<AlarmKind, AlarmRun>()
  for (const reading of readings.toSorted(inOrder)) {
    const { at, receivedAt, alarm } = reading
    if (alarm === null) {
      for (const run of running.values()) {
        const window = windowOf(run.kind, windowMs)
        const isInTime = at - run.since <= window && receivedAt <= run.receivedAt + window && window > 0
        over.push({ ...run, cancelledAt: at, isInTime })
      }
      running.clear()
      continue
    }
    const run = running.get(alarm)
    const isContinued = run !== undefined && at - run.last <= reading.gapMs && !isNewAfterClosing(run, reading, closings)
    if (run !== undefined && !isContinued) over.push(run)
    running.set(alarm, isContinued ? continued(run, reading) : begun(alarm, reading))
  }
  return [...over, ...running.values()].toSorted((one, other) => one.since - other.since)
}

/**
 * An alarm as it is stored: `pending` until `dueAt` (epoch ms), then `opened` as an alert; `cancelled` where its device took it back
 * before.
 */
export type StoredAlarm = {
  readonly kind: AlarmKind
  readonly since: number
  readonly last: number
  readonly readings: number
  readonly dueAt: number
  readonly cancelledAt: number | null
  readonly state: 'pending' | 'opened' | 'cancelled'
}

/** What becomes of a stored alarm, `stored`: a new one has none, and one that turns out to be part of another becomes nothing. */
export type AlarmChange<Stored extends StoredAlarm> =
  | { readonly stored: undefined; readonly alarm: StoredAlarm }
  | { readonly stored: Stored; readonly alarm: StoredAlarm | null }

const overlaps = (stored: StoredAlarm, run: AlarmRun): boolean =>
  stored.kind === run.kind && stored.since <= run.last && stored.last >= run.since

const preferred: readonly StoredAlarm['state'][] = ['opened', 'pending', 'cancelled']
const byState = (one: StoredAlarm, other: StoredAlarm): number => preferred.indexOf(one.state) - preferred.indexOf(other.state)

const alarmOf = (run: AlarmRun, windowMs: number, state: StoredAlarm['state']): StoredAlarm => {
  const { kind, since, last, readings, cancelledAt } = run
  return { kind, since, last, readings, cancelledAt, dueAt: run.receivedAt + windowOf(kind, windowMs), state }
}

/** One of which people were notified keeps all of its readings, also where a late one shows that they are two alarms. */
const stillOpened = (stored: StoredAlarm, { since, last, readings, cancelledAt }: AlarmRun): StoredAlarm => ({
  ...stored,
  since: Math.min(stored.since, since),
  last: Math.max(stored.last, last),
  readings: Math.max(stored.readings, readings),
  cancelledAt,
})

const differs = (one: StoredAlarm, other: StoredAlarm): boolean =>
  one.since !== other.since ||
  one.last !== other.last ||
  one.readings !== other.readings ||
  one.dueAt !== other.dueAt ||
  one.cancelledAt !== other.cancelledAt ||
  one.state !== other.state

/**
 * What readings of one device and wearer change of their stored alarms: new ones begin, pending ones are cancelled or continue, and
 * what has become an alert stays one. Of readings that come late each alarm is the same as if they had come in order, as far as nobody
 * was notified before. Source: project choice, decisions/0148.
 * @param readings all from the first alarm that is stored and may still change
 */
export function followAlarms<Stored extends StoredAlarm>(
  stored: readonly Stored[],
  readings: readonly AlarmReading[],
  basis: AlarmBasis,
): AlarmChange<Stored>[] {
  const { windowMs } = basis
  const runs = alarmRuns(readings, basis)
  // Where a cancelling reading parts an alarm, what is stored belongs to its later part.
  const runOf = new Map(stored.map((one) => [one, runs.findLast((run) => overlaps(one, run))]))
  return runs.flatMap((run): AlarmChange<Stored>[] => {
    const own = stored.filter((one) => runOf.get(one) === run).toSorted(byState)
    const [first, ...merged] = own
    const state = run.isInTime ? 'cancelled' : 'pending'
    if (first === undefined) {
      const isKnown = stored.some((one) => one.state === 'opened' && overlaps(one, run))
      return isKnown || !run.isYoung ? [] : [{ stored: undefined, alarm: alarmOf(run, windowMs, state) }]
    }
    const alarm = first.state === 'opened' ? stillOpened(first, run) : alarmOf(run, windowMs, state)
    return [
      ...(differs(first, alarm) ? [{ stored: first, alarm }] : []),
      // Two that a late reading joins are one: people are notified of the first.
      ...merged.flatMap((one) => (one.state === 'pending' ? [{ stored: one, alarm: null }] : [])),
    ]
  })
}
