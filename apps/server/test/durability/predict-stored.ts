import { closeEmergency, judgeReading, type WorkerAssessment, type WorkerState, withoutExpired } from '@mimamori/heat'
import type { Crew, Hand } from './crew.ts'

const minute = 60_000

/** What an undisturbed run makes of somebody's day: the judge alone, in memory. */
export type PredictedStored = {
  readonly state: WorkerState | null
  readonly assessments: readonly WorkerAssessment[]
  /** As shown in the end, when levels may have expired; the state keeps them. */
  readonly levels: Pick<WorkerAssessment, 'heartLevel' | 'heatLevel' | 'totalLevel'> | undefined
  /** `kind/from/to`, times in epoch ms, `to` null while it lasts. */
  readonly episodes: readonly string[]
}

const heatsOf = new WeakMap<Crew['heat'], { readonly at: number; readonly wbgt: number }[]>()

/** The site has one watcher, whose value of the last minutes every reading is judged with. */
const heatAt = ({ heat }: Crew, at: number): number | null => {
  const heats = heatsOf.get(heat) ?? heat.map((reading) => ({ at: Date.parse(reading.at), wbgt: reading.wbgt }))
  heatsOf.set(heat, heats)
  const newest = heats.findLast((reading) => reading.at <= at + minute)
  return newest === undefined || at - newest.at > 15 * minute ? null : newest.wbgt
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

const levelsInTheEnd = (
  { expiredAt }: Crew,
  state: WorkerState | null,
  last: WorkerAssessment | undefined,
  episodes: Episodes,
): PredictedStored['levels'] => {
  if (expiredAt === undefined || state === null) return last
  const { state: left, end } = withoutExpired(state, expiredAt)
  if (end !== null) episodes.watch('condition', false, end.at)
  return { heartLevel: left.heart.hold.shown, heatLevel: left.heat, totalLevel: left.total }
}

export const predictStored = (crew: Crew, hand: Hand): PredictedStored => {
  const episodes = new Episodes()
  const assessments: WorkerAssessment[] = []
  let state: WorkerState | null = null
  const closings = [...(hand.closings ?? [])]
  const closeUntil = (until: number) => {
    for (let [at] = closings; at !== undefined && at < until; [at] = closings) {
      if (state !== null) state = closeEmergency(state, at)
      episodes.watch('emergency', false, at)
      closings.shift()
    }
  }
  for (const pulse of hand.pulses) {
    const at = Date.parse(pulse.at)
    closeUntil(at)
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
  closeUntil(Number.POSITIVE_INFINITY)
  return { state, assessments, levels: levelsInTheEnd(crew, state, assessments.at(-1), episodes), episodes: episodes.all }
}
