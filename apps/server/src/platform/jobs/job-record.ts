import { type ImportCounts, type ImportKind, message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { ClientBase, PoolClient } from 'pg'
import type { z } from 'zod'
import type { Db } from '../context.ts'
import { inTransaction } from '../database/recurring.ts'

export type Counts = z.infer<typeof ImportCounts>

/** A job and the tenant it is about. */
export type JobKey = { readonly companyId: number; readonly jobId: string }

export type NewJob = JobKey & {
  readonly userId: number
  readonly kind: ImportKind
  /** Where its records belong, so that the console can link back. */
  readonly officeId: number | null
  readonly fileName: string
  readonly at: Date
}

/** The requester cancelled the job while it was running. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled'
}

// Held by the session that runs the job, and released with it: a running job without its lock has lost its process.
export const lockKey = `hashtextextended('job:' || $1::text, 0)`

/** An import of a tenant that is under way: who began it, whether that is who asks, and when. */
export type RunningImport = { readonly name: string; readonly since: Date; readonly isOwn: boolean }

const importsOfTenant = `
  select j.job_id, j.user_id, j.created_at as since from job j
   where j.company_id = $1 and j.state = 'running' and j.request is null`

// Apart from the imports: the locks are the coordinator's where the database is a cluster. One whose lock can be had has lost
// its process.
const locksFree = `
  select x.id as job_id from unnest($1::text[]) as x (id)
   where pg_try_advisory_xact_lock(hashtextextended('job:' || x.id, 0))`

// Administrators of the service import for tenants that are not theirs.
const nameOf = `
  select coalesce(u.full_name, u.login_id) as name from app_user u
   where u.user_id = $2 and (u.company_id = $1 or u.role = 'AdminUnitService')`

const failAbandoned = `
  update job j set state = 'failed', error = $3, ended_at = $4
   where j.company_id = $1 and j.job_id = any($2::uuid[])`

/**
 * Begins an import under its lock, which the session keeps, unless another one of the tenant is under way.
 * @returns the other one
 */
export const beginImport = async (client: PoolClient, job: NewJob): Promise<RunningImport | undefined> => {
  const { companyId, jobId, userId, kind, officeId, fileName, at } = job
  return inTransaction(client, async () => {
    // Two that begin at once: the later one sees the earlier one's row.
    await client.query(`select pg_advisory_xact_lock(hashtext('import'), $1)`, [companyId])
    const { rows } = await client.query<{ job_id: string; user_id: number; since: Date }>(importsOfTenant, [companyId])
    const locks = await client.query<{ job_id: string }>(locksFree, [rows.map((row) => row.job_id)])
    const abandoned = locks.rows.map((row) => row.job_id)
    const running = rows.find((row) => !abandoned.includes(row.job_id))
    if (running !== undefined) {
      const people = await client.query<{ name: string }>(nameOf, [companyId, running.user_id])
      return { name: people.rows[0]?.name ?? '', since: running.since, isOwn: running.user_id === userId }
    }
    if (abandoned.length > 0) await client.query(failAbandoned, [companyId, abandoned, message('importStopped'), at])
    await client.query(`select pg_advisory_lock(${lockKey})`, [jobId])
    await client.query(
      `insert into job (company_id, job_id, user_id, kind, office_id, file_name, state, created_at)
       values ($1, $2, $3, $4, $5, $6, 'running', $7)`,
      [companyId, jobId, userId, kind, officeId, fileName, at],
    )
    return undefined
  })
}

/**
 * Ends a job as done, in the transaction that imports its rows: both are committed or neither.
 * @throws JobCancelled where it was cancelled before
 */
export const finishJob = async (client: ClientBase, { companyId, jobId }: JobKey, result: Counts, at: Date): Promise<void> => {
  const { rowCount } = await client.query(
    `update job j set state = 'done', done = $5, total = $5, result = $3, ended_at = $4
      where j.company_id = $1 and j.job_id = $2 and j.state = 'running'`,
    [companyId, jobId, JSON.stringify(result), at, result.created + result.updated + result.deleted],
  )
  if (rowCount === 0) throw new JobCancelled()
}

/** @returns false where the job was cancelled meanwhile */
export const noteProgress = async (db: Db, { companyId, jobId }: JobKey, done: number, total: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update job j set done = ${done}, total = ${total}
     where j.company_id = ${companyId} and j.job_id = ${jobId} and j.state = 'running'`.execute(db)
  return numAffectedRows !== 0n
}

export type Failure = { readonly messages?: Readonly<Record<string, string[]>>; readonly error?: string }

/** Ends a job as failed, unless it has ended already. */
export const failJob = async (db: Db, { companyId, jobId }: JobKey, { messages, error }: Failure, at: Date): Promise<void> => {
  await sql`
    update job j
       set state = 'failed', messages = ${messages === undefined ? null : JSON.stringify(messages)}::jsonb, error = ${error ?? null}, ended_at = ${at}
     where j.company_id = ${companyId} and j.job_id = ${jobId} and j.state = 'running'`.execute(db)
}

/** Fails a running job whose process has died: getting its lock proves that nobody runs it any more. */
export const failWhereAbandoned = (db: Db, job: JobKey, at: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('job:' || ${job.jobId}::text, 0)) as mine`.execute(trx)
    if (rows[0]?.mine === true) await failJob(trx, job, { error: message('importStopped') }, at)
  })

/** Removes the record of a job that has ended. */
export const removeJob = async (db: Db, { companyId, jobId }: JobKey): Promise<void> => {
  await sql`
    delete from job j
     where j.company_id = ${companyId} and j.job_id = ${jobId} and j.state not in ('waiting', 'running')`.execute(db)
}
