import { AlertTrialRequest, type AlertTrial, type TrialLoad, message } from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import type { WorkerSettings } from '@mimamori/heat'
import { isDatabaseAway } from '../../../platform/database/database-away.ts'
import type { Context } from '../../../platform/context.ts'
import { wordsOf } from '../../../platform/errors.ts'
import { refusalOf } from '../../../platform/http/answer-error.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import { failFileJob, finishWithResult, putBackFileJob, type TakenJob } from '../../../platform/jobs/file-jobs.ts'
import { followJob } from '../../../platform/jobs/follow-job.ts'
import { JobCancelled } from '../../../platform/jobs/job-record.ts'
import { queuedJobs } from '../../../shared/cluster-health/queued-jobs.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { readSettingsOf } from '../../../shared/settings/settings.ts'
import { loadShiftsFrom } from '../load/load-shifts.ts'
import { loadWorkerSettings } from '../load/worker-settings.ts'
import { compareNotices, type GraveAlert, type PersonNotice } from './compare-notices.ts'
import { findTrialPeople, readEmergencies, readGraveAlerts, type TrialSpan } from './people.ts'
import { PersonReplay } from './replay-person.ts'
import { readStored, type TrialPerson } from './stored-readings.ts'
import { changedSettings, sideOf, type TrialSide, wantedForTrial } from './trial-settings.ts'

/** Judging begins so long before the period: no shift is longer. */
const runUpMs = dayMs
/** What opens at the end of the period is followed so long. */
const followMs = 3_600_000

type Sides = { readonly before: TrialSide; readonly after: TrialSide }

const loadOf = (notices: readonly PersonNotice[], { from, to }: TrialSpan): TrialLoad => {
  const own = notices.filter(({ at }) => at >= from.getTime() && at < to.getTime())
  const conditions = (least: number) => own.filter(({ kind, level }) => kind === 'condition' && level === least).length
  return {
    level1: conditions(1),
    level2: conditions(2),
    level3: conditions(3),
    emergency: own.filter(({ kind }) => kind === 'emergency').length,
  }
}

const sum = (loads: readonly TrialLoad[]): TrialLoad => {
  const total = (key: keyof TrialLoad) => loads.reduce((all, load) => all + load[key], 0)
  return { level1: total('level1'), level2: total('level2'), level3: total('level3'), emergency: total('emergency') }
}

/** The settings of people who are judged, with the shifts of their own measures. */
const settingsOf = async ({ pool, log, clock }: Context, { companyId }: OfficeKey, people: readonly TrialPerson[], span: TrialSpan) => {
  const userIds = people.map(({ userId }) => userId)
  const client = await pool.connect()
  try {
    const settings = await loadWorkerSettings(client, log, companyId, userIds, japanDay(clock()))
    const begins = new Map(userIds.map((userId) => [userId, span.from.getTime() - runUpMs]))
    const shifts = await loadShiftsFrom(client, companyId, begins)
    return new Map([...settings].map(([userId, own]) => [userId, { ...own, shifts: shifts.get(userId) ?? [] }]))
  } finally {
    client.release()
  }
}

type Judged = { readonly before: TrialLoad; readonly after: TrialLoad; readonly readings: number } & Pick<AlertTrial, 'later' | 'missed'>

const daysOf = ({ from, to }: TrialSpan): TrialSpan[] => {
  const days: TrialSpan[] = []
  for (let at = from.getTime(); at < to.getTime(); at += dayMs)
    days.push({ from: new Date(at), to: new Date(Math.min(at + dayMs, to.getTime())) })
  return days
}

