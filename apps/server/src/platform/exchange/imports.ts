import { randomUUID } from 'node:crypto'
import { message } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import { refusalOf } from '../http/answer-error.ts'
import type { Requester } from '../audit.ts'
import type { Context } from '../context.ts'
import { badRequest, Refusal, tooManyRequests, wordsOf } from '../errors.ts'
import { japanClock } from '../japan-time.ts'
import {
  beginImport,
  type Counts,
  failJob,
  type Failure,
  JobCancelled,
  type NewJob,
  noteProgress,
  removeJob,
  type RunningImport,
} from '../jobs/job-record.ts'
import { diskFull } from '../files/free-space.ts'
import { isStillThere } from '../still-there.ts'
import { UnreadableFile } from './csv-in.ts'
import { stage } from './stage.ts'
import { atWork, BadRows, type ImportPlan, noLongerAllowed, Progress, takeIn, type Work } from './take-in.ts'
import type { Upload } from './upload.ts'

export type Started = {
  readonly jobId: string
  /** The counts, or the refusal that the file met. */
  readonly outcome: Promise<Counts>
  /** Resolves where the work takes longer than a request should wait. */
  readonly isLong: Promise<void>
  /** Removes the job once it has ended, where the person who started it has its outcome already. */
  readonly forget: () => Promise<void>
}

export type Imports = {
  /** Imports an upload and removes it. @throws Refusal 409 while another file of the tenant is imported */
  readonly start: (plan: ImportPlan, upload: Upload, requester: Requester) => Promise<Started>
  /** Breaks off what is under way, of which nothing is kept. */
  readonly stop: () => Promise<void>
}

const longFileBytes = 256 * 1_024
const lookEveryMs = 500
// Of as many tenants: each holds a connection, most of them while their passwords are hashed.
const atOnce = 8

// What a file leaves behind in its session, so that the next one need not begin its own.
const leaveAsFound = `drop table ${stage}; select pg_advisory_unlock_all(); reset max_parallel_workers_per_gather`

const refusalFor = (error: unknown): Refusal | undefined => {
  if (error instanceof JobCancelled) return badRequest(message('importCancelled'))
  return error instanceof UnreadableFile ? badRequest(message(error.code), error.message) : refusalOf(error)
}

const failureOf = (refusal: Refusal | undefined): Failure => {
  if (refusal instanceof BadRows) return refusal.failure
  return { error: refusal === undefined ? message('E029') : wordsOf(refusal) }
}

const runningAlready = ({ name, since, isOwn }: RunningImport) => {
  const time = japanClock(since)
  return new Refusal(409, { message: isOwn ? message('importRunningOwn', { time }) : message('importRunning', { name, time }) })
}

type Cancellable = Work & { readonly cancel: (reason: Error) => void }

/** The files being imported by this process. */
export const createImports = (context: Context): Imports => {
  const { pool, db, log, clock, space } = context
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  // By tenant: one that was cancelled may still be at work when the next one begins.
  const last = new Map<number, Promise<unknown>>()
  let held = 0

  /** Notes how far the work is; breaks it off once its job is cancelled, its sender may do it no longer, or the disk runs full. */
  const look = async ({ job, actor, progress, cancel }: Cancellable): Promise<void> => {
    if (await space.isBelowFloor()) return cancel(diskFull())
    const { done, total } = progress.now
    if (!(await noteProgress(db, job, done, total))) cancel(new JobCancelled())
    else if (!(await isStillThere(pool, actor))) cancel(noLongerAllowed())
  }

  const run = async (client: PoolClient, work: Cancellable): Promise<Counts> => {
    const timer = setInterval(() => void look(work).catch(() => undefined), lookEveryMs)
    let isFit = false
    try {
      await last.get(work.job.companyId)
      // One core's worth of the database is enough for a file; the others are for those who wait for an answer.
      await client.query('set max_parallel_workers_per_gather = 0')
      const counts = await takeIn(context, client, work)
      isFit = await client.query(leaveAsFound).then(
        () => true,
        () => false,
      )
      return counts
    } catch (error) {
      clearInterval(timer)
      const isStopped = stopping.signal.aborted
      const refusal = isStopped ? new Refusal(503, [message('importStopped')], 5) : refusalFor(error)
      if (refusal === undefined) log.error({ err: error, kind: work.plan.kind }, 'an import failed')
      await failJob(db, work.job, failureOf(refusal), clock()).catch(() => undefined)
      throw refusal ?? error
    } finally {
      clearInterval(timer)
      // Where something went wrong the staging table and the job's lock end with the session.
      client.release(!isFit)
      await work.upload.remove()
    }
  }

  const begin = async (job: NewJob): Promise<PoolClient> => {
    const client = await pool.connect()
    const running = await beginImport(client, job).catch((error: unknown) => {
      client.release(true)
      throw error
    })
    if (running === undefined) return client
    client.release()
    throw runningAlready(running)
  }

  return {
    start: async (plan, upload, { actor }) => {
      if (held >= atOnce) throw tooManyRequests(10)
      held++
      const { kind, companyId, officeId } = plan
      const job = { companyId, jobId: randomUUID() }
      const client = await begin({ ...job, userId: actor.userId, kind, officeId, fileName: upload.name, at: clock() }).catch(
        (error: unknown) => {
          held--
          throw error
        },
      )
      const { promise: isLong, resolve: becomeLong } = Promise.withResolvers<void>()
      if (upload.size > longFileBytes || held > atWork) becomeLong()
      const cancelled = new AbortController()
      const signal = AbortSignal.any([stopping.signal, cancelled.signal])
      const cancel = (reason: Error) => cancelled.abort(reason)
      const outcome = run(client, { plan, actor, upload, job, progress: new Progress(), stopping: signal, becomeLong, cancel })
      const settled = outcome
        .catch(() => undefined)
        .finally(() => {
          held--
          underWay.delete(settled)
          if (last.get(companyId) === settled) last.delete(companyId)
        })
      underWay.add(settled)
      last.set(companyId, settled)
      return { jobId: job.jobId, outcome, isLong, forget: () => removeJob(db, job) }
    },
    stop: async () => {
      stopping.abort(new Error('the process stops'))
      await Promise.all(underWay)
    },
  }
}
