import {
  message,
  type OperationJob,
  type OperationPart,
  type OperationPartName,
  operationParts,
  type OperationProcess,
  type OperationState,
  type OperationStatus,
  recordOf,
} from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { version } from '../../platform/version.ts'
import type { OperationFigures } from '../../shared/operation/figures.ts'
import { shownMs, unwatchedMs, watchingJob } from '../../shared/operation/noted-states.ts'
import { readOperation } from '../../shared/operation/operation-reader.ts'
import type { AlarmVerdict, AlarmWatch } from './alarm-watch.ts'
import { assessBackup } from './assess-backup.ts'
import { assessDatabase, assessStandby } from './assess-database.ts'
import { assessJobs, judgeJobs } from './assess-jobs.ts'
import { assessChannels, assessMail, assessPush } from './assess-notices.ts'
import { assessBroker, assessCertificates, assessClock, assessDisk, assessServer } from './assess-server.ts'
import { type Assessment, type Assessments, byGravity, well } from './assessment.ts'
import { divideProcesses, type ReportedProcess } from './processes.ts'
import { readFacts, type ServiceFacts } from './read-facts.ts'
import { reportEveryMs, silentProcessMs } from './thresholds.ts'

/** Reads the operating figures that /metrics shows as well. */
export type ReadFigures = (context: Context) => Promise<OperationFigures>

/** @param noted what the processes have noted together: one of them may see what this one does not, and its end is waited for */
const assessAlarms = ({ heldUpSince, reasons }: AlarmVerdict, noted: NotedState | undefined, now: Date): Assessment => {
  const isNoted = noted !== undefined && noted.state === 'needsHand' && noted.toldAt !== null
  if (heldUpSince === null && !isNoted) return { ...well(message('alarmsReach')), facts: [] }
  const isSeen = isNoted && noted.seenAt !== null && now.getTime() - noted.seenAt.getTime() <= seenMs
  const all = [...new Set([...reasons, ...(isSeen ? noted.reasons : [])])]
  return {
    state: 'needsHand',
    meaning: all.length === 0 ? message('alarmsEnding') : message('alarmsHeldUp', { reasons: all.join('') }),
    action: all.length === 0 ? message('alarmsEndingAction') : message('alarmsAction'),
    facts: [],
    since: heldUpSince ?? noted?.since ?? now,
  }
}

const unknown: Assessment = { state: 'unknown', meaning: message('partUnknown'), action: message('partUnknownAction'), facts: [] }

// Four looks of the process that sees it.
const seenMs = 4 * reportEveryMs

type Read = {
  readonly assessments: Assessments
  readonly processes: OperationProcess[]
  readonly jobs: OperationJob[]
  /** Whether the parts are looked at, and noted, each half minute. */
  readonly isWatched: boolean
}

const asProcess =
  (isRunning: boolean) =>
  (one: ReportedProcess): OperationProcess => ({
    host: one.host,
    pid: one.pid,
    version: one.version,
    roles: [...one.roles],
    startedAt: toJapanIso(one.startedAt),
    heardAt: toJapanIso(one.heardAt),
    isRunning,
    stoppedAt: toJapanIsoOrNull(one.stoppedAt),
  })

const oldestStart = (processes: readonly ReportedProcess[], role: string, now: Date): Date =>
  new Date(
    Math.min(
      now.getTime(),
      ...processes.filter(({ roles }) => roles.includes(role)).map((one) => one.startedAt.getTime() - one.clockAheadMs),
    ),
  )

/** Of a process that does not do jobs only what others made shows whether any are to be made. */
const areBackupsMade = ({ config }: Pick<Context, 'config'>, { backups }: ServiceFacts): boolean =>
  config.roles.includes('jobs') ? config.backup !== undefined : backups.lastBackup !== null

/** By the job that notes the states; just after a start it has had no time yet. */
const isWatched = (jobs: ServiceFacts['jobs'], workingSince: Date, now: Date): boolean => {
  const lastLook = jobs.find(({ job }) => job === watchingJob)?.endedAt ?? workingSince
  return Math.max(lastLook.getTime(), workingSince.getTime()) > now.getTime() - unwatchedMs
}

/** How often in a row the mail server did not answer: one process that reaches it is enough, since it sends for all. */
const leastTries = (running: readonly ReportedProcess[]): number => {
  const tries = running.flatMap(({ facts }) => facts.unansweredMailTries ?? [])
  return tries.length === 0 ? 0 : Math.min(...tries)
}

