import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import type { BackupPlace } from '../../platform/backup/backup-place.ts'
import { openBackupPlace } from '../../platform/backup/open-backup-place.ts'
import {
  type BackupRun,
  type BegunRun,
  beginRun,
  endRun,
  failAbandonedRuns,
  forgetOldRuns,
  forgetRun,
  readBackupState,
} from '../../platform/backup/backup-runs.ts'
import { type BackupAnswer, type BackupTask, failedAnswer, runBackupTask } from '../../platform/backup/backup-task.ts'
import { canOpen } from '../../platform/backup/encryption.ts'
import { isBackupDue, isCheckDue, nameOfBackup, surplusBackups, timeOfBackup } from '../../platform/backup/schedule.ts'
import { withScratchDatabase } from '../../platform/backup/scratch-database.ts'
import type { BackupSettings } from '../../platform/config/config.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { reasonOf } from '../../platform/errors.ts'
import { secretOfFolder } from '../../platform/secrets/product-secret.ts'

type Run = {
  readonly context: Context
  readonly backup: BackupSettings
  readonly place: BackupPlace
  readonly thread: URL
  readonly stopping: AbortSignal
}

const addressOf = async ({ pool, primary }: Pick<Context, 'pool' | 'primary'>): Promise<string> =>
  primary === undefined ? (pool.options.connectionString ?? '') : (await primary.find()).url

const taskOf = ({ context, backup }: Run, url: string, name: string) => {
  const { dataDir, databaseUrl, filesUrl, diskFloorMegabytes } = context.config
  return { url, name, place: backup.place, key: backup.key, settings: { dataDir, databaseUrl, filesUrl, diskFloorMegabytes } }
}

/** Does the work of a run and notes how it ended, unless the process stops: then nothing of it is left. */
const noted = async ({ context, stopping }: Run, begun: BegunRun, work: () => Promise<BackupAnswer>): Promise<boolean> => {
  const { db, clock, log } = context
  const answer = await work().catch((error: unknown) => failedAnswer(error))
  if (stopping.aborted) {
    await forgetRun(db, begun)
    return false
  }
  if (answer.kind === 'failed') {
    log.error({ file: begun.file, reason: answer.reason }, begun.kind === 'backup' ? 'the backup failed' : 'the check of the backup failed')
    await endRun(db, begun, { state: 'failed', bytes: null, rows: null, files: null, error: answer.words }, clock())
    return false
  }
  const { bytes, rows, files } = answer
  await endRun(db, begun, { state: 'done', bytes, rows, files, error: null }, clock())
  log.info({ file: begun.file, bytes, rows, files }, begun.kind === 'backup' ? 'a backup was made' : 'the backup was checked')
  return true
}

/** Only now that a newer one is whole. What cannot be removed is removed after the next one. */
const removeSurplus = async ({ context, backup, place }: Run): Promise<void> => {
  const { clock, log } = context
  try {
    const names = (await place.list()).map(({ name }) => name)
    for (const name of surplusBackups(names, backup, clock())) await place.remove(name)
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'old backups could not be removed')
  }
}

const makeBackup = async (run: Run): Promise<void> => {
  const { context, backup, place, thread, stopping } = run
  const { db, clock, config, log } = context
  const name = nameOfBackup(clock())
  if (backup.key === undefined) log.warn('BACKUP_KEY is not set: the backup is not encrypted, and does not contain the signing secret')
  const begun = await beginRun(db, { kind: 'backup', file: name, isEncrypted: backup.key !== undefined }, clock())
  const isWhole = await noted(run, begun, async () => {
    await place.removeBroken((broken) => timeOfBackup(broken) !== undefined)
    const secret = await secretOfFolder(config)
    const task: BackupTask = { ...taskOf(run, await addressOf(context), name), kind: 'backup', secret }
    return runBackupTask(thread, task, stopping)
  })
  if (isWhole) await removeSurplus(run)
}

const cannotOpen =
  'この機械には暗号化の公開鍵しかなく、バックアップを開けません。秘密鍵のある機械で mimamori restore --check を実行してください。'
const tooLarge = 'データベースがクラスターのため、ここでは確かめられません。別の機械で mimamori restore --check を実行してください。'

const checkBackup = async (run: Run, { file, rows, files, isEncrypted }: BackupRun): Promise<void> => {
  const { context, backup, thread, stopping } = run
  const { db, clock, config, log } = context
  const begun = await beginRun(db, { kind: 'check', file, isEncrypted }, clock())
  const impossible = context.isDivided ? tooLarge : isEncrypted && !canOpen(backup.key) ? cannotOpen : undefined
  if (impossible !== undefined) {
    await endRun(db, begun, { state: 'impossible', bytes: null, rows: null, files: null, error: impossible }, clock())
    return
  }
  const folder = join(config.dataDir, 'backup-check')
  await noted(run, begun, () =>
    withScratchDatabase(folder, log, (url) =>
      runBackupTask(thread, { ...taskOf(run, url, file), kind: 'check', folder, expected: { rows, files } }, stopping),
    ),
  )
}

/**
 * Makes a backup each night where `BACKUP_DIR` is set, and checks the newest once a week. The work itself is done by a thread.
 * @param thread the module that does a `BackupTask`
 */
export const backupJob = (thread: URL): Recurring => ({
  name: 'backup',
  everySeconds: 60,
  lockedBy: 'session',
  run: async (context, _client, stopping) => {
    const { db, clock, config } = context
    const { backup } = config
    if (backup === undefined) return
    // Nobody else is at it: the lock is held.
    await failAbandonedRuns(db, 'プロセスが途中で終わりました。', clock())
    const run: Run = { context, backup, place: await openBackupPlace(backup.place), thread, stopping }
    if (isBackupDue(await readBackupState(db), backup.hour, clock())) {
      await makeBackup(run)
      await forgetOldRuns(db, clock())
    }
    const state = await readBackupState(db)
    if (!stopping.aborted && state.lastGood !== null && isCheckDue(state, clock())) await checkBackup(run, state.lastGood)
  },
})
