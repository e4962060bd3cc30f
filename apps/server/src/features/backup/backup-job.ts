import { join } from 'node:path'
import type { Context } from '../../platform/context.ts'
import type { BackupPlace } from '../../platform/backup/backup-place.ts'
import { openBackupPlace } from '../../platform/backup/open-backup-place.ts'
import {
  type BackupRun,
  type BackupState,
  type BegunRun,
  beginRun,
  breakOff,
  endRun,
  failAbandonedRuns,
  forgetOldRuns,
  readBackupState,
  warnOfRun,
} from '../../platform/backup/backup-runs.ts'
import { type BackupAnswer, type BackupTask, failedAnswer, runBackupTask } from '../../platform/backup/backup-task.ts'
import { canOpen } from '../../platform/backup/encryption.ts'
import { BackupError } from '../../platform/backup/format.ts'
import { isBackupDue, isCheckDue, nameOfBackup, surplusBackups, timeOfBackup } from '../../platform/backup/schedule.ts'
import { removeScratch, withScratchDatabase } from '../../platform/backup/scratch-database.ts'
import type { BackupSettings } from '../../platform/config/config.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { reasonOf } from '../../platform/errors.ts'
import { secretOfFolder } from '../../platform/secrets/product-secret.ts'

type Run = {
  readonly context: Context
  readonly backup: BackupSettings
  readonly place: BackupPlace
  readonly thread: URL
  readonly ledger: string
  readonly stopping: AbortSignal
}

const addressOf = async ({ pool, primary }: Pick<Context, 'pool' | 'primary'>): Promise<string> =>
  primary === undefined ? (pool.options.connectionString ?? '') : (await primary.find()).url

const taskOf = ({ context, backup }: Run, name: string) => {
  const { dataDir, databaseUrl, filesUrl, diskFloorMegabytes } = context.config
  return { name, place: backup.place, key: backup.key, settings: { dataDir, databaseUrl, filesUrl, diskFloorMegabytes } }
}

const nothingRead = { bytes: null, rows: null, files: null }

/** Does the work of a run and notes how it ended. Nothing is left of what the process's stop breaks off, except its trace. */
const noted = async (run: Run, begun: BegunRun, work: () => Promise<BackupAnswer>): Promise<boolean> => {
  const { context, backup, stopping } = run
  const { db, clock, log } = context
  const step = { kind: begun.kind, place: backup.place }
  const answer = await work().catch((error: unknown) => failedAnswer(error, step))
  if (stopping.aborted) {
    await breakOff(db, begun, clock())
    if (begun.kind === 'backup') await removeBroken(run)
    return false
  }
  if (answer.kind !== 'done') {
    const { words, reason } = answer.kind === 'failed' ? answer : failedAnswer(new Error('the check did not end'), step)
    log.error({ file: begun.file, reason }, begun.kind === 'backup' ? 'the backup failed' : 'the check of the backup failed')
    await endRun(db, begun, { state: 'failed', ...nothingRead, error: words }, clock())
    return false
  }
  const { bytes, rows, files } = answer
  await endRun(db, begun, { state: 'done', bytes, rows, files, error: null }, clock())
  log.info({ file: begun.file, bytes, rows, files }, begun.kind === 'backup' ? 'a backup was made' : 'the backup was checked')
  return true
}

const removeBroken = ({ place }: Pick<Run, 'place'>) => place.removeBroken((broken) => timeOfBackup(broken) !== undefined)

const removeAll = async ({ context, place }: Run, names: readonly string[]): Promise<number> => {
  let left = 0
  for (const name of names) {
    try {
      await place.remove(name)
    } catch (error) {
      left += 1
      context.log.warn({ name, reason: reasonOf(error) }, 'an old backup could not be removed')
    }
  }
  return left
}

/** Only now that a newer one is whole. What cannot be removed is removed after the next one. */
const removeSurplus = async (run: Run, begun: BegunRun): Promise<void> => {
  const { context, backup, place } = run
  const { db, clock, log } = context
  const { lastPassed, lastCheck } = await readBackupState(db, clock())
  try {
    const names = (await place.list()).map(({ name }) => name)
    const kept = { ...backup, passed: lastPassed?.file, areChecksFailing: lastCheck?.state === 'failed' }
    const left = await removeAll(run, surplusBackups(names, kept, clock()))
    if (left > 0) await warnOfRun(db, begun, `古いバックアップ${left}件を削除できません。BACKUP_DIR の権限を確かめてください。`)
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'old backups could not be removed')
    await warnOfRun(db, begun, '古いバックアップを削除できません。BACKUP_DIR を確かめてください。')
  }
}

/**
 * A disk that is not mounted leaves an empty folder, on the disk that backups are to survive. An erasure may have put its ledger
 * there meanwhile.
 */
const refuseLostPlace = async ({ backup, place, ledger }: Run, lastGood: BackupRun | null): Promise<void> => {
  if (lastGood?.place !== backup.place || (await place.list()).some(({ name }) => name !== ledger)) return
  throw new BackupError(
    '前回までのバックアップが、BACKUP_DIR に見当たりません。ディスクがマウントされているか確かめてください。空の場所から始め直すときは、そこに空のファイルを1つ置いてください。',
    'BACKUP_DIR is empty, and was not: its disk may not be mounted. To begin again there, put an empty file into it.',
  )
}