const assess = (
  context: Context,
  facts: ServiceFacts,
  { verdict, noted, aheadMs }: { readonly verdict: AlarmVerdict; readonly noted: NotedState | undefined; readonly aheadMs: number },
): Read => {
  const now = context.clock()
  const { processes } = facts
  const { running, ended, stopped } = divideProcesses(processes, now, aheadMs, silentProcessMs)
  // Turns of jobs are noted by the clock that all processes share.
  const sharedNow = new Date(now.getTime() - aheadMs)
  const workingSince = oldestStart(running, 'jobs', sharedNow)
  const jobs = judgeJobs(facts.jobs, workingSince, sharedNow)
  return {
    processes: [...[...ended, ...stopped].map(asProcess(false)), ...running.map(asProcess(true))],
    jobs,
    isWatched: isWatched(facts.jobs, workingSince, sharedNow),
    assessments: {
      alarms: assessAlarms(verdict, noted, sharedNow),
      server: assessServer(processes, now, aheadMs),
      database: assessDatabase(facts.database, verdict.unwrittenMs),
      standby: assessStandby(context.primary?.hasStandby()),
      broker: assessBroker(processes, now, aheadMs),
      mail: assessMail({ ...facts.mail, unansweredTries: leastTries(running) }, now),
      push: assessPush(facts.push, now),
      channels: assessChannels(facts.channels),
      jobs: assessJobs(jobs),
      disk: assessDisk(processes, now, aheadMs),
      backup: assessBackup(facts.backups, areBackupsMade(context, facts) ? workingSince : null, sharedNow),
      clock: assessClock(processes, now, aheadMs),
      certificates: assessCertificates(processes, now, aheadMs),
    },
  }
}

/** What is known without the database. */
const withoutDatabase = (verdict: AlarmVerdict, now: Date): Read => ({
  processes: [],
  jobs: [],
  isWatched: false,
  assessments: {
    ...recordOf(operationParts, () => unknown),
    alarms: assessAlarms(verdict, undefined, now),
    database: assessDatabase(null),
  },
})

/** The state of a part as the job noted it last. */
export type NotedState = {
  readonly state: OperationState
  readonly since: Date
  readonly toldAt: Date | null
  /** Of the alarms alone: when a process saw last that they reach nobody, and why. */
  readonly seenAt: Date | null
  readonly reasons: readonly string[]
}

export const readNotedStates = async (db: Db): Promise<ReadonlyMap<string, NotedState>> => {
  const { rows } = await sql<NotedState & { readonly part: string }>`
    select s.part, s.state, s.since, s.told_at as "toldAt", s.seen_at as "seenAt", s.reasons from operation_state s`.execute(db)
  return new Map(rows.map(({ part, ...noted }) => [part, noted]))
}

/** It needs a hand, and has since then or longer. */
export const isSettled = (noted: NotedState | undefined, before: Date): boolean => noted?.state === 'needsHand' && noted.since <= before

const asPart = (part: OperationPartName, { since: own, ...assessment }: Assessment, noted: NotedState | undefined): OperationPart => {
  const since = noted?.state === assessment.state ? noted.since : own
  return { part, ...assessment, facts: [...assessment.facts], since: since === undefined ? null : toJapanIso(since) }
}

type Found = Read & { readonly noted: ReadonlyMap<string, NotedState> }

const find = async (
  context: Context,
  { look, aheadMs }: Pick<AlarmWatch, 'look' | 'aheadMs'>,
  readFigures: ReadFigures,
): Promise<Found> => {
  const verdict = await look()
  try {
    const noted = await readNotedStates(context.db)
    const facts = await readFacts(context, await readFigures(context))
    return { noted, ...assess(context, facts, { verdict, noted: noted.get('alarms'), aheadMs: aheadMs() }) }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    return { noted: new Map(), ...withoutDatabase(verdict, context.clock()) }
  }
}

const asStatus = (context: Context, { assessments, processes, jobs, noted }: Found): OperationStatus => ({
  at: toJapanIso(context.clock()),
  version,
  parts: byGravity(assessments).map((part) => asPart(part, assessments[part], noted.get(part))),
  processes,
  jobs,
})

/** How the service is now, the parts that are worst first. */
export const readStatus = async (
  context: Context,
  watch: Pick<AlarmWatch, 'look' | 'aheadMs'>,
  readFigures: ReadFigures = readOperation,
): Promise<OperationStatus> => asStatus(context, await find(context, watch, readFigures))

/** The same as it is shown: what has just begun is to be looked at, and needs a hand once it lasts. The alarms have waited already. */
export const readShownStatus = async (context: Context, watch: Pick<AlarmWatch, 'look' | 'aheadMs'>): Promise<OperationStatus> => {
  const found = await find(context, watch, readOperation)
  const before = new Date(context.clock().getTime() - watch.aheadMs() - shownMs)
  const shown = (part: OperationPartName, assessment: Assessment): Assessment =>
    part === 'alarms' || assessment.state !== 'needsHand' || isSettled(found.noted.get(part), before)
      ? assessment
      : { ...assessment, state: 'attention' }
  const assessments = recordOf(operationParts, (part) => shown(part, found.assessments[part]))
  return asStatus(context, found.isWatched ? { ...found, assessments } : found)
}
