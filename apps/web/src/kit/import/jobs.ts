import { message } from '@mimamori/contract/messages'
import type { ImportResult } from '../../platform/import-file.ts'
import { endJob, importCountsOf, type Job } from '../../platform/own-jobs.ts'
import { confirm, showFailure, showSuccess } from '../dialogs.ts'

/** How far a job is, in words; it begins before its rows are counted. */
export const rowsDone = ({ done, total }: { readonly done: number; readonly total: number }): string =>
  total === 0 ? '準備しています' : `${total.toLocaleString('ja-JP')}件中 ${done.toLocaleString('ja-JP')}件`

/** How many records came in, in words. */
export const importCountsInWords = ({
  created,
  updated,
  deleted,
  unchanged,
  unconfirmed,
  widened = 0,
}: Omit<ImportResult, 'warnings'>): string => {
  if (unconfirmed !== undefined) return message('removalUnconfirmed')
  const parts = [
    ['登録', created],
    ['更新', updated - unchanged],
    ['削除', deleted],
    ...(unchanged > 0 ? [['変更なし', unchanged] as const] : []),
  ] as const
  const words = (count: number) => count.toLocaleString('ja-JP')
  const counts = parts.map(([name, count]) => `${name} ${words(count)}件`).join('・')
  const note = widened > 0 ? [`半角のカナを全角にした行が${words(widened)}行あります。`] : []
  return [message('C002', { count: words(created + updated + deleted) }), counts, ...note].join('\n')
}

/** Takes an ended job off the list: its end has been seen. */
export const removeJob = async (jobId: string): Promise<void> => {
  await endJob(jobId).catch(() => undefined)
}

/**
 * Asks, then cancels a running job.
 * @returns the job after that; undefined if the person lets it continue, or the call failed
 */
export const cancelJob = async (jobId: string): Promise<Job | undefined> => {
  const body = '取り込みを中止しますか。\nここまでに読んだ行も含めて、1件も登録しません。'
  if (!(await confirm({ body, verb: '中止する', cancel: '続ける' }))) return undefined
  try {
    const job = await endJob(jobId)
    const counts = importCountsOf(job)
    if (job.state === 'done' && counts !== undefined) await showSuccess(`中止する前に終わっていました。\n${importCountsInWords(counts)}`)
    return job
  } catch (error) {
    void showFailure(error)
    return undefined
  }
}
