import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { codeOf, reasonOf } from '../errors.ts'
import { startWriteBehind } from '../write-behind.ts'
import { readClockAhead } from './clock-ahead.ts'

/** What a recurring job did last in this process. */
type JobRun = {
  readonly job: string
  readonly everySeconds: number
  readonly beganAt: Date
  readonly endedAt: Date | null
  readonly tookMs: number | null
  readonly error: string | null
}

/** Notes the turns of recurring jobs in memory, and writes them to the database now and then. */
export type JobRuns = {
  /** Called when a turn begins to do its work. @returns what to call when it has ended, with its error where it failed */
  readonly begin: (work: { readonly name: string; readonly everySeconds: number }) => (error?: unknown) => void
  readonly stop: () => Promise<void>
}

/** Some jobs run every second: their turns are written this often. */
const writeEveryMs = 10_000

/** What may be kept of an error: its code or its kind, since its message may hold somebody's name. */
const kindOf = (error: unknown): string => codeOf(error) ?? (error instanceof Error ? error.name : 'Error')

/** Clocks that differ by less are taken for the same: a turn is not put off for what asking takes. */
const wrongClockMs = 2_000
/** What was noted to be so far in the future was noted by a wrong clock, and prevents nothing. */
const aheadOfAllMs = 60_000

/** A time of this process by the database's clock: never later than now, as it would be where the clock was wrong and has been set back. */
const sharedTime = (at: Date, now: Date, aheadMs: number): Date => new Date(Math.min(at.getTime(), now.getTime()) - aheadMs)

/** The times of a turn by the clock that all processes share: one whose clock is wrong must not blind the others. */
const inSharedTime = (run: JobRun, now: Date, aheadMs: number): JobRun => ({
  ...run,
  beganAt: sharedTime(run.beganAt, now, aheadMs),
  endedAt: run.endedAt === null ? null : sharedTime(run.endedAt, now, aheadMs),
})

/** Writes the last turns, unless another process has taken a later one. */
const writeRuns = async ({ db, clock }: Pick<Context, 'db' | 'clock'>, noted: readonly JobRun[]): Promise<void> => {
  const measured = await readClockAhead(db)
  const aheadMs = Math.abs(measured) < wrongClockMs ? 0 : measured
  const now = clock()
  const runs = noted.map((run) => inSharedTime(run, now, aheadMs))
  const impossible = new Date(now.getTime() - aheadMs + aheadOfAllMs)
  await sql`
    insert into job_run as j (job, every_seconds, began_at, ended_at, took_ms, error, failed_at, failing_since)
    select x.job, x.every_seconds, x.began_at, x.ended_at, x.took_ms, x.error, x.failed_at, x.failed_at
      from jsonb_to_recordset(${JSON.stringify(
        runs.map(({ job, everySeconds, beganAt, endedAt, tookMs, error }) => ({
          job,
          every_seconds: everySeconds,
          began_at: beganAt,
          ended_at: endedAt,
          took_ms: tookMs,
          error,
          failed_at: error === null ? null : endedAt,
        })),
      )}::jsonb)
           as x (job text, every_seconds int, began_at timestamptz, ended_at timestamptz, took_ms int, error text, failed_at timestamptz)
     order by x.job
    on conflict (job) do update
       set every_seconds = excluded.every_seconds, began_at = excluded.began_at,
           ended_at = coalesce(excluded.ended_at, least(j.ended_at, excluded.began_at)), took_ms = coalesce(excluded.took_ms, j.took_ms),
           error = case when excluded.ended_at is null then j.error else excluded.error end,
           failed_at = coalesce(excluded.failed_at, j.failed_at),
           failing_since = case when excluded.ended_at is null then j.failing_since
                                when excluded.error is null then null
                                else least(j.failing_since, excluded.failed_at) end
     where excluded.began_at >= j.began_at or j.began_at > ${impossible}`.execute(db)
}

/** Removes what a former version did: a job that is none any more would be late for ever. */
const removeFormer = async ({ db }: Pick<Context, 'db'>, names: readonly string[]): Promise<void> => {
  await sql`delete from job_run j where j.job <> all(${names}::text[])`.execute(db)
}

/** Starts noting the turns of the jobs. What cannot be written because the database is away is written once it is back. */
export const startJobRuns = (context: Pick<Context, 'db' | 'clock' | 'log'>, jobs: readonly { readonly name: string }[]): JobRuns => {
  const { clock, log } = context
  const latest = new Map<string, JobRun>()
  const unwritten = new Set<string>()
  let hasRemoved = false
  let noted = Promise.withResolvers<void>()
  const note = (run: JobRun) => {
    latest.set(run.job, run)
    unwritten.add(run.job)
    noted.resolve()
  }
  const write = async (): Promise<void> => {
    noted = Promise.withResolvers<void>()
    const runs = [...latest.values()].filter(({ job }) => unwritten.has(job))
    if (runs.length === 0) return
    try {
      if (!hasRemoved) {
        await removeFormer(
          context,
          jobs.map(({ name }) => name),
        )
        hasRemoved = true
      }
      await writeRuns(context, runs)
      for (const run of runs) if (latest.get(run.job) === run) unwritten.delete(run.job)
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'the turns of jobs could not be written')
    }
  }
  const writing = startWriteBehind({ next: () => noted.promise, wake: () => noted.resolve(), write, everyMs: writeEveryMs })
  return {
    begin: ({ name: job, everySeconds }) => {
      const beganAt = clock()
      note({ endedAt: null, tookMs: null, error: null, ...latest.get(job), job, everySeconds, beganAt })
      return (error) => {
        const endedAt = clock()
        const tookMs = Math.max(0, endedAt.getTime() - beganAt.getTime())
        note({ job, everySeconds, beganAt, endedAt, tookMs, error: error === undefined ? null : kindOf(error) })
      }
    },
    stop: writing.stop,
  }
}
