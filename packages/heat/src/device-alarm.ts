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

/** The longest window that a setting allows: a reading that comes later after an alarm cancels none in time. */
const LONGEST_WINDOW_MS = 10 * MINUTE_MS

/**
 * A reading of one device and wearer: the kind of its alarm, 'none' where it says that there is none, null where it says nothing of
 * alarms. Times in epoch ms; `gapMs`: how long after the one before it still continues that.
 */
export type AlarmReading = {
  readonly at: number
  readonly receivedAt: number
  readonly alarm: AlarmKind | 'none' | null
  readonly gapMs: number
}

/**
 * One alarm: readings in a row that say it. `since` and `last`: the first and the last of them; `receivedAt` and `lastReceivedAt`:
 * when the first and the newest of them was received; `cancelledAt`: the first reading after them that says that there is none.
 * Times in epoch ms.
 */
type AlarmRun = {
  readonly kind: AlarmKind
  readonly since: number
  readonly last: number
  readonly receivedAt: number
  readonly lastReceivedAt: number
  readonly cancelledAt: number | null
  /** The readings after it that say that there is none, as far as they may be in time. */
  readonly cancels: readonly Pick<AlarmReading, 'at' | 'receivedAt'>[]
  /** How many of the device's latest readings say it, without another between them. */
  readonly inRow: number
  /** The next reading that says it is another alarm: for help, another reading of the device shows that the button is up. */
  readonly isOver: boolean
  /** One of its readings was young enough at receipt to call anybody. */
  readonly isYoung: boolean
}

/** When a person closed the alert of an alarm of a kind, epoch ms. */
export type AlarmClosing = { readonly kind: AlarmKind; readonly at: number }

/** What alarms are followed by: how long a device may cancel a new one (ms), and what people have closed. */
export type AlarmBasis = {
  readonly windowMs: number
  readonly closings: readonly AlarmClosing[]
  /** The readings are all of the device from then on, epoch ms; what is stored from before has begun already. */
  readonly from: number
  /** An alarm whose window was over before it could be stored opens then, epoch ms: what cancels it may be waiting behind it. */
  readonly heldUntil: number
}

const windowOf = (kind: AlarmKind, windowMs: number): number => (kind === 'help' ? 0 : windowMs)

const isYoung = ({ at, receivedAt }: AlarmReading): boolean => receivedAt - at <= OLDEST_ALARM_MS

const begun = (kind: AlarmKind, reading: AlarmReading): AlarmRun => {
  const { at, receivedAt } = reading
  const received = { receivedAt, lastReceivedAt: receivedAt, isYoung: isYoung(reading) }
  return { kind, since: at, last: at, ...received, cancelledAt: null, cancels: [], inRow: 1, isOver: false }
}

const continued = (run: AlarmRun, reading: AlarmReading): AlarmRun => ({
  ...run,
  last: reading.at,
  receivedAt: Math.min(run.receivedAt, reading.receivedAt),
  lastReceivedAt: Math.max(run.lastReceivedAt, reading.receivedAt),
  inRow: run.inRow + 1,
  isYoung: run.isYoung || isYoung(reading),
})

/** A run after a reading that says something else. */
const interrupted = (run: AlarmRun, { at, receivedAt, alarm }: AlarmReading): AlarmRun => {
  const other = { ...run, inRow: 0, isOver: run.kind === 'help' }
  if (alarm !== 'none') return other
  const cancels = at - run.since <= LONGEST_WINDOW_MS ? [...run.cancels, { at, receivedAt }] : run.cancels
  return { ...other, cancelledAt: run.cancelledAt ?? at, cancels }
}

/** Whether a person closed the alarm between the two readings, and two in a row do not yet show that it is held or stuck. */
const isNewAfterClosing = (run: AlarmRun, { receivedAt }: AlarmReading, closings: readonly AlarmClosing[]): boolean =>
  run.inRow < 2 && closings.some(({ kind, at }) => kind === run.kind && run.lastReceivedAt <= at && at < receivedAt)

/** Whether its device cancelled an alarm within the window, so that nobody is notified. */
export const isInTime = ({ kind, since, receivedAt, cancels }: AlarmRun, windowMs: number): boolean => {
  const window = windowOf(kind, windowMs)
  return window > 0 && cancels.some((one) => one.at - since <= window && one.receivedAt <= receivedAt + window)
}

