import { useId } from 'react'
import { Panel } from '../../kit/panel.tsx'
import { useOwnJobs } from '../../platform/own-jobs.ts'
import { ReportFile } from './report-file.tsx'
import styles from './zip-files.module.css'

/** The files that are being made, and those that wait to be fetched. */
export const ZipFiles = () => {
  const id = useId()
  const files = useOwnJobs()?.filter(({ kind }) => kind === 'reportZip')
  return (
    <section aria-labelledby={id} className={styles['files']}>
      <h2 id={id} className={styles['heading']}>
        作ったファイル
      </h2>
      <p className={styles['note']}>
        画面を離れても、作成は続きます。できたファイルは、1日のあいだここと画面の上の「ファイル」に残ります。
      </p>
      {files !== undefined && (
        <Panel>
          {files.length === 0 ? (
            <p className={styles['none']}>作ったファイルはまだありません。</p>
          ) : (
            <ul className={styles['list']}>
              {files.map((job) => (
                <li key={job.jobId} className={styles['entry']}>
                  <ReportFile job={job} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
      )}
    </section>
  )
}
