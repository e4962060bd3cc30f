import { type AlertTrial, importCountsOf, type Job, type JobKind, type JobRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { tenantOf } from '../../shared/organisation/tenant-filter.ts'
import type { Context, Db } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { failWhereAbandoned, type JobKey } from '../../platform/jobs/job-record.ts'
import type { Actor } from '../../platform/http/route.ts'
import { removeEndedJob } from './remove.ts'

type Row = {
  readonly company_id: number
  readonly job_id: string
  readonly kind: JobKind
  readonly office_id: number | null
  readonly file_name: string
  readonly state: Job['state']
  readonly done: number
  readonly total: number
  readonly result: NonNullable<Job['result']> | null
  readonly messages: Record<string, string[]> | null
  readonly error: string | null
  /** What a file is made of, in words; null of an import. */
  readonly about: string | null
  readonly file_bytes: number | null
  readonly created_at: Date
  readonly ended_at: Date | null
}

// Of the request what it is about, and no more: it may list thousands of people, and this is read at each poll.
const columns = sql.raw(
  `j.company_id, j.job_id, j.kind, j.office_id, j.file_name, j.state, j.done, j.total, j.result, j.messages, j.error,
   j.request ->> 'about' as about, j.file_bytes, j.created_at, j.ended_at`,
)

const keyOf = ({ company_id: companyId, job_id: jobId }: Row): JobKey => ({ companyId, jobId })

const retentionMs = 24 * 3_600_000

const fileOf = ({ file_name: name, file_bytes: bytes, ended_at: endedAt }: Row): Job['file'] =>
  bytes === null || endedAt === null ? null : { name, bytes, keptUntil: toJapanIso(new Date(endedAt.getTime() + retentionMs)) }

const jobOf = (row: Row): Job => ({
  jobId: row.job_id,
  kind: row.kind,
  officeId: row.office_id,
  fileName: row.file_name,
  ...(row.about === null ? {} : { about: row.about }),
  state: row.state,
  done: row.done,
  total: row.total,
  ...(row.result === null ? {} : { result: row.result }),
  ...(row.messages === null ? {} : { messages: row.messages }),
  ...(row.error === null ? {} : { error: row.error }),
  file: fileOf(row),
  createdAt: toJapanIso(row.created_at),
  endedAt: toJapanIsoOrNull(row.ended_at),
})

/** The person who started a job. */
type Starter = Pick<Actor, 'role' | 'userId' | 'companyId'>

/** True for the jobs (alias `j`) that somebody has started. Those of a service administrator are of the companies they were about. */
const ownJobs = (starter: Starter) => sql<boolean>`(${tenantOf(starter)('j')} and j.user_id = ${starter.userId})`

const select = async (db: Db, starter: Starter, jobId?: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from job j
     where ${ownJobs(starter)} and ${jobId === undefined ? sql`true` : sql`j.job_id = ${jobId}`}
     order by j.created_at desc, j.job_id`.execute(db)
  return rows
}

/** As `select`; imports whose process died have failed. What makes a file is begun again by others. */
const find = async (db: Db, starter: Starter, now: Date, jobId?: string): Promise<Job[]> => {
  const running = (await select(db, starter, jobId)).filter(({ state, about }) => state === 'running' && about === null)
  for (const row of running) await failWhereAbandoned(db, keyOf(row), now)
  return (await select(db, starter, jobId)).map(jobOf)
}

/** What a person has started and nobody removed yet, the newest first. */
export const findJobs = async (db: Db, starter: Starter, now: Date): Promise<JobRow[]> =>
  (await find(db, starter, now)).map(({ messages, result, ...job }) => {
    const counts = importCountsOf({ result })
    return {
      ...job,
      ...(counts === undefined ? {} : { result: counts }),
      hasMessages: messages !== undefined || counts?.warnings !== undefined,
    }
  })

/** A job's current state, for the person who started it; undefined for anybody else. */
export const findJob = async (db: Db, starter: Starter, jobId: string, now: Date): Promise<Job | undefined> =>
  (await find(db, starter, now, jobId))[0]

/** A trial's result with names, and whom it shows. */
type NamedTrial = { readonly trial: AlertTrial; readonly people: readonly PersonKey[] }

/** A file that a job has made: where it is kept, what it is made of in words, and whose data it holds. */
export type JobFile = {
  readonly key: string
  readonly type: string
  readonly bytes: number
  readonly name: string
  readonly about: string | null
  readonly officeIds: readonly number[] | null
  readonly companyId: number
}

/**
 * The result of a trial for the person who started it, with the names of the people it is about; undefined once they no longer see
 * the site. Nobody is named who is deleted or withdrew their consent.
 */
export const findTrial = async (db: Db, actor: Actor, jobId: string, trial: AlertTrial): Promise<NamedTrial | undefined> => {
  if (!(await seesAll(db, actor, [trial.officeId]))) return undefined
  const tenant = tenantOf(actor)
  const userIds = [...new Set([...trial.later, ...trial.missed].map(({ userId }) => userId))]
  const { rows } = await sql<PersonKey & { userName: string | null }>`
    select j.company_id as "companyId", u.user_id as "userId",
           case when u.deleted_at is null and u.consent_withdrawn_at is null then u.full_name end as "userName"
      from job j join app_user u on u.company_id = j.company_id and ${tenant('u')} and u.user_id = any(${userIds}::int[])
     where ${ownJobs(actor)} and j.job_id = ${jobId}`.execute(db)
  const names = new Map(rows.map(({ userId, userName }) => [userId, userName]))
  const named = <Change extends { readonly userId: number }>(change: Change) => ({ ...change, userName: names.get(change.userId) ?? null })
  return { trial: { ...trial, later: trial.later.map(named), missed: trial.missed.map(named) }, people: rows }
}

const seesAll = async (db: Db, actor: Actor, officeIds: readonly number[]): Promise<boolean> => {
  const { rows } = await sql<{ seen: number }>`
    select count(*)::int as seen from office o where o.office_id = any(${officeIds}::int[]) and ${withinScope(actor, officeColumns)}`.execute(
    db,
  )
  return rows[0]?.seen === new Set(officeIds).size
}

/**
 * The file of a job as long as it is kept, for the person who started it and still sees every site in it; undefined for
 * anybody else, and once somebody of these sites has withdrawn their consent since the file was begun. The day of a
 * withdrawal, which people type, does not show that.
 */
export const findFile = async (db: Db, actor: Actor, jobId: string, now: Date): Promise<JobFile | undefined> => {
  const tenant = tenantOf(actor)
  const { rows } = await sql<JobFile>`
    select j.file_key as key, j.file_type as type, j.file_bytes as bytes, j.file_name as name,
           j.request ->> 'about' as about, j.request -> 'officeIds' as "officeIds", j.company_id as "companyId" from job j
     where ${ownJobs(actor)} and j.job_id = ${jobId} and j.file_key is not null
       and j.ended_at > ${new Date(now.getTime() - retentionMs)}
       and not exists (select from app_user u
                        where u.company_id = j.company_id and ${tenant('u')} and u.consent_withdrawn_at is not null
                          and not coalesce(j.request -> 'withdrawn', '[]') @> to_jsonb(u.user_id)
                          and (j.request -> 'officeIds' @> to_jsonb(u.office_id)
                            or exists (select from hourly_summary h
                                        where h.company_id = u.company_id and ${tenant('h')} and h.user_id = u.user_id
                                          and j.request -> 'officeIds' @> to_jsonb(h.office_id))))`.execute(db)
  const [file] = rows
  return file !== undefined && (await seesAll(db, actor, file.officeIds ?? [])) ? file : undefined
}

/**
 * Cancels a waiting or running job, of which nothing is kept, or removes one that has ended, with its file.
 * @returns the job's current state: cancelled, or how it had ended before; undefined for the person who did not start it
 * @throws FilesAway where its file cannot be removed
 */
export const cancelOrRemoveJob = async (
  { db, files, clock }: Pick<Context, 'db' | 'files' | 'clock'>,
  starter: Starter,
  jobId: string,
): Promise<Job | undefined> => {
  const [storedJob] = await select(db, starter, jobId)
  if (storedJob === undefined) return undefined
  // One that ends in this moment holds its row until it has: the update then finds it ended.
  const { rows } = await sql<Row>`
    update job j set state = 'cancelled', ended_at = ${clock()}
     where j.company_id = ${storedJob.company_id} and j.job_id = ${jobId} and j.state in ('waiting', 'running')
    returning ${columns}`.execute(db)
  const [cancelled] = rows
  if (cancelled !== undefined) return jobOf(cancelled)
  const ended = await findJob(db, starter, jobId, clock())
  if (ended !== undefined) await removeEndedJob(db, files, keyOf(storedJob))
  return ended
}
