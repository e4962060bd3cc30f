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
  /** `BACKUP_DIR` at the time; null where that was not noted. */
  readonly place: string | null
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
  /** What did not go well although it is done, likewise. */
  readonly warning: string | null
}

/** What is known of the backups by schedule. */
export type BackupState = {
  /** The newest that is whole; null where there is none. */
  readonly lastGood: BackupRun | null
  /** The one that ended last, whatever became of it. */
  readonly lastBackup: BackupRun | null
  /** The check that ended last. */
  readonly lastCheck: BackupRun | null
  /** The last check by which a backup came back. */
  readonly lastPassed: BackupRun | null
  /** When the first run of all began; null where there was none. */
  readonly firstAt: Date | null
}

const columns = sql`
  r.kind, r.state, r.file, r.place, r.started_at as "startedAt", r.ended_at as "endedAt", r.is_encrypted as "isEncrypted", r.bytes,
  r.row_count as rows, r.file_count as files, r.error, r.warning`

const last = async (db: Db, kind: BackupRun['kind'], isGood: boolean, until: Date): Promise<BackupRun | null> => {
  const { rows } = await sql<BackupRun>`
    select ${columns} from backup_run r
     where r.kind = ${kind} and r.state <> 'running' and not r.is_broken_off and (not ${isGood}::boolean or r.state = 'done')
       and r.started_at <= ${until}
     order by r.started_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

const firstBegun = async (db: Db, until: Date): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    select r.started_at as at from backup_run r where r.started_at <= ${until} order by r.started_at limit 1`.execute(db)
  return rows[0]?.at ?? null
}

// Clocks of several processes differ a little.
const aheadMs = 600_000

/**
 * Reads what became of the backups by schedule and of their checks. A run that began in the future says nothing: the clock was
 * ahead then, and it would be the newest for years.
 */
export const readBackupState = async (db: Db, now: Date): Promise<BackupState> => {
  const until = new Date(now.getTime() + aheadMs)
  return {
    lastGood: await last(db, 'backup', true, until),
    lastBackup: await last(db, 'backup', false, until),
    lastCheck: await last(db, 'check', false, until),
    lastPassed: await last(db, 'check', true, until),
    firstAt: await firstBegun(db, until),
  }
}

const hourMs = 3_600_000
// A day, and as long as a large backup may take.
const lateHours = 30
// A week, and two nights on which the check was put off.
const checkLateHours = 9 * 24
// What is late because the machine was off is made as soon as it is on again.
const catchUpHours = 2

/** What needs an operator's hand: the last backup failed, none was made for more than a day, or the check failed or is overdue. */
export type BackupFault = 'backupFailed' | 'backupLate' | 'checkFailed' | 'checkLate'

/**
 * What is wrong with backups by schedule; undefined where nothing is. A machine that cannot check its backups, since it has
 * only the public half of the key, is no fault.
 * @param since when the process began to make backups: it has a moment to catch up
 */
export const faultOfBackups = (
  { lastGood, lastBackup, lastCheck, firstAt }: BackupState,
  since: Date,
  now: Date,
): BackupFault | undefined => {
  const hoursFrom = (at: Date) => (now.getTime() - at.getTime()) / hourMs
  const isLate = (run: BackupRun | null, hours: number) =>
    hoursFrom(run?.startedAt ?? firstAt ?? since) > hours && hoursFrom(since) > catchUpHours
  if (lastBackup?.state === 'failed') return 'backupFailed'
  if (isLate(lastGood, lateHours)) return 'backupLate'
  if (lastCheck?.state === 'failed') return 'checkFailed'
  return isLate(lastCheck, checkLateHours) ? 'checkLate' : undefined
}

/** A run to be noted as begun. */
export type BegunRun = { readonly runId: string } & Pick<BackupRun, 'kind' | 'file' | 'place' | 'isEncrypted'>

/** Notes that a run begins. */
export const beginRun = async (db: Db, run: Omit<BegunRun, 'runId'>, at: Date): Promise<BegunRun> => {
  const runId = randomUUID()
  await sql`
    insert into backup_run (run_id, kind, file, place, is_encrypted, started_at)
    values (${runId}, ${run.kind}, ${run.file}, ${run.place}::text, ${run.isEncrypted}, ${at})`.execute(db)
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

/** Notes that the process's stop broke a run off. The next process makes it again, so it is no failure that calls anybody. */
export const breakOff = async (db: Db, { runId }: BegunRun, at: Date): Promise<void> => {
  await sql`
    update backup_run r set state = 'failed', is_broken_off = true, ended_at = ${at}, error = 'サーバーの停止で中断しました。'
     where r.run_id = ${runId} and r.state = 'running'`.execute(db)
}

/** Notes what did not go well after a run was done. */
export const warnOfRun = async (db: Db, { runId }: BegunRun, words: string): Promise<void> => {
  await sql`update backup_run r set warning = ${words} where r.run_id = ${runId} and r.state = 'done'`.execute(db)
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
