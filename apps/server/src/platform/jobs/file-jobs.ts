import { message, mostFileJobs, type QueuedKind } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../context.ts'
import { JobCancelled, type JobKey, lockKey } from './job-record.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/**
 * Jobs that make a file. They wait for their turn with what they were asked for, so that whichever process takes one can do
 * it, and do it again where that process dies.
 */
export type FileRequest = {
  /** Says in words what the file is made of. */
  readonly about: string
  /** What it is about, by the numbers of tenants: only people who see all of it get the file. */
  readonly officeIds: readonly number[]
  /** The tenant of the person who asked. */
  readonly requesterCompanyId: number
  /** What the maker of this kind of file needs to know. */
  readonly content: unknown
  /** Who had withdrawn their consent, by number, when the work began; noted then. */
  readonly withdrawn?: readonly number[]
}

export type NewFileJob = JobKey & {
  readonly userId: number
  readonly kind: QueuedKind
  /** What it is about, where that is one, so that a screen finds it. */
  readonly officeId?: number
  /** What the file is called once somebody gets it; empty where none is made. */
  readonly fileName: string
  readonly request: FileRequest
  readonly at: Date
}

/** A job that a process has taken; `attempt` counts how often one has. */
export type TakenJob = JobKey & { readonly userId: number; readonly request: FileRequest; readonly attempt: number }

/** A file that was put; `total` is how much work there was to it. */
export type MadeFile = { readonly key: string; readonly type: string; readonly bytes: number; readonly total: number }

/** How often a job is begun whose processes die. */
export const mostAttempts = 3

/** The keys under which a job may have put its file; each attempt has its own, since one that lost its turn may still be writing. */
export const fileKeysOf = (jobId: string, attempts: number): string[] => Array.from({ length: attempts }, (_, n) => `${jobId}-${n + 1}`)

/**
 * Queues a job, in a transaction.
 * @param among where the person's jobs (`j`) lie: in one tenant, or in any
 * @returns false where the person has too many that have not ended
 */
export const queueFileJob = async (trx: Db, job: NewFileJob, among: RawBuilder<boolean>): Promise<boolean> => {
  const { companyId, jobId, userId, kind, officeId = null, fileName, request, at } = job
  await sql`select pg_advisory_xact_lock(hashtext('file jobs of a person'), ${userId})`.execute(trx)
  const { numAffectedRows } = await sql`
    insert into job (company_id, job_id, user_id, kind, office_id, file_name, state, request, created_at)
    select ${companyId}, ${jobId}, ${userId}, ${kind}, ${officeId}::int, ${fileName}, 'waiting', ${JSON.stringify(request)}::jsonb, ${at}
     where (select count(*) from job j
             where ${among} and j.user_id = ${userId} and j.request is not null and j.state in ('waiting', 'running')) < ${mostFileJobs}`.execute(
    trx,
  )
  return numAffectedRows === 1n
}