// At one moment a reading that cancels comes first: it cannot cancel what it does not follow. So does one that says nothing.
const isAlarm = ({ alarm }: AlarmReading): boolean => alarm !== null && alarm !== 'none'
const inOrder = (one: AlarmReading, other: AlarmReading): number => one.at - other.at || Number(isAlarm(one)) - Number(isAlarm(other))

/**
 * The alarms that readings of one device and wearer show, in whatever order they are given. Source: project choice, decisions/0148.
 * @param before those that have begun before the readings, one of a kind at the most
 */
export function alarmRuns(
  readings: readonly AlarmReading[],
  { closings }: Pick<AlarmBasis, 'closings'>,
  before: readonly AlarmRun[] = [],
): AlarmRun[] {
  const over: AlarmRun[] = []
  const running = new Map(before.map((run) => [run.kind, run]))
  for (const reading of readings.toSorted(inOrder)) {
    const { at, alarm } = reading
    for (const run of running.values()) if (run.kind !== alarm) running.set(run.kind, interrupted(run, reading))
    if (alarm === null || alarm === 'none') continue
    const run = running.get(alarm)
    const lasts = run !== undefined && run.cancelledAt === null && !run.isOver && at - run.last <= reading.gapMs
    const isContinued = lasts && !isNewAfterClosing(run, reading, closings)
    if (run !== undefined && !isContinued) over.push(run)
    running.set(alarm, isContinued ? continued(run, reading) : begun(alarm, reading))
  }
  return [...over, ...running.values()].toSorted((one, other) => one.since - other.since)
}

/**
 * An alarm as it is stored: `pending` until `dueAt`, then `opened` as an alert; `cancelled` where its device took it back before.
 * `windowMs`: how long it could; it stays as it was when the alarm began, whatever becomes of the setting. Times in epoch ms.
 */
