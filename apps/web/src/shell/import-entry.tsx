import { importCountsOf, type ImportKind, job as jobs, type JobRow } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { CsvFile } from '../kit/import/csv-file.ts'
import { faultsOf } from '../kit/import/faults.ts'
import { ImportFaults } from '../kit/import/import-faults.tsx'
import { ImportWarnings } from '../kit/import/import-warnings.tsx'
import { cancelJob, importCountsInWords, removeJob, rowsDone } from '../kit/import/jobs.ts'
import { TaskProgress } from '../kit/task-progress.tsx'
import { linesOf } from '../platform/call-error.ts'
import { isAtWork } from '../platform/own-jobs.ts'
import { queryOf } from '../platform/query.ts'
import styles from './jobs.module.css'

const screenOf = {
  importWorkers: screens.workerImport,
  importBaseAdmins: screens.baseAdminImport,
  importContractAdmins: screens.contractAdminImport,
  importServiceAdmins: screens.serviceAdminImport,
  importGroups: screens.groupImport,
  importDevices: screens.vitalDeviceImport,
  importHeatWatchers: screens.heatWatcherImport,
  importGateways: screens.gatewayImport,
  importBarometers: screens.barometerImport,
} as const satisfies Record<ImportKind, unknown>

// The file itself is no longer here to show the values of its cells.
const fileAway: CsvFile = { encoding: 'UTF-8', rows: undefined, head: [] }

export type ImportJob = JobRow & { readonly kind: ImportKind }

const Remarks = ({ job, close }: { readonly job: ImportJob; readonly close: () => void }) => {
  const { data } = useQuery(queryOf(jobs.one, { params: { jobId: job.jobId } }))
  const counts = data === undefined ? undefined : importCountsOf(data)
  const remarks = faultsOf(linesOf({ messages: data?.messages ?? counts?.warnings ?? {} }), fileAway)
  return (
    <Modal open centered width={760} title={screenOf[job.kind].title} footer={null} onCancel={close}>
      {data !== undefined &&
        (counts === undefined ? (
          <ImportFaults faults={remarks} rowCount={undefined} fileName={job.fileName} />
        ) : (
          <ImportWarnings counts={importCountsInWords(counts)} warnings={remarks} fileName={job.fileName} />
        ))}
    </Modal>
  )
}

const endOf = ({ state, result, error, hasMessages }: JobRow): string => {
  if (result !== undefined) return importCountsInWords(result)
  if (state === 'cancelled') return message('importCancelled')
  return error ?? (hasMessages ? 'ファイルに誤りがあるため、1件も登録していません。' : message('E029'))
}

/** The notice of an import that ended while the person was on another screen. */
export const importWords = (job: ImportJob): string => `${screenOf[job.kind].title}：${job.fileName}\n${endOf(job)}`

/** One import: how far it is, or how it ended and what to do about it. */
export const ImportEntry = ({ job, onLeave }: { readonly job: ImportJob; readonly onLeave: () => void }) => {
  const [reading, setReading] = useState(false)
  const { title, path } = screenOf[job.kind]
  if (isAtWork(job))
    return (
      <TaskProgress
        title={title}
        done={job.done}
        total={job.total}
        words={rowsDone(job)}
        note={job.fileName}
        onStop={() => void cancelJob(job.jobId)}
      />
    )
  return (
    <>
      <p className={styles['name']}>{title}</p>
      <p className={styles['file']}>{job.fileName}</p>
      <p className={job.state === 'failed' ? styles['failed'] : styles['words']}>{endOf(job)}</p>
      <div className={styles['actions']}>
        {job.hasMessages && (
          <Button size="small" onClick={() => setReading(true)}>
            {job.state === 'failed' ? '誤りを見る' : '確認することを見る'}
          </Button>
        )}
        <Link to={path} search={job.officeId === null ? {} : { OfficeId: job.officeId }} onClick={onLeave}>
          取込の画面へ
        </Link>
        <Button
          size="small"
          type="text"
          className={styles['seen'] ?? ''}
          aria-label={`${title} ${job.fileName} を一覧から消す`}
          onClick={() => void removeJob(job.jobId)}
        >
          確認済みにする
        </Button>
      </div>
      {reading && <Remarks job={job} close={() => setReading(false)} />}
    </>
  )
}
