import type { AlertKind } from '@mimamori/contract'
import { judgeReading, judgeWatcher, referenceWbgt, type WatcherState, type WorkerAssessment, type WorkerState } from '@mimamori/heat'
import {
  heartRateAt,
  heatAt,
  heatEveryMinutes,
  instantOf,
  intervalOf,
  lengthMinutes,
  minuteOf,
  workers,
  workerSettingsAt,
} from './script.ts'

export type Happening = {
  readonly minute: number
  readonly event: 'opened' | 'raised' | 'lowered' | 'ended'
  readonly level: number | null
}

/** An episode as the pure judge has it: of a worker by number, of the site where that is null. Times in minutes. */
export type PredictedEpisode = {
  readonly number: number | null
  readonly kind: AlertKind
  readonly from: number
  to: number | null
  readonly happenings: Happening[]
}

/** Follows the conditions of one person or watcher through the readings. */
class Follower {
  readonly all: PredictedEpisode[] = []
  readonly #open = new Map<AlertKind, PredictedEpisode>()
  readonly #number: number | null

  constructor(number: number | null) {
    this.#number = number
  }

  end(kind: AlertKind, minute: number, endedAt: number): void {
    const open = this.#open.get(kind)
    if (open === undefined) return
    open.to = endedAt
    open.happenings.push({ minute, event: 'ended', level: null })
    this.#open.delete(kind)
  }

  watch(kind: AlertKind, isOpen: boolean, minute: number, level: number | null, endedAt = minute): void {
    const open = this.#open.get(kind)
    if (!isOpen) {
      this.end(kind, minute, endedAt)
      return
    }
    if (open === undefined) {
      const opened: PredictedEpisode = {
        number: this.#number,
        kind,
        from: minute,
        to: null,
        happenings: [{ minute, event: 'opened', level }],
      }
      this.#open.set(kind, opened)
      this.all.push(opened)
      return
    }
    const before = open.happenings.at(-1)?.level ?? 0
    if (level === null || level === before) return
    open.happenings.push({ minute, event: level > before ? 'raised' : 'lowered', level })
  }
}

const ofWorker = (number: number): PredictedEpisode[] => {
  const follower = new Follower(number)
  let state: WorkerState | null = null
  for (let minute = 0; minute < lengthMinutes; minute += intervalOf(number)) {
    const at = instantOf(minute).getTime()
    const judged: { state: WorkerState; assessment: WorkerAssessment } = judgeReading(
      state,
      {
        at,
        receivedAt: at,
        heartRate: heartRateAt(number, minute),
        // A watcher of the site that is not the gateway's.
        wbgt: heatAt(minute - (minute % heatEveryMinutes)),
        wbgtRank: 1,
        call: false,
        intervalMinutes: intervalOf(number),
        deviceId: number,
      },
      workerSettingsAt(minute),
    )
    state = judged.state
    const { conditionEnd, conditionOpen, conditionLevel, totalLevel, noHeartRate, emergency } = judged.assessment
    if (conditionEnd !== null) follower.end('condition', minute, minuteOf(conditionEnd.at))
    follower.watch('condition', conditionOpen, minute, conditionLevel)
    follower.watch('noHeartRate', noHeartRate, minute, null)
    // It shows the level at the moment when the time was up, and keeps it.
    if (judged.assessment.emergencyStarted) follower.watch('emergency', emergency !== null, minute, totalLevel)
  }
  return follower.all
}

const ofSite = (): PredictedEpisode[] => {
  const follower = new Follower(null)
  let state: WatcherState | null = null
  for (let minute = 0; minute < lengthMinutes; minute += heatEveryMinutes) {
    const judged = judgeWatcher(state, { at: instantOf(minute).getTime(), wbgt: heatAt(minute) }, { referenceWbgt: referenceWbgt(2, true) })
    state = judged.state
    const { episodeOpen, heatLevel, endedAt } = judged.assessment
    follower.watch('siteHeat', episodeOpen, minute, heatLevel, endedAt === null ? minute : minuteOf(endedAt))
  }
  return follower.all
}

/** Every episode of the script, as the pure judge has it. */
export const predictEpisodes = (): PredictedEpisode[] => [
  ...Array.from({ length: workers }, (_, number) => ofWorker(number)).flat(),
  ...ofSite(),
]
