import { randomUUID } from 'node:crypto'
import { type ImportKind, message, type Removal } from '@mimamori/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import { refusalOf } from '../answer-error.ts'
import type { Requester } from '../audit.ts'
import type { Context } from '../context.ts'
import { badRequest, badRows, Refusal, tooManyRequests, wordsOf } from '../errors.ts'
import {
  beginJob,
  type Counts,
  failJob,
  type Failure,
  finishJob,
  JobCancelled,
  type JobKey,
  noteProgress,
  removeJob,
} from '../job-record.ts'
import { inTransaction } from '../recurring.ts'
import type { FileColumn } from './columns.ts'
import { UnreadableFile } from './csv-in.ts'
import { gatherFaults, gatherWarnings, type RowFault } from './faults.ts'
import { hashSecrets } from './hash-secrets.ts'
import { type ColumnsSource, stage, type Staged, stageFile } from './stage.ts'
import type { ExpectedCells } from './read-row.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** How a resource's file is taken in. `check` and `apply` see its rows in the staging table. */
export type ImportPlan = {
  readonly kind: ImportKind
  /** The tenant whose records they are. */
  readonly companyId: number
  /** Where its records belong, so that the console leads back there. */
  readonly officeId: number | null
  readonly columns: readonly FileColumn[]
  readonly columnsSource: ColumnsSource
  readonly expected?: ExpectedCells
  /** Finds the record of each row and locks what must not change meanwhile; then says what is wrong with which row. */
  readonly check: (client: PoolClient) => Promise<RowFault[]>
  /** Says of rows that can be taken in what should be looked at all the same. */
  readonly warn?: (client: PoolClient) => Promise<RowFault[]>
  /** Says what its deletions take along, for whoever wants to be asked first; undefined where they take nothing. */
  readonly removal?: (client: PoolClient) => Promise<Removal | undefined>
  /** Creates, updates and deletes, with the audit log. */
  readonly apply: (client: PoolClient) => Promise<Counts>
}

export type Started = {
  readonly jobId: string
  /** The counts, or the refusal that the file met. */
  readonly outcome: Promise<Counts>
  /** Resolves where the work takes longer than a request should wait. */
  readonly isLong: Promise<void>
  /** Removes the job once it has ended, where whoever started it has its outcome already. */
  readonly forget: () => Promise<void>
}

export type Imports = {
  /** Takes an upload in and removes it. */
  readonly start: (plan: ImportPlan, upload: Upload, requester: Requester) => Promise<Started>
  /** Breaks off what is under way, of which nothing is kept. */
  readonly stop: () => Promise<void>
}

const longFileBytes = 256 * 1_024
const longSecrets = 30
const progressEveryMs = 500
// Each holds a connection and a thread.
const atOnce = 4

/** Rows that cannot be taken in, by their numbers. */
export class BadRows extends Refusal {
  readonly failure: Failure

  constructor(messages: Record<string, string[]>) {
    super(400, badRows(messages).body)
    this.failure = { messages }
  }
}

const refuseFaults = (staged: Pick<Staged, 'faults' | 'badRows'>, found: readonly RowFault[]): void => {
  const { messages, badRows: count } = gatherFaults(staged, found)
  if (count > 0) throw new BadRows({ ...messages })
}

/** Progress as rows of the file: reading, hashing and storing each take their share of them. */
class Progress {
  #rows = 1
  #secrets = 0
  #work = 0
  // What a password costs, counted in rows.
  static readonly secretWeight = 200