const judgePerson = async (
  { pool, db }: Context,
  person: TrialPerson,
  own: WorkerSettings,
  {
    site,
    span,
    sides,
    grave,
    signal,
  }: { site: OfficeKey; span: TrialSpan; sides: Sides; grave: readonly GraveAlert[]; signal: AbortSignal },
): Promise<Judged> => {
  const read = { from: new Date(span.from.getTime() - runUpMs), to: new Date(span.to.getTime() + followMs) }
  const emergencies = await readEmergencies(db, person, { from: new Date(read.from.getTime() - dayMs), to: read.to })
  const replayWith = ({ judge }: TrialSide) => new PersonReplay(person.userId, site.officeId, { ...own, ...judge }, emergencies)
  const [before, after] = [replayWith(sides.before), replayWith(sides.after)]
  let readings = 0
  for (const day of daysOf(read)) {
    signal.throwIfAborted()
    const stored = await readStored(pool, person, site.officeId, day.from, day.to)
    readings += stored.length
    await before.play(stored)
    await after.play(stored)
  }
  const [was, is] = [before.noticesOf(sides.before), after.noticesOf(sides.after)]
  const isWithin = ({ at }: { readonly at: number }) => at >= span.from.getTime() && at < span.to.getTime()
  const { later, missed } = compareNotices({ notices: was.notices.filter(isWithin), bouts: was.bouts }, is.notices, grave)
  const { userId } = person
  return {
    before: loadOf(was.notices, span),
    after: loadOf(is.notices, span),
    readings,
    later: later.map((change) => ({ userId, ...change })),
    missed: missed.map((change) => ({ userId, ...change })),
  }
}

const byTime = (one: { readonly at: string }, other: { readonly at: string }) => Date.parse(one.at) - Date.parse(other.at)

/** Judges the stored readings of a trial with both settings. Nothing is written. */
const judgeAgain = async (
  context: Context,
  site: OfficeKey,
  trialRequest: AlertTrialRequest,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<AlertTrial> => {
  const span = { from: japanDayRange(trialRequest.from).from, to: japanDayRange(trialRequest.to).to }
  const inForce = await readSettingsOf(context.pool, context.log, site, wantedForTrial)
  const sides = { before: sideOf(inForce, []), after: sideOf(inForce, trialRequest.settings) }
  const people = await findTrialPeople(context.db, site, span)
  const settings = await settingsOf(context, site, people, span)
  const grave = await readGraveAlerts(context.db, site, span)
  const judged: Judged[] = []
  for (const [done, person] of people.entries()) {
    onProgress(done, people.length)
    const own = settings.get(person.userId)
    if (own === undefined) continue
    judged.push(await judgePerson(context, person, own, { site, span, sides, grave: grave.get(person.userId) ?? [], signal }))
  }
  onProgress(people.length, people.length)
  const unjudged = people.filter(({ userId }) => !settings.has(userId))
  return {
    officeId: site.officeId,
    from: trialRequest.from,
    to: trialRequest.to,
    settings: changedSettings(inForce, trialRequest.settings),
    people: judged.length,
    readings: judged.reduce((all, { readings }) => all + readings, 0),
    before: sum(judged.map(({ before }) => before)),
    after: sum(judged.map(({ after }) => after)),
    later: judged.flatMap(({ later }) => later).toSorted(byTime),
    missed: judged.flatMap(({ missed }) => missed).toSorted(byTime),
    unjudged: { people: unjudged.length, withOutcome: unjudged.filter(({ userId }) => grave.has(userId)).length },
  }
}

/** What went wrong, in words for the person who asked for the trial. */
const answerOf = ({ log }: Context, job: TakenJob, error: unknown): string => {
  const refusal = refusalOf(error)
  if (refusal === undefined) log.error({ jobId: job.jobId, err: error }, 'a trial could not be judged')
  return refusal === undefined ? message('E029') : wordsOf(refusal)
}

/**
 * Does the trial of a job that this process has taken, and ends the job. One that it cannot end, because the database is away, stays
 * `running` for others to find.
 * @throws the error because of which it cannot end the job
 */
const runTrial = async (context: Context, job: TakenJob, stopping: AbortSignal): Promise<void> => {
  const { db, clock } = context
  const progress = followJob(db, job)
  try {
    const trialRequest = AlertTrialRequest.parse(job.request.content)
    const site = { companyId: job.companyId, officeId: trialRequest.officeId }
    const signal = AbortSignal.any([stopping, progress.signal])
    const trial = await judgeAgain(context, site, trialRequest, signal, progress.onProgress)
    await finishWithResult(db, job, trial, progress.total(), clock())
  } catch (error) {
    if (progress.signal.aborted || error instanceof JobCancelled) return
    if (stopping.aborted) await putBackFileJob(db, job)
    else if (isDatabaseAway(error)) throw error
    else await failFileJob(db, job, answerOf(context, job, error), clock())
  } finally {
    progress.end()
  }
}

/** Judges stored readings again with other settings, for those who ask what they would change. */
export const trialJob = queuedJobs({ name: 'alert-load-trials', kind: 'alertLoadTrial', atOnce: 1, work: runTrial })