export type StoredAlarm = {
  readonly kind: AlarmKind
  readonly since: number
  readonly last: number
  readonly receivedAt: number
  readonly windowMs: number
  readonly heldUntil: number | null
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

/** Whether all of a run is what its device cancelled in time before. */
const isTakenBack = (stored: StoredAlarm, run: AlarmRun): boolean =>
  stored.state === 'cancelled' && stored.since <= run.since && stored.cancelledAt !== null && run.last <= stored.cancelledAt

const newAlarm = (run: AlarmRun, { windowMs: setMs, heldUntil: until }: AlarmBasis): StoredAlarm => {
  const { kind, since, last, receivedAt, cancelledAt } = run
  const windowMs = windowOf(kind, setMs)
  const overAt = receivedAt + windowMs
  const isHeld = windowMs > 0 && overAt < until
  const times = { receivedAt, windowMs, heldUntil: isHeld ? until : null, dueAt: isHeld ? until : overAt, cancelledAt }
  return { kind, since, last, ...times, state: isInTime(run, windowMs) ? 'cancelled' : 'pending' }
}

/** One of which nobody was notified is what its readings show now. What was cancelled in time stays so, unless it began earlier. */
const stillQuiet = (stored: StoredAlarm, run: AlarmRun): StoredAlarm => {
  const { since, last, receivedAt } = run
  const isCancelled = isTakenBack(stored, run) || isInTime(run, stored.windowMs)
  return {
    ...stored,
    since,
    last,
    receivedAt,
    dueAt: Math.max(receivedAt + stored.windowMs, stored.heldUntil ?? 0),
    cancelledAt: run.cancelledAt ?? (isCancelled ? stored.cancelledAt : null),
    state: isCancelled ? 'cancelled' : 'pending',
  }
}

/** One of which people were notified keeps all of its readings, also where a late one shows that they are two alarms. */
const stillOpened = (stored: StoredAlarm, { since, last, cancelledAt }: AlarmRun): StoredAlarm => ({
  ...stored,
  since: Math.min(stored.since, since),
  last: Math.max(stored.last, last),
  cancelledAt: cancelledAt ?? stored.cancelledAt,
})

const differs = (one: StoredAlarm, other: StoredAlarm): boolean =>
  one.since !== other.since ||
  one.last !== other.last ||
  one.dueAt !== other.dueAt ||
  one.cancelledAt !== other.cancelledAt ||
  one.state !== other.state

/** The newest stored alarm of each kind that was not over when the readings begin, as far as it was before them. */
const runsBefore = (stored: readonly StoredAlarm[], from: number): AlarmRun[] => {
  const newest = new Map<AlarmKind, StoredAlarm>()
  for (const one of stored) if (one.since < from && one.since >= (newest.get(one.kind)?.since ?? -Infinity)) newest.set(one.kind, one)
  return [...newest.values()]
    .filter(({ cancelledAt }) => cancelledAt === null || cancelledAt >= from)
    .map(({ kind, since, last, receivedAt }) => {
      const until = Math.min(last, from)
      const received = { receivedAt, lastReceivedAt: Math.max(receivedAt, until), isYoung: true }
      return { kind, since, last: until, ...received, cancelledAt: null, cancels: [], inRow: 0, isOver: last < from }
    })
}

/** When a stored alarm and what cancelled it are over, and nothing after it can cancel it in time. */
const endOf = ({ last, cancelledAt, windowMs }: StoredAlarm): number => Math.max(last, cancelledAt ?? last) + windowMs

/**
 * The time of whose readings new ones are followed, from and to in epoch ms: with the two before them, and until the end of each alarm
 * that they touch and of which nobody was notified. How long another has lasted does not matter, so that one that is never cancelled
 * costs no more each time.
 * @param fresh the new readings, at least one
 */
export function alarmSpan(fresh: readonly AlarmReading[], stored: readonly StoredAlarm[], windowMs: number): { from: number; to: number } {
  const times = fresh.map(({ at }) => at)
  const reach = Math.max(windowMs, UNKNOWN_GAP_MS, ...fresh.map(({ gapMs }) => gapMs))
  const from = Math.min(...times) - 2 * reach
  let to = Math.max(...times) + reach
  const quiet = stored.filter((one) => one.state !== 'opened' && endOf(one) >= from)
  for (const one of quiet.toSorted((first, second) => first.since - second.since)) if (one.since <= to) to = Math.max(to, endOf(one))
  return { from, to }
}

/**
 * What readings of one device and wearer change of their stored alarms: new ones begin, pending ones are cancelled or continue, and
 * what has become an alert stays one. Of readings that come late each alarm is the same as if they had come in order, as far as nobody
 * was notified before. Source: project choice, decisions/0148.
 * @param readings all of the device from `from` on, at least until the end of each stored alarm that they touch and is not opened
 */
export function followAlarms<Stored extends StoredAlarm>(
  stored: readonly Stored[],
  readings: readonly AlarmReading[],
  basis: AlarmBasis,
): AlarmChange<Stored>[] {
  const runs = alarmRuns(readings, basis, runsBefore(stored, basis.from))
  // Where a cancelling reading parts an alarm, what is stored belongs to its later part.
  const runOf = new Map(stored.map((one) => [one, runs.findLast((run) => overlaps(one, run))]))
  return runs.flatMap((run): AlarmChange<Stored>[] => {
    const own = stored.filter((one) => runOf.get(one) === run).toSorted(byState)
    const [first, ...merged] = own
    if (first === undefined) {
      const others = stored.filter((one) => overlaps(one, run))
      if (!run.isYoung || others.some(({ state }) => state === 'opened')) return []
      // An earlier part of what was cancelled in time was so too, whatever the window has become.
      const whole = others.find((one) => isTakenBack(one, run))
      const alarm = newAlarm(run, { ...basis, windowMs: whole?.windowMs ?? basis.windowMs })
      return [{ stored: undefined, alarm: whole === undefined ? alarm : { ...alarm, state: 'cancelled' } }]
    }
    const alarm = first.state === 'opened' ? stillOpened(first, run) : stillQuiet(first, run)
    return [
      ...(differs(first, alarm) ? [{ stored: first, alarm }] : []),
      // Two that a late reading joins are one: people are notified of the first.
      ...merged.flatMap((one) => (one.state === 'pending' ? [{ stored: one, alarm: null }] : [])),
    ]
  })
}