  read(done: number, total: number) {
    this.#rows = Math.max(total, 1)
    this.#work = done
  }
  hashing(done: number, total: number) {
    this.#secrets = total
    this.#work = this.#rows + done * Progress.secretWeight
  }
  get now() {
    const all = this.#rows * 3 + this.#secrets * Progress.secretWeight
    return { done: Math.min(this.#rows - 1, Math.floor((this.#rows * this.#work) / all)), total: this.#rows }
  }
}

// What a file leaves behind in its session, so that the next one need not begin its own.
const leaveAsFound = `drop table ${stage}; select pg_advisory_unlock_all(); reset max_parallel_workers_per_gather`

type Work = {
  readonly plan: ImportPlan
  readonly upload: Upload
  readonly job: JobKey
  readonly progress: Progress
  readonly stopping: AbortSignal
  readonly becomeLong: () => void
}

/** Takes the staged rows in, or, where the sender wants to be asked first, says what they would take along. */
const applyOrAsk = async (client: PoolClient, plan: ImportPlan, asksFirst: boolean): Promise<Counts> => {
  const unconfirmed = asksFirst ? await plan.removal?.(client) : undefined
  if (unconfirmed !== undefined) return { created: 0, updated: 0, deleted: 0, unchanged: 0, unconfirmed }
  // Asked beforehand: afterwards every row is among those that are there.
  const warnings = gatherWarnings((await plan.warn?.(client)) ?? [])
  return { ...(await plan.apply(client)), ...(warnings === undefined ? {} : { warnings }) }
}

const takeIn = async (
  { clock }: Context,
  client: PoolClient,
  { plan, upload, job, progress, stopping, becomeLong }: Work,
): Promise<Counts> => {
  const staged = await stageFile(client, upload.path, plan.columns, plan.columnsSource, {
    expected: plan.expected ?? {},
    stopping,
    onRows: (done, total) => progress.read(done, total),
  })
  await upload.remove()
  if (staged.rows === 0 && staged.badRows === 0) throw new UnreadableFile('E006', '取り込む行がありません。')
  if (staged.secrets.length > longSecrets) becomeLong()
  if (staged.secrets.length > 0) {
    // Before the long work, and without a transaction that would stand open as long.
    refuseFaults(staged, await inTransaction(client, () => plan.check(client)))
    await hashSecrets(client, staged.secrets, stopping, (done) => progress.hashing(done, staged.secrets.length))
  }
  return inTransaction(client, async () => {
    refuseFaults(staged, await plan.check(client))
    stopping.throwIfAborted()
    const counts = await applyOrAsk(client, plan, upload.fields['removalconfirmed'] === '0')
    await finishJob(client, job, counts, clock())
    return counts
  })
}

const refusalFor = (error: unknown): Refusal | undefined => {
  if (error instanceof JobCancelled) return badRequest(message('importCancelled'))
  return error instanceof UnreadableFile ? badRequest(message(error.code), error.message) : refusalOf(error)
}

const failureOf = (refusal: Refusal | undefined): Failure => {
  if (refusal instanceof BadRows) return refusal.failure
  return { error: refusal === undefined ? message('E029') : wordsOf(refusal) }
}

/** The files being taken in by this process. */
export const createImports = (context: Context): Imports => {
  const { pool, db, log, clock } = context
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  const run = async (client: PoolClient, { cancel, ...work }: Work & { readonly cancel: (reason: Error) => void }): Promise<Counts> => {
    const timer = setInterval(() => {
      const { done, total } = work.progress.now
      noteProgress(db, work.job, done, total).then(
        (isWanted) => isWanted || cancel(new JobCancelled()),
        () => undefined,
      )
    }, progressEveryMs)
    let isFit = false
    try {
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

  return {
    start: async (plan, upload, { actor }) => {
      if (underWay.size >= atOnce) throw tooManyRequests(10)
      const { kind, companyId, officeId } = plan
      const jobId = randomUUID()
      const job = { companyId, jobId }
      const client = await pool.connect()
      try {
        await beginJob(client, { ...job, userId: actor.userId, kind, officeId, fileName: upload.name, at: clock() })
      } catch (error) {
        client.release(true)
        throw error
      }
      const { promise: isLong, resolve: becomeLong } = Promise.withResolvers<void>()
      if (upload.size > longFileBytes) becomeLong()
      const cancelled = new AbortController()
      const signal = AbortSignal.any([stopping.signal, cancelled.signal])
      const cancel = (reason: Error) => cancelled.abort(reason)
      const outcome = run(client, { plan, upload, job, progress: new Progress(), stopping: signal, becomeLong, cancel })
      const settled = outcome.catch(() => undefined).finally(() => underWay.delete(settled))
      underWay.add(settled)
      return { jobId, outcome, isLong, forget: () => removeJob(db, job) }
    },
    stop: async () => {
      stopping.abort(new Error('the process stops'))
      await Promise.all(underWay)
    },
  }
}

/**
 * Receives the request's file and takes it in by the plan made for it. Answers with the counts, or with 202 and the job
 * to ask about where the work takes long.
 */
export const importUpload = async (
  imports: Imports,
  { request, reply, actor, address }: Requester & { readonly request: FastifyRequest; readonly reply: FastifyReply },
  planFor: (upload: Upload) => Promise<ImportPlan>,
): Promise<Counts | { jobId: string }> => {
  const upload = await receiveUpload(request, 'csv')
  try {
    const { jobId, outcome, isLong, forget } = await imports.start(await planFor(upload), upload, { actor, address })
    // Whoever left before the answer came finds the outcome among the jobs.
    const answered = outcome.finally(() => (reply.raw.destroyed || reply.statusCode === 202 ? undefined : forget()))
    answered.catch(() => undefined)
    const counts = await Promise.race([answered, isLong])
    if (counts !== undefined) return counts
    reply.status(202)
    return { jobId }
  } catch (error) {
    await upload.remove()
    throw error
  }
}