/** How many files lie ready that a person has had made, among their jobs (`j`). */
export const countFiles = async (db: Db, userId: number, among: RawBuilder<boolean>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from job j where ${among} and j.user_id = ${userId} and j.file_key is not null`.execute(db)
  return rows[0]?.count ?? 0
}

// One of a tenant at a time, and tenants take turns: first the one that has waited longest since its last job.
const isAmong = (alias: string) => `($2::int[] is null or ${alias}.company_id = any($2::int[]))`
const nextWaiting = `
  select j.company_id, j.job_id from job j
   where j.state = 'waiting' and j.kind = $1 and ${isAmong('j')}
     and not exists (select from job r
                      where r.company_id = j.company_id and r.state = 'running' and r.request is not null and ${isAmong('r')})
   order by (select max(d.ended_at) from job d where d.company_id = j.company_id and d.request is not null and ${isAmong('d')}) nulls first,
            j.created_at, j.job_id
   limit 1`

/** The tenants that can be reached just now; null where all can. */
type Reached = readonly number[] | null

/** Takes the next job that waits, under its lock, which the session keeps; undefined where none may be begun. */
export const takeFileJob = async (client: ClientBase, kind: QueuedKind, reached: Reached = null): Promise<TakenJob | undefined> => {
  const { rows: waiting } = await client.query<TableRow<'job', 'company_id' | 'job_id'>>(nextWaiting, [kind, reached])
  const next = waiting[0]
  if (next === undefined) return undefined
  await client.query(`select pg_advisory_lock(${lockKey})`, [next.job_id])
  const { rows } = await client.query<TakenJob>(
    `update job j
        set state = 'running', attempts = j.attempts + 1, done = 0, total = 0,
            request = jsonb_set(j.request, '{withdrawn}',
              (select coalesce(jsonb_agg(u.user_id), '[]') from app_user u
                where u.company_id = j.company_id and u.consent_withdrawn_at is not null))
      where j.company_id = $1 and j.job_id = $2 and j.state = 'waiting'
    returning j.company_id as "companyId", j.job_id as "jobId", j.user_id as "userId", j.request, j.attempts as attempt`,
    [next.company_id, next.job_id],
  )
  if (rows[0] === undefined) await client.query(`select pg_advisory_unlock(${lockKey})`, [next.job_id])
  return rows[0]
}

/** The rows of a job while this attempt of it is the one at work. */
const mine = ({ companyId, jobId, attempt }: TakenJob) =>
  sql<boolean>`j.company_id = ${companyId} and j.job_id = ${jobId} and j.state = 'running' and j.attempts = ${attempt}`

/** @returns false where the job was cancelled meanwhile, or another process has taken it */
export const noteFileProgress = async (db: Db, job: TakenJob, done: number, total: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`update job j set done = ${done}, total = ${total} where ${mine(job)}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Ends a job as done, with the file that it has put.
 * @throws JobCancelled where it was cancelled before, or another process has taken it
 */
export const finishFileJob = async (db: Db, job: TakenJob, { key, type, bytes, total }: MadeFile, at: Date): Promise<void> => {
  const { numAffectedRows } = await sql`
    update job j
       set state = 'done', done = ${total}, total = ${total}, file_key = ${key}, file_type = ${type}, file_bytes = ${bytes}, ended_at = ${at}
     where ${mine(job)}`.execute(db)
  if (numAffectedRows === 0n) throw new JobCancelled()
}

/**
 * Ends a job as done whose result is read where its progress is.
 * @throws JobCancelled where it was cancelled before, or another process has taken it
 */
export const finishWithResult = async (db: Db, job: TakenJob, result: object, total: number, at: Date): Promise<void> => {
  const { numAffectedRows } = await sql`
    update job j
       set state = 'done', done = ${total}, total = ${total}, result = ${JSON.stringify(result)}::jsonb, ended_at = ${at}
     where ${mine(job)}`.execute(db)
  if (numAffectedRows === 0n) throw new JobCancelled()
}

/** Ends a job as failed, in words for the person who asked, unless it has ended or another process has taken it. */
export const failFileJob = async (db: Db, job: TakenJob, error: string, at: Date): Promise<void> => {
  await sql`update job j set state = 'failed', error = ${error}, ended_at = ${at} where ${mine(job)}`.execute(db)
}

const stoppedMessages = { reportZip: 'reportStopped', alertLoadTrial: 'trialStopped' } as const satisfies Record<QueuedKind, unknown>

/** Lets a job wait again that could not be done through no fault of its own; this attempt does not count. */
export const putBackFileJob = async (db: Db, job: TakenJob): Promise<void> => {
  await sql`
    update job j set state = 'waiting', attempts = j.attempts - 1, done = 0, total = 0 where ${mine(job)}`.execute(db)
}

/**
 * Lets jobs wait again whose processes have died, and fails those that this happened to too often. Getting a job's lock
 * proves that nobody is at it any more.
 */
export const recoverFileJobs = async (db: Db, kind: QueuedKind, at: Date, reached: Reached = null): Promise<void> => {
  const { rows } = await sql<TableRow<'job', 'company_id' | 'job_id'>>`
    select j.company_id, j.job_id from job j
     where j.state = 'running' and j.kind = ${kind} and (${reached}::int[] is null or j.company_id = any(${reached}::int[]))`.execute(db)
  const stopped = message(stoppedMessages[kind], { attempts: mostAttempts })
  for (const { company_id, job_id } of rows)
    await db.transaction().execute(async (trx) => {
      const { rows: locks } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('job:' || ${job_id}::text, 0)) as free`.execute(trx)
      if (locks[0]?.free !== true) return
      await sql`
        update job j
           set state = case when j.attempts < ${mostAttempts} then 'waiting' else 'failed' end,
               error = case when j.attempts < ${mostAttempts} then null else ${stopped} end,
               ended_at = case when j.attempts < ${mostAttempts} then null else ${at}::timestamptz end,
               done = 0, total = 0
         where j.company_id = ${company_id} and j.job_id = ${job_id} and j.state = 'running'`.execute(trx)
    })
}
