import { setImmediate as turn } from 'node:timers/promises'
import { closeEmergency, judgeBatch, type WorkerReading, type WorkerSettings, type WorkerState } from '@mimamori/heat'
import { EpisodeLog, type EpisodeSegment } from '../../alerts/episodes/episode-log.ts'
import { eventsOf } from '../../alerts/episodes/segment.ts'
import { isNotificationEnabled, isSuppressed } from '../../alerts/notices/rules.ts'
import { watchWorker } from '../judge/assess-worker.ts'
import type { AssessedReading } from '../reading.ts'
import type { Bout, PersonNotice } from './compare-notices.ts'
import type { TrialReading } from './stored-readings.ts'
import type { TrialSide } from './trial-settings.ts'

/** So many readings are judged before others have their turn: ingestion may run in the same process. */
const atOnce = 500
/** A longer break ends a shift, and with it an emergency that nobody really had. */
const breakMs = 4 * 3_600_000

/** An emergency on record: when it opened, and when a person closed it; epoch ms. */
export type RealEmergency = { readonly openedAt: number; readonly closedAt: number | null }

/** What of a replay people would have been notified of, and when the person's alerts were open. */
export type ReplayedNotices = { readonly notices: readonly PersonNotice[]; readonly bouts: readonly Bout[] }

const isOpenAt = ({ openedAt, closedAt }: RealEmergency, at: number) => openedAt <= at && (closedAt === null || closedAt > at)

/**
 * Judges one person's stored readings as the ingestion does, with the settings of one side, and writes nothing. People's closings of
 * emergencies happen as they did.
 */
export class PersonReplay {
  readonly #userId: number
  readonly #officeId: number
  readonly #settings: WorkerSettings
  readonly #emergencies: readonly RealEmergency[]
  readonly #log = new EpisodeLog()
  readonly #started: number[] = []
  #state: WorkerState | null = null
  #closed = 0
  #latest = 0

  /** @param officeId the site whose alerts count */
  constructor(userId: number, officeId: number, settings: WorkerSettings, emergencies: readonly RealEmergency[]) {
    this.#userId = userId
    this.#officeId = officeId
    this.#settings = settings
    this.#emergencies = emergencies.toSorted((one, other) => (one.closedAt ?? 0) - (other.closedAt ?? 0))
  }

  /** Judges the next readings, in time order. */
  async play(readings: readonly TrialReading[]): Promise<void> {
    let part: TrialReading[] = []
    for (const reading of readings) {
      if (part.length >= atOnce || this.#isCut(reading)) {
        this.#judge(part)
        part = []
        await turn()
      }
      this.#close(reading)
      part.push(reading)
      this.#latest = reading.at
    }
    this.#judge(part)
    await turn()
  }

  /** Whether an emergency is closed between the reading before and this one. */
  #isCut({ at, receivedAt }: TrialReading): boolean {
    const closedAt = this.#closings[this.#closed]
    return (closedAt !== undefined && closedAt < receivedAt) || at - this.#latest > breakMs
  }

  get #closings(): number[] {
    return this.#emergencies.flatMap(({ closedAt }) => closedAt ?? [])
  }

  #close({ at, receivedAt }: TrialReading): void {
    const closings = this.#closings
    for (let closedAt = closings[this.#closed]; closedAt !== undefined && closedAt < receivedAt; closedAt = closings[this.#closed]) {
      if (this.#state !== null) this.#state = closeEmergency(this.#state, closedAt)
      this.#closed += 1
    }
    const isAfterBreak = this.#latest > 0 && at - this.#latest > breakMs
    if (!isAfterBreak || this.#state === null || this.#state.emergency.open === null) return
    if (!this.#emergencies.some((real) => isOpenAt(real, at))) this.#state = closeEmergency(this.#state, at - 1)
  }

  #judge(readings: readonly TrialReading[]): void {
    if (readings.length === 0) return
    const { referenceWbgt, clothingAdjustment } = this.#settings
    const judged = judgeBatch(
      this.#state,
      readings.map((reading): WorkerReading => {
        // The excess is that of the day, by the heat profile that the person had then.
        const wbgt = reading.excess === null ? reading.worker.wbgt : reading.excess + referenceWbgt - clothingAdjustment
        return { ...reading.worker, wbgt }
      }),
      this.#settings,
    )
    const items = readings.map(({ attached, heat }, index): AssessedReading => ({
      reading: attached,
      heat,
      worker: judged.assessments[index] ?? null,
      altitudeCm: null,
      heatLevel: null,
    }))
    watchWorker(this.#userId, this.#state, items, this.#log)
    for (const { reading, worker } of items) {
      const isOwn = reading.officeId === this.#officeId
      if (isOwn && worker?.emergencyStarted === true && worker.emergency?.cause === 'accumulated') this.#started.push(reading.at)
    }
    this.#state = judged.state
  }

  get #conditions(): EpisodeSegment[] {
    return this.#log.segments.filter(({ subject }) => subject.kind === 'condition' && subject.officeId === this.#officeId)
  }

  /** What people would have been notified of with that side's settings. */
  noticesOf({ switches, pauseMs }: TrialSide): ReplayedNotices {
    const events = this.#conditions
      .flatMap((segment) => eventsOf(0, segment))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    const notices: PersonNotice[] = []
    for (const { at: instant, event, level = null } of events) {
      if (event !== 'opened' && event !== 'raised') continue
      const at = instant.getTime()
      const subject = { kind: 'condition', level } as const
      const earlier = notices.filter((notice) => notice.at > at - pauseMs).map((notice) => notice.level)
      if (isNotificationEnabled(subject, switches) && !isSuppressed(subject, earlier)) notices.push({ ...subject, at, level: level ?? 0 })
    }
    const emergencies = switches.emergencies ? this.#started.map((at): PersonNotice => ({ at, kind: 'emergency', level: 3 })) : []
    return {
      notices: [...notices, ...emergencies].toSorted((one, other) => one.at - other.at),
      bouts: this.#conditions.map(({ moments, endedAt }) => ({ from: moments[0]?.at ?? 0, to: endedAt ?? Number.POSITIVE_INFINITY })),
    }
  }
}
