import { message, type OperationJob } from '@mimamori/contract'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { type Assessment, gravest, well } from './assessment.ts'
import { failingNeedsHandMs, lateGraceMs, lateIntervals, longTurnMs } from './thresholds.ts'

/** The last turn of a recurring job. */
export type JobTurn = {
  readonly job: string
  readonly everySeconds: number
  readonly beganAt: Date
  readonly endedAt: Date | null
  readonly tookMs: number | null
  readonly error: string | null
  readonly failingSince: Date | null
}

const lateAfterMs = (everySeconds: number) => everySeconds * 1_000 * lateIntervals + lateGraceMs

/**
 * The state of a job. It is late where no turn has begun for three of its intervals and two minutes, or where one has run for as
 * long; of one that is long by nature, for longer than it takes.
 * @param since when the oldest process that does jobs was started: none can be late before
 */
const stateOf = ({ job, everySeconds, beganAt, endedAt, failingSince }: JobTurn, since: Date, now: Date): OperationJob['state'] => {
  const isUnderWay = endedAt === null || endedAt < beganAt
  const waitsSince = Math.max(isUnderWay ? beganAt.getTime() : (endedAt?.getTime() ?? 0), since.getTime())
  const patienceMs = Math.max(lateAfterMs(everySeconds), isUnderWay ? (longTurnMs[job] ?? 0) : 0)
  if (now.getTime() - waitsSince >= patienceMs) return 'needsHand'
  if (failingSince === null) return 'normal'
  return now.getTime() - failingSince.getTime() >= failingNeedsHandMs ? 'needsHand' : 'attention'
}

/** The jobs as they are shown: those that are late or fail first. */
export const judgeJobs = (turns: readonly JobTurn[], since: Date, now: Date): OperationJob[] => {
  const jobs = turns.map((turn) => ({
    name: turn.job,
    everySeconds: turn.everySeconds,
    beganAt: toJapanIso(turn.beganAt),
    endedAt: toJapanIsoOrNull(turn.endedAt),
    tookMs: turn.tookMs,
    state: stateOf(turn, since, now),
    error: turn.failingSince === null ? null : turn.error,
    failingSince: toJapanIsoOrNull(turn.failingSince),
  }))
  const order = ['needsHand', 'attention', 'normal']
  return jobs.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || one.name.localeCompare(other.name))
}

const namesOf = (jobs: readonly OperationJob[]) => jobs.map(({ name }) => name).join('、')

/** The recurring jobs together. */
export const assessJobs = (jobs: readonly OperationJob[]): Assessment => {
  if (jobs.length === 0) return { state: 'unknown', meaning: message('jobsNotYet'), action: null, facts: [] }
  const late = jobs.filter(({ state, failingSince }) => state === 'needsHand' && failingSince === null)
  const failing = jobs.filter(({ failingSince }) => failingSince !== null)
  const action = message('jobsAction')
  const judgements: (Omit<Assessment, 'facts'> | undefined)[] = [
    late.length === 0 ? undefined : { state: 'needsHand', meaning: message('jobsLate', { jobs: namesOf(late) }), action },
    failing.length === 0
      ? undefined
      : {
          state: failing.some(({ state }) => state === 'needsHand') ? 'needsHand' : 'attention',
          meaning: message('jobsFailing', { jobs: namesOf(failing) }),
          action,
        },
  ]
  return { ...gravest<Omit<Assessment, 'facts'>>(well(message('jobsWell', { count: jobs.length })), ...judgements), facts: [] }
}
