import { type AlertKind, type AlertSourceKind, isEmergencyKind, type noticeOccasions } from '@mimamori/contract'

/**
 * What of an episode people are notified of: that it opened, that it rose, that somebody called, that nobody has answered it,
 * or that an emergency of long ago was received.
 */
export type Occasion = (typeof noticeOccasions)[number]

/** The master settings that say whether people are notified of an alert at all. */
export type Switches = {
  /** Levels from this one on; 0 for none. */
  readonly target: 0 | 1 | 2 | 3
  readonly emergencies: boolean
  readonly aliveMonitoring: boolean
}

type Subject = { readonly kind: AlertKind; readonly level: number | null }

/** How urgent it is: a belt unhooked at height and a report (申告), which have no level, count as danger. */
export const urgencyLevel = ({ kind, level }: Subject): number => (kind === 'belt' || kind === 'report' ? 3 : (level ?? 0))

/** Emergencies, calls and alarms of devices: no pause and no digest holds them back. */
export const isUrgent = ({ kind }: Pick<Subject, 'kind'>): boolean => isEmergencyKind(kind)

/** Whether the master settings allow notices of this kind and level. Nobody is notified of battery and clock. */
export const isNotificationEnabled = (subject: Subject, { target, emergencies, aliveMonitoring }: Switches): boolean => {
  switch (subject.kind) {
    case 'emergency':
    case 'fall':
    case 'noMotion':
    case 'deviceHeat':
    case 'help':
      return emergencies
    case 'condition':
    case 'report':
    case 'siteHeat':
    case 'belt':
      return target > 0 && urgencyLevel(subject) >= target
    case 'noHeartRate':
    case 'silent':
    case 'gatewaySilent':
    case 'deviceSilent':
    case 'siteSilent':
    case 'barometerMoved':
      return aliveMonitoring
    case 'battery':
    case 'clock':
      return false
    default:
      return subject.kind satisfies never
  }
}

export const floodWindowMs = 60_000

/**
 * How long nobody is notified again of the same, ms: a call goes out whatever went out before. Anybody can send reports by a
 * poster's link, so further ones of its alert go out once a minute.
 */
export const pauseBefore = (occasion: Occasion, source: AlertSourceKind, pauseMs: number): number => {
  if (occasion !== 'called') return pauseMs
  return source === 'poster' ? Math.min(pauseMs, floodWindowMs) : 0
}

/**
 * Whether it is suppressed, since people were notified of the same or a higher level of the same subject lately. A rise, a call and an
 * emergency always go out.
 * @param earlierLevels the levels of the notices about the subject (its person and kind) within the pause
 */
export const isSuppressed = (subject: Subject, earlierLevels: readonly (number | null)[]): boolean =>
  !isUrgent(subject) &&
  earlierLevels.some((earlierLevel) => urgencyLevel({ kind: subject.kind, level: earlierLevel }) >= urgencyLevel(subject))

/** Whether people are notified again until somebody answers: emergencies, calls, reports, danger and belts. */
export const needsEscalation = (subject: Subject): boolean => isUrgent(subject) || urgencyLevel(subject) >= 3

/** The most mails to the same addresses within a minute; from the next one on they are grouped in a digest. */
export const mostMailsAMinute = 5
/** A digest collects what comes in a burst before it goes. Project choice, decisions/0038. */
const collectMs = 10_000

/** Whether a mail waits for a digest: the sixth within a minute to the same addresses, or where one is being collected. */
export const waitsForDigest = (subject: Pick<Subject, 'kind'>, sentWithinWindow: number, isCollecting: boolean): boolean =>
  !isUrgent(subject) && (isCollecting || sentWithinWindow >= mostMailsAMinute)

/** When a digest begun now goes: one a minute to the same addresses. After a clock was set back it waits no longer than that. */
export const digestGoesAt = (now: Date, last: Date | undefined): Date =>
  new Date(Math.min(Math.max(now.getTime() + collectMs, (last?.getTime() ?? 0) + floodWindowMs), now.getTime() + floodWindowMs + collectMs))
