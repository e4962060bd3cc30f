import { Worker } from 'node:worker_threads'
import { codeOf, reasonOf } from '../errors.ts'
import type { BackupSummary } from './backup.ts'
import type { DiskSettings } from './backup-room.ts'
import { BackupError } from './format.ts'

type AnyTask = {
  /** Of the database to be read, or of the empty one to be filled. */
  readonly url: string
  /** As `openBackupPlace` takes it. */
  readonly place: string
  readonly name: string
  readonly key: string | undefined
  readonly settings: DiskSettings
}

/** What a thread does: make a backup, or restore one into a database made for it. */
export type BackupTask =
  | (AnyTask & { readonly kind: 'backup'; readonly secret: string | undefined })
  | (AnyTask & {
      readonly kind: 'check'
      /** Where the database made for it lies. */
      readonly folder: string
      /** What was noted when the backup was made. */
      readonly expected: { readonly rows: number | null; readonly files: number | null }
    })

export type BackupAnswer =
  | ({ readonly kind: 'done'; readonly bytes: number | null } & Omit<BackupSummary, 'tables'>)
  /** `words` are for an operator, in Japanese; `reason` is for the log. */
  | { readonly kind: 'failed'; readonly words: string; readonly reason: string }

const wordsOfCodes: Readonly<Record<string, string>> = {
  ENOENT: 'BACKUP_DIR のフォルダーがありません。',
  EACCES: 'BACKUP_DIR に書き込む権限がありません。',
  EPERM: 'BACKUP_DIR に書き込む権限がありません。',
  EROFS: 'BACKUP_DIR は読み取り専用です。',
  ENOSPC: 'BACKUP_DIR のディスクに空きがありません。',
  EDQUOT: 'BACKUP_DIR で使える量を超えました。',
  EIO: 'BACKUP_DIR のディスクを読み書きできません。',
}

/** Why a backup failed, without anything that a row of the database holds. */
const wordsOf = (error: unknown): string => {
  if (error instanceof BackupError) return error.japanese
  const code = codeOf(error)
  if (code !== undefined && wordsOfCodes[code] !== undefined) return wordsOfCodes[code]
  const name = code ?? (error instanceof Error ? error.name : 'Error')
  return `途中で失敗しました（${name}）。くわしいことはサーバーのログにあります。`
}

export const failedAnswer = (error: unknown): BackupAnswer => ({ kind: 'failed', words: wordsOf(error), reason: reasonOf(error) })

/**
 * Does a task in a thread of its own, which compression and encryption keep busy.
 * @param thread the module that does it
 * @param stopping ends the thread, whatever it is doing
 * @throws what `stopping` says, once it is aborted
 */
export const runBackupTask = async (thread: URL, task: BackupTask, stopping: AbortSignal): Promise<BackupAnswer> => {
  stopping.throwIfAborted()
  const running = new Worker(thread, {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  })
  const stop = () => void running.terminate()
  stopping.addEventListener('abort', stop)
  try {
    return await new Promise<BackupAnswer>((resolve) => {
      running.once('message', resolve)
      running.once('error', (error) => resolve(failedAnswer(error)))
      running.once('exit', () => resolve(failedAnswer(new Error('the thread of the backup ended early'))))
    })
  } finally {
    stopping.removeEventListener('abort', stop)
    await running.terminate()
    stopping.throwIfAborted()
  }
}