const makeBackup = async (run: Run, { lastGood }: BackupState): Promise<void> => {
  const { context, backup, thread, stopping } = run
  const { db, clock, config, log } = context
  const name = nameOfBackup(clock())
  if (backup.key === undefined) log.warn('BACKUP_KEY is not set: the backup is not encrypted, and does not contain the signing secret')
  const begun = await beginRun(db, { kind: 'backup', file: name, place: backup.place, isEncrypted: backup.key !== undefined }, clock())
  const isWhole = await noted(run, begun, async () => {
    await refuseLostPlace(run, lastGood)
    await removeBroken(run)
    const secret = await secretOfFolder(config)
    const task: BackupTask = { ...taskOf(run, name), kind: 'backup', url: await addressOf(context), secret }
    return runBackupTask(thread, task, stopping)
  })
  if (isWhole) await removeSurplus(run, begun)
}

/** What a look at the place says, for which nothing need be opened; undefined where the backup is there, as large as it was. */
const lossOf = async ({ backup, place }: Run, { file, bytes, place: former }: BackupRun): Promise<string | undefined> => {
  if (former !== backup.place) return undefined
  const found = (await place.list()).find(({ name }) => name === file)
  if (found === undefined) return `最後のバックアップ（${file}）が BACKUP_DIR にありません。`
  return bytes === null || found.bytes === bytes ? undefined : `最後のバックアップ（${file}）の大きさが、作ったときと違います。`
}

const cannotOpen =
  'この機械の BACKUP_KEY では、暗号化したバックアップを開けません。鍵のある機械で mimamori restore --check FILE を実行してください。'
const tooLarge = 'データベースがクラスターのため、ここでは確かめられません。別の機械で mimamori restore --check FILE を実行してください。'

const scratchFolder = ({ config }: Pick<Context, 'config'>) => join(config.dataDir, 'backup-check')

const restoreOnTrial = async (run: Run, { file, rows, files }: BackupRun): Promise<BackupAnswer> => {
  const { context, thread, stopping } = run
  // Most of what may be wrong with a file needs no database to be seen.
  const verified = await runBackupTask(thread, { ...taskOf(run, file), kind: 'verify' }, stopping)
  if (verified.kind !== 'verified') return verified
  const folder = scratchFolder(context)
  const check = { ...taskOf(run, file), kind: 'check', folder, verified: verified.header, expected: { rows, files } } as const
  return withScratchDatabase(folder, context.log, (url) => runBackupTask(thread, { ...check, url }, stopping))
}

const checkBackup = async (run: Run, backedUp: BackupRun, loss: string | undefined): Promise<void> => {
  const { context, backup } = run
  const { db, clock, log } = context
  const { file, isEncrypted } = backedUp
  const begun = await beginRun(db, { kind: 'check', file, place: backup.place, isEncrypted }, clock())
  if (loss !== undefined) {
    log.error({ file, loss }, 'the backup is lost')
    await endRun(db, begun, { state: 'failed', ...nothingRead, error: loss }, clock())
    return
  }
  const impossible = context.isDivided ? tooLarge : isEncrypted && !canOpen(backup.key) ? cannotOpen : undefined
  if (impossible === undefined) await noted(run, begun, () => restoreOnTrial(run, backedUp))
  else await endRun(db, begun, { state: 'impossible', ...nothingRead, error: impossible }, clock())
}

const lookMs = 3_600_000

/**
 * Makes a backup each night where `BACKUP_DIR` is set, checks the newest once a week, and looks each hour whether it is still
 * there. The work itself is done by a thread.
 * @param thread the module that does a `BackupTask`
 * @param ledger what the ledger of erasures beside the backups is called
 */
export const backupJob = (thread: URL, ledger: string): Recurring => {
  let isSwept = false
  let lookedAt = 0

  const look = async ({ clock, log }: Context, open: () => Promise<Run>, { lastGood, lastCheck }: BackupState): Promise<void> => {
    if (lastGood === null) return
    const isDue = isCheckDue({ lastGood, lastCheck }, clock())
    if (!isDue && Math.abs(clock().getTime() - lookedAt) < lookMs) return
    lookedAt = clock().getTime()
    const run = await open()
    const loss = await lossOf(run, lastGood).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'the place of the backups could not be read')
      return undefined
    })
    const isNew = loss !== undefined && !(lastCheck?.state === 'failed' && lastCheck.error === loss)
    if (isDue || isNew) await checkBackup(run, lastGood, loss)
  }

  return {
    name: 'backup',
    everySeconds: 60,
    lockedBy: 'session',
    run: async (context, _client, stopping) => {
      const { db, clock, config } = context
      const { backup } = config
      // Nobody else is at it: the lock is held.
      if (!isSwept) await removeScratch(scratchFolder(context))
      isSwept = true
      if (backup === undefined) return
      await failAbandonedRuns(db, 'プロセスが途中で終わりました。', clock())
      let place: BackupPlace | undefined
      const open = async (): Promise<Run> => {
        place ??= await openBackupPlace(backup.place)
        return { context, backup, place, thread, ledger, stopping }
      }
      const state = await readBackupState(db, clock())
      if (isBackupDue(state, backup.hour, clock())) {
        await makeBackup(await open(), state)
        await forgetOldRuns(db, clock())
      }
      if (!stopping.aborted) await look(context, open, await readBackupState(db, clock()))
    },
  }
}
