import DownloadOutlined from '@ant-design/icons/DownloadOutlined'
import type { JobRow } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { Button } from 'antd'
import { useState } from 'react'
import { sizeInWords } from '../../kit/import/csv-file.ts'
import { TaskProgress } from '../../kit/task-progress.tsx'
import { isAtWork } from '../../platform/own-jobs.ts'
import { cancelFile, downloadFile, removeFile } from './file-jobs.ts'
import { availableUntilWords, peopleDone } from './file-words.ts'
import styles from './report-file.module.css'

type ReportFileProps = { readonly job: JobRow; readonly size?: 'small' | 'middle' }

const Download = ({ job: { jobId, about = '', file }, size }: Required<ReportFileProps>) => {
  const [received, setReceived] = useState<number>()
  if (file === null) return null
  const share = received === undefined ? undefined : Math.floor((100 * received) / Math.max(file.bytes, 1))
  const download = async () => {
    setReceived(0)
    await downloadFile(jobId, file.name, setReceived)
    setReceived(undefined)
  }
  return (
    <Button
      size={size}
      icon={<DownloadOutlined aria-hidden="true" />}
      loading={received !== undefined}
      aria-label={`${about} をダウンロード`}
      onClick={() => void download()}
    >
      {share === undefined ? 'ダウンロード' : `ダウンロード中 ${share}%`}
    </Button>
  )
}

const endOf = ({ state, error, file }: JobRow): string => {
  if (file !== null) return `できました　${sizeInWords(file.bytes)}　${availableUntilWords(file.keptUntil)}`
  return state === 'cancelled' ? message('reportCancelled') : (error ?? message('E029'))
}

/** The file of a report: how far it is, or how it ended and what to do about it. */
export const ReportFile = ({ job, size = 'middle' }: ReportFileProps) => {
  const { jobId, about = '', done, total, state } = job
  if (isAtWork(job))
    return (
      <TaskProgress
        title="レポート（ZIP）"
        done={done}
        total={Math.max(total, 1)}
        words={peopleDone(job)}
        note={about}
        onStop={() => void cancelFile(jobId)}
      />
    )
  return (
    <div className={styles['file']}>
      <div className={styles['words']}>
        <p className={styles['name']}>レポート（ZIP）</p>
        <p className={styles['about']}>{about}</p>
        <p className={state === 'failed' ? styles['failed'] : undefined}>{endOf(job)}</p>
      </div>
      <div className={styles['actions']}>
        <Download job={job} size={size} />
        <Button
          size={size}
          type="text"
          className={styles['remove'] ?? ''}
          aria-label={`${about} を一覧から消す`}
          onClick={() => void removeFile(job)}
        >
          {job.file === null ? '確認済みにする' : '削除'}
        </Button>
      </div>
    </div>
  )
}
