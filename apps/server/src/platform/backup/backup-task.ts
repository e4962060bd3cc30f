import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { codeOf, reasonOf } from '../errors.ts'
import { FilesAway } from '../files/file-store.ts'
import type { BackupSummary } from './backup.ts'
import type { DiskSettings } from './backup-room.ts'
import { BackupError, type HeaderRecord } from './format.ts'
import { folderOfPlace } from './open-backup-place.ts'

type AnyTask = {
  /** As `openBackupPlace` takes it. */
  readonly place: string
  readonly name: string
  readonly key: string | undefined
  readonly settings: DiskSettings
}

/** What a thread does: make a backup, read one to its end, or restore one into a database made for it. */
export type BackupTask =
  | (AnyTask & {
      readonly kind: 'backup'
      /** Of the database to be read. */
      readonly url: string
      readonly secret: string | undefined
    })
  | (AnyTask & { readonly kind: 'verify' })
  | (AnyTask & {
      readonly kind: 'check'
      /** Of the empty database to be filled. */
      readonly url: string
      /** Where that lies. */
      readonly folder: string
      /** What `verify` said. */
      readonly verified: HeaderRecord
      /** What was noted when the backup was made. */
      readonly expected: { readonly rows: number | null; readonly files: number | null }
    })

type Failed = {
  readonly kind: 'failed'
  /** For an operator, in Japanese. */
  readonly words: string
  /** For the log. */
  readonly reason: string
}

export type BackupAnswer =
  | ({ readonly kind: 'done'; readonly bytes: number | null } & Omit<BackupSummary, 'tables'>)
  | { readonly kind: 'verified'; readonly header: HeaderRecord }
  | Failed

const wordsOfCodes: Readonly<Record<string, (where: string) => string>> = {
  ENOENT: (where) => `${where}がありません。`,
  EACCES: (where) => `${where}を読み書きする権限がありません。`,
  EPERM: (where) => `${where}を読み書きする権限がありません。`,
  EROFS: (where) => `${where}は読み取り専用です。`,
  ENOSPC: (where) => `${where}のディスクに空きがありません。`,
  EDQUOT: (where) => `${where}で使える量を超えました。`,
  EIO: (where) => `${where}のディスクを読み書きできません。`,
}

type Step = Pick<BackupTask, 'kind' | 'place'>

/** Which folder or file an error of the system is about. One without a path is about what is being written. */
const whereOf = (error: unknown, { kind, place }: Step): string => {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined
  const folder = folderOfPlace(place)
  if (path === undefined) return kind === 'check' ? '復元の確認に使うフォルダー（DATA_DIR/backup-check）' : 'BACKUP_DIR のフォルダー'
  if (folder !== undefined && (path === folder || path.startsWith(join(folder, '/')))) return 'BACKUP_DIR のフォルダー'
  return `${path} `
}

/** Why a backup failed, without anything that a row of the database holds. */
const wordsOf = (error: unknown, step: Step): string => {
  if (error instanceof BackupError) return error.japanese
  if (error instanceof FilesAway) return 'アップロードされたファイルを読めません。FILES_URL の保存先を確かめてください。'
  const code = codeOf(error)
  const words = code === undefined ? undefined : wordsOfCodes[code]
  if (words !== undefined) return words(whereOf(error, step))
  const name = code ?? (error instanceof Error ? error.name : 'Error')
  return `途中で失敗しました（${name}）。くわしいことはサーバーのログにあります。`
}

/** What failed at a step, in words for an operator. */
export const failedAnswer = (error: unknown, step: Step): Failed => ({
  kind: 'failed',
  words: wordsOf(error, step),
  reason: reasonOf(error),
})

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
      running.once('error', (error) => resolve(failedAnswer(error, task)))
      running.once('exit', () => resolve(failedAnswer(new Error('the thread of the backup ended early'), task)))
    })
  } finally {
    stopping.removeEventListener('abort', stop)
    await running.terminate()
    stopping.throwIfAborted()
  }
}
