import type { AlertKind, Ending } from '@mimamori/contract'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

/** The limit that was passed, for the text of the alert; of an episode of several people (`limit` of them) who they are. */
export type EpisodeReason = {
  readonly kind: string
  readonly limit: number
  readonly minutes: number
  readonly over?: number
  readonly names?: readonly string[]
  readonly userIds?: readonly number[]
  /** The serial of the device that the text names. */
  readonly device?: string
  /** When a press of the call button, or a report, came in, epoch ms. */
  readonly receivedAt?: number
  /** Of a call that the person made on their own page. */
  readonly source?: 'self'
  /** Reports that the episode gathers. */
  readonly count?: number
  /** Of heat by a WBGT that was estimated. */
  readonly isEstimated?: true
}

export type EpisodeSubject = {
  readonly kind: AlertKind
  readonly companyId: number
  readonly officeId: number
  readonly userId: number | null
  readonly deviceId: number | null
}

/** Why an episode is as it is at a moment, and what was measured then: heart rate in bpm, heat in °C. */
export type EpisodeValues = {
  readonly reason: EpisodeReason | null
  readonly heartRate: number | null
  readonly excess: number | null
  readonly wbgt: number | null
}

/** An episode at one moment; `at` in epoch ms. */
export type EpisodeMoment = EpisodeValues & {
  readonly at: number
  readonly level: number | null
  readonly heatDeviceId: number | null
  readonly gatewayId: number | null
  /** Whether the reading's own values show the condition, as they do unless said; null if lost data does not show it. */
  readonly shows?: boolean | null
}

/** One episode as far as this batch saw it. */
export type EpisodeSegment = {
  readonly subject: EpisodeSubject
  /** False where the episode was open before the batch. */
  opened: boolean
  /** The level it had before the batch; null if it was not open, or has none. */
  readonly levelBefore?: number | null
  readonly moments: EpisodeMoment[]
  /** Epoch ms; it may be before the reading that showed it. */
  endedAt: number | null
  ending: Ending | null
  /** What was measured when it ended, where that is known: an end may lie before the reading that shows it. */
  endValues?: EpisodeValues | undefined
  /** Over already when its readings came in, or an emergency of too long ago (後着). */
  late: boolean
  /** Of a late emergency that was open before the batch: it continues now, and calls people. */
  isLateNoMore?: boolean
  /** Why it opened, for its history, if its values alone do not show it. */
  note?: string
}

/** How a condition ended: since when it is over, in epoch ms, and in which way. */
export type EpisodeEnd = { readonly at: number; readonly ending: Ending }

/** How a condition that held before the batch developed: every reading at which it was not over, and its end. */
export type EpisodeStretch = {
  readonly subject: EpisodeSubject
  readonly moments: EpisodeMoment[]
  end: EpisodeEnd | null
}

const valuesOf = ({ reason, heartRate, excess, wbgt }: EpisodeMoment): EpisodeValues => ({ reason, heartRate, excess, wbgt })

const keyOf = (subject: EpisodeSubject) => `${subject.kind}/${subject.officeId}/${subject.userId}/${subject.deviceId}`

/** Collects, reading by reading in time order, what a batch does to episodes; a reading that changes nothing is not recorded. */
export class EpisodeLog {
  readonly segments: EpisodeSegment[] = []
  readonly #latest = new Map<string, EpisodeSegment>()
  readonly #stretches = new Map<string, EpisodeStretch>()

  /** The conditions that held before the batch: their recorded episodes need not be what the judge continues with. */
  get stretches(): EpisodeStretch[] {
    return [...this.#stretches.values()]
  }

  /**
   * Records one reading of a subject: whether its condition held before it, at which level, and whether it holds at it.
   * @param end of a condition that no longer holds; without it, it recovered at the moment of the reading
   */
  watch(
    subject: EpisodeSubject,
    before: { open: boolean; level: number | null },
    isOpen: boolean,
    moment: EpisodeMoment,
    end: EpisodeEnd = { at: moment.at, ending: 'recovered' },
  ): void {
    if (!before.open && !isOpen) return
    const key = keyOf(subject)
    const latest = this.#latest.get(key)
    const running = latest !== undefined && latest.endedAt === null ? latest : undefined
    if (isOpen) {
      const opened = running === undefined && (latest !== undefined || !before.open)
      if (!opened && running?.opened !== true) this.#stretch(key, subject).moments.push(moment)
      const level = running?.moments.at(-1)?.level ?? before.level
      if (!opened && level === moment.level) return
      const segment = running ?? this.#begin(key, subject, opened, opened ? null : before.level)
      segment.moments.push(moment)
      return
    }
    const segment = running ?? (latest === undefined ? this.#begin(key, subject, false, before.level) : undefined)
    if (segment === undefined) return
    segment.endedAt = end.at
    segment.ending = end.ending
    segment.endValues = end.at === moment.at ? { ...valuesOf(moment), reason: null } : undefined
    if (!segment.opened) this.#stretch(key, subject).end = end
  }

  /** Notes a press of the call button; during an open emergency it is recorded in its history. */
  call(
    userId: number,
    from: OfficeKey & { gatewayId: number | null; receivedAt: number; calledBy?: 'self' },
    at: number,
    started: boolean,
    values?: EpisodeMoment,
  ): void {
    const blank = { heartRate: null, excess: null, wbgt: null, heatDeviceId: null }
    // An emergency that is open already has the level null, so that a further press leaves a line in its history.
    const { companyId, officeId } = from
    this.watch({ kind: 'emergency', companyId, officeId, userId, deviceId: null }, { open: !started, level: null }, true, {
      ...blank,
      ...values,
      at,
      level: 3,
      gatewayId: from.gatewayId,
      reason: {
        kind: 'call',
        limit: 0,
        minutes: 0,
        receivedAt: from.receivedAt,
        ...(from.calledBy !== undefined && { source: from.calledBy }),
      },
    })
  }

  /** Marks the emergency of a worker that the batch opened as one of too long ago to call anybody. */
  emergencyIsLate(subject: EpisodeSubject): void {
    const segment = this.#latest.get(keyOf(subject))
    if (segment?.opened === true) segment.late = true
  }

  /** Notes that a late emergency, open before the batch, continues now. */
  emergencyGoesOn(subject: EpisodeSubject, moment: EpisodeMoment): void {
    const segment = this.#begin(keyOf(subject), subject, false, moment.level)
    segment.isLateNoMore = true
    segment.note = '届いた測定値で、いまも続いていることが分かりました'
    segment.moments.push(moment)
  }

  #stretch(key: string, subject: EpisodeSubject): EpisodeStretch {
    const stretch = this.#stretches.get(key) ?? { subject, moments: [], end: null }
    this.#stretches.set(key, stretch)
    return stretch
  }

  #begin(key: string, subject: EpisodeSubject, opened: boolean, levelBefore: number | null): EpisodeSegment {
    const segment: EpisodeSegment = { subject, opened, levelBefore, moments: [], endedAt: null, ending: null, late: false }
    this.segments.push(segment)
    this.#latest.set(key, segment)
    return segment
  }
}
