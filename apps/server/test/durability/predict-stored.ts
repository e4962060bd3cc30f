import { judgeReading, type WorkerAssessment, type WorkerState } from '@mimamori/heat'
import type { Crew, Hand } from './crew.ts'

const minute = 60_000

/** What an undisturbed run makes of somebody's day: the judge alone, in memory. */
export type PredictedStored = {
  readonly state: WorkerState | null
  readonly assessments: readonly WorkerAssessment[]
  /** `kind/from/to`, times in epoch ms, `to` null while it lasts. */
  readonly episodes: readonly string[]
}

/** The site has one watcher, whose value of the last minutes every reading is judged with. */
const heatAt = (crew: Crew, at: number): number | null => {
  const newest = crew.heat.findLast((reading) => Date.parse(reading.at) <= at + minute)
  return newest === undefined || at - Date.parse(newest.at) > 15 * minute ? null : newest.wbgt
}

class Episodes {
  readonly ended: string[] = []
  readonly #open = new Map<string, number>()

  watch(kind: string, isOpen: boolean, at: number): void {
    const since = this.#open.get(kind)
    if (isOpen && since === undefined) this.#open.set(kind, at)
    if (isOpen || since === undefined) return
    this.#open.delete(kind)
    this.ended.push(`${kind}/${since}/${at}`)
  }

  get all(): string[] {
    return [...this.ended, ...[...this.#open].map(([kind, since]) => `${kind}/${since}/null`)].toSorted()
  }
}

export const predictStored = (crew: Crew, hand: Hand): PredictedStored => {
  const episodes = new Episodes()
  const assessments: WorkerAssessment[] = []
  let state: WorkerState | null = null
  for (const pulse of hand.pulses) {
    const at = Date.parse(pulse.at)
    const judged: { state: WorkerState; assessment: WorkerAssessment } = judgeReading(
      state,
      {
        at,
        receivedAt: at,
        heartRate: pulse.heartRate,
        wbgt: heatAt(crew, at),
        call: pulse.call,
        intervalMinutes: pulse.interval,
        deviceId: hand.deviceId,
        // A watcher of the site that is not the gateway's.
        wbgtRank: 1,
      },
      hand.settings,
    )
    state = judged.state
    assessments.push(judged.assessment)
    if (judged.assessment.conditionEnd !== null) episodes.watch('condition', false, judged.assessment.conditionEnd.at)
    episodes.watch('condition', judged.assessment.conditionOpen, at)
    episodes.watch('noHeartRate', judged.assessment.noHeartRate, at)
    episodes.watch('emergency', judged.assessment.emergency !== null, at)
  }
  return { state, assessments, episodes: episodes.all }
}
