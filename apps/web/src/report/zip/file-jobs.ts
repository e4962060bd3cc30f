import { job as jobs, type JobRow } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { fetchFile } from '../../kit/fetch-file.ts'
import { notify } from '../../kit/notify.ts'
import { clockOf, dateOf, longDate } from '../../platform/japan-time.ts'
import { endJob } from '../../platform/own-jobs.ts'
import { saveFile } from '../../platform/save-file.ts'

const count = (people: number) => `${people.toLocaleString('ja-JP')}人`

/** How far a file is, in words: what of it is done, and what is left. */
export const peopleDone = ({ state, done, total }: Pick<JobRow, 'state' | 'done' | 'total'>): string => {
  if (state === 'waiting') return '順番を待っています'
  if (total === 0) return '準備しています'
  return done < total ? `${count(total)}中 ${count(done)}（残り ${count(total - done)}）` : 'まとめています'
}

/** Until when a file is kept, in words: 7月21日（火） 13:31 まで. */
export const keptUntilWords = (keptUntil: string): string => `${longDate(dateOf(Date.parse(keptUntil)))} ${clockOf(keptUntil)} まで`

/** Asks, then breaks off the making of a file. */
export const cancelFile = async (jobId: string): Promise<void> => {
  const body = 'ファイルの作成を中止しますか。\nここまでに作った分は残りません。'
  if (!(await confirm({ body, verb: '中止する', cancel: '続ける' }))) return
  try {
    await endJob(jobId)
  } catch (error) {
    void showFailure(error)
  }
}

/** Takes a file that was made, or the word that it was not, off the list; asks first where a file goes with it. */
export const removeFile = async ({ jobId, file }: Pick<JobRow, 'jobId' | 'file'>): Promise<void> => {
  const body = 'できたファイルを削除します。\n必要になったら、もう一度作ってください。'
  if (file !== null && !(await confirm({ body, verb: '削除する' }))) return
  try {
    await endJob(jobId)
  } catch (error) {
    void showFailure(error)
  }
}

/** Hands a file that was made to the browser. @param onBytes hears how much of it has come */
export const downloadFile = async (jobId: string, name: string, onBytes: (received: number) => void): Promise<void> => {
  try {
    const fetched = await fetchFile({ endpoint: jobs.file, input: { params: { jobId } }, fileName: name }, onBytes)
    saveFile(fetched.name, fetched.content)
    notify.success(message('C005'))
  } catch (error) {
    void showFailure(error)
  }
}
