import { job as jobs, type JobRow } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { fetchFile } from '../../kit/fetch-file.ts'
import { notify } from '../../kit/notify.ts'
import { endJob } from '../../platform/own-jobs.ts'
import { saveFile } from '../../platform/save-file.ts'

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

/** Hands a file that was made to the browser. @param onBytes called with how much of it has come */
export const downloadFile = async (jobId: string, name: string, onBytes: (received: number) => void): Promise<void> => {
  try {
    const fetched = await fetchFile({ endpoint: jobs.file, input: { params: { jobId } }, fileName: name }, onBytes)
    saveFile(fetched.name, fetched.content)
    notify.success(message('C005'))
  } catch (error) {
    void showFailure(error)
  }
}
