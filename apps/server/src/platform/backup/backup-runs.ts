import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../context.ts'

/** A backup that was made by schedule, or the check of one. */
export type BackupRun = {
  readonly kind: 'backup' | 'check'
  /** `impossible`: this machine cannot check its backups. */
  readonly state: 'running' | 'done' | 'failed' | 'impossible'
  /** What the file is called in `BACKUP_DIR`. */
  readonly file: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly isEncrypted: boolean
  /** Of the file; null until the backup is done, and of a check. */
  readonly bytes: number | null
  /** Rows of all tables, and uploaded or made files that are in it. */
  readonly rows: number | null
  readonly files: number | null
  /** Why it failed or is impossible, in Japanese for an operator; else null. */
  readonly error: string | null
}

/** What is known of the backups by schedule. */
export type BackupState = {
  /** The newest that is whole; null where there is none. */
  readonly lastGood: BackupRun | null
  /** The one that ended last, whatever became of it. */
  readonly lastBackup: BackupRun | null
  /** The check that ended last. */
  readonly lastCheck: BackupRun | null
}

const columns = sql`
  r.kind, r.state, r.file, r.started_at as "startedAt", r.ended_at as "endedAt", r.is_encrypted as "isEncrypted", r.bytes,
  r.row_count as rows, r.file_count as files, r.error`

const last = async (db: Db, kind: BackupRun['kind'], isGood: boolean): Promise<BackupRun | null> => {
  const { rows } = await sql<BackupRun>`
    select ${columns} from backup_run r
     where r.kind = ${kind} and r.state <> 'running' and (not ${isGood}::boolean or r.state = 'done')
     order by r.started_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Reads what became of the backups by schedule and of their checks. */
export const readBackupState = async (db: Db): Promise<BackupState> => ({
  lastGood: await last(db, 'backup', true),
  lastBackup: await last(db, 'backup', false),
  lastCheck: await last(db, 'check', false),
})

const hourMs = 3_600_000
// A day, and as long as a large backup may take.
const lateHours = 30
// A week, and two nights on which the check was put off.
const checkLateHours = 9 * 24

/** What needs an operator's hand: the last backup failed, none was made for more than a day, or the check failed or is overdue. */
export type BackupFault = 'backupFailed' | 'backupLate' | 'checkFailed' | 'checkLate'

/**
 * What is wrong with backups by schedule; undefined where nothing is. A machine that cannot check its backups, since it has
 * only the public half of the key, is no fault.
 * @param since when the process began to make backups: before that none can be late
 */
export const faultOfBackups = ({ lastGood, lastBackup, lastCheck }: BackupState, since: Date, now: Date): BackupFault | undefined => {
  const isOlder = (at: Date | undefined, hours: number) => now.getTime() - Math.max(at?.getTime() ?? 0, since.getTime()) > hours * hourMs
  if (lastBackup?.state === 'failed') return 'backupFailed'
  if (isOlder(lastGood?.startedAt, lateHours)) return 'backupLate'
  if (lastCheck?.state === 'failed') return 'checkFailed'
  return isOlder(lastCheck?.startedAt, checkLateHours) ? 'checkLate' : undefined
}

/** A run to be noted as begun. */
export type BegunRun = { readonly runId: string; readonly kind: BackupRun['kind']; readonly file: string; readonly isEncrypted: boolean }

/** Notes that a run begins. */
export const beginRun = async (db: Db, run: Omit<BegunRun, 'runId'>, at: Date): Promise<BegunRun> => {
  const runId = randomUUID()
  await sql`
    insert into backup_run (run_id, kind, file, is_encrypted, started_at)
    values (${runId}, ${run.kind}, ${run.file}, ${run.isEncrypted}, ${at})`.execute(db)
  return { ...run, runId }
}

/** Notes how a run ended. */
export const endRun = async (
  db: Db,
  { runId }: BegunRun,
  end: Pick<BackupRun, 'state' | 'bytes' | 'rows' | 'files' | 'error'>,
  at: Date,
): Promise<void> => {
  await sql`
    update backup_run r
       set state = ${end.state}, ended_at = ${at}, bytes = ${end.bytes}::bigint, row_count = ${end.rows}::bigint,
           file_count = ${end.files}::int, error = ${end.error}::text
     where r.run_id = ${runId} and r.state = 'running'`.execute(db)
}

/** Removes the trace of a run that the process's stop broke off: the next process makes it again, so it is no failure. */
export const forgetRun = async (db: Db, { runId }: BegunRun): Promise<void> => {
  await sql`delete from backup_run r where r.run_id = ${runId} and r.state = 'running'`.execute(db)
}

/** Fails runs whose process died. To be called by the one that holds the lock of the backups, when it runs nothing itself. */
export const failAbandonedRuns = async (db: Db, error: string, at: Date): Promise<void> => {
  await sql`update backup_run r set state = 'failed', ended_at = ${at}, error = ${error} where r.state = 'running'`.execute(db)
}

const keptDays = 400

/** Forgets runs of more than a year ago. */
export const forgetOldRuns = async (db: Db, now: Date): Promise<void> => {
  await sql`delete from backup_run r where r.started_at < ${new Date(now.getTime() - keptDays * 24 * hourMs)}`.execute(db)
}
