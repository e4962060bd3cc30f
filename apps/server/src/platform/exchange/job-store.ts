import { type Job, type ImportCounts, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { z } from 'zod'
import type { Db } from '../context.ts'

export type Counts = z.infer<typeof ImportCounts>

type Begun = { readonly jobId: string; readonly userId: number; readonly resource: string; readonly fileName: string; readonly at: Date }

// Held by the session that works on the job, and gone with it: a job at work without its lock has lost its process.
const lockKey = `hashtextextended('import-job:' || $1::text, 0)`

/** Begins a job under its lock, which the session keeps. */
export const beginJob = async (client: ClientBase, { jobId, userId, resource, fileName, at }: Begun): Promise<void> => {
  await client.query(`select pg_advisory_lock(${lockKey})`, [jobId])
  await client.query('insert into import_job (job_id, user_id, resource, file_name, created_at) values ($1, $2, $3, $4, $5)', [
    jobId,
    userId,
    resource,
    fileName,
    at,
  ])
}

/** Ends a job well, in the transaction that takes its rows over: either both are there, or neither. */
export const finishJob = async (client: ClientBase, jobId: string, result: Counts, at: Date): Promise<void> => {
  await client.query(
    `update import_job j set state = 'done', done = greatest(j.total, 1), total = greatest(j.total, 1), result = $2, ended_at = $3
      where j.job_id = $1`,
    [jobId, JSON.stringify(result), at],
  )
}

export const noteProgress = async (db: Db, jobId: string, done: number, total: number): Promise<void> => {
  await sql`update import_job j set done = ${done}, total = ${total} where j.job_id = ${jobId} and j.state = 'running'`.execute(db)
}

export type Failure = { readonly messages?: Readonly<Record<string, string[]>>; readonly error?: string }

export const failJob = async (db: Db, jobId: string, { messages, error }: Failure, at: Date): Promise<void> => {
  await sql`
    update import_job j
       set state = 'failed', messages = ${messages === undefined ? null : JSON.stringify(messages)}::jsonb, error = ${error ?? null}, ended_at = ${at}
     where j.job_id = ${jobId} and j.state <> 'done'`.execute(db)
}

// Whoever gets the lock of a job at work knows that nobody works on it any more.
const failWhereAbandoned = (db: Db, jobId: string, at: Date) =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('import-job:' || ${jobId}::text, 0)) as mine`.execute(trx)
    if (rows[0]?.mine === true) await failJob(trx, jobId, { error: message('importStopped') }, at)
  })

type Row = {
  readonly state: Job['state']
  readonly done: number
  readonly total: number
  readonly result: Counts | null
  readonly messages: Record<string, string[]> | null
  readonly error: string | null
}

const select = async (db: Db, userId: number, jobId: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select j.state, j.done, j.total, j.result, j.messages, j.error
      from import_job j where j.job_id = ${jobId} and j.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** A job as it stands, for whoever started it; undefined for anybody else. One whose process died has failed. */
export const findJob = async (db: Db, userId: number, jobId: string, now: Date): Promise<Job | undefined> => {
  const found = await select(db, userId, jobId)
  if (found?.state === 'running' || found?.state === 'waiting') await failWhereAbandoned(db, jobId, now)
  const row = await select(db, userId, jobId)
  if (row === undefined) return undefined
  const { result, messages, error, ...rest } = row
  return {
    jobId,
    ...rest,
    ...(result === null ? {} : { result }),
    ...(messages === null ? {} : { messages }),
    ...(error === null ? {} : { error }),
  }
}
