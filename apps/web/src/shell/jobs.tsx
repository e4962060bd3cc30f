import { isAmong } from '@mimamori/contract/typed-lists'
import FileSyncOutlined from '@ant-design/icons/FileSyncOutlined'
import type { JobRow } from '@mimamori/contract/job'
import { admins } from '@mimamori/contract/role'
import { Badge, Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { isAtWork, useOwnJobs } from '../platform/own-jobs.ts'
import { useViewer } from '../platform/viewer.ts'
import { ReportFile } from '../report/zip/report-file.tsx'
import { ImportEntry } from './import-entry.tsx'
import styles from './jobs.module.css'
import { TrialEntry } from './trial-entry.tsx'
import { useJobNotices } from './use-job-notices.ts'

const isFailed = ({ state }: JobRow) => state === 'failed'

// From its button on, and moved aside where the window ends, a little before its edge.
const within = { overflow: { adjustX: false, adjustY: false, shiftX: true } }
const edge = { root: { paddingInline: 8 } }

const title = 'ファイルの取込と作成'

const summary = (jobs: readonly JobRow[]) => {
  const running = jobs.filter(isAtWork).length
  const failed = jobs.filter(isFailed).length
  const parts = [
    ['進行中', running],
    ['失敗', failed],
    ['終了', jobs.length - running - failed],
  ] as const
  return `${title} ${parts.flatMap(([word, count]) => (count > 0 ? [`${word}${count}件`] : [])).join('・')}`
}

const nothing: readonly JobRow[] = []

const Entry = ({ job, onLeave }: { readonly job: JobRow; readonly onLeave: () => void }) => {
  const { kind } = job
  if (kind === 'alertLoadTrial') return <TrialEntry job={job} onLeave={onLeave} />
  return kind === 'reportZip' ? <ReportFile job={job} size="small" /> : <ImportEntry job={{ ...job, kind }} onLeave={onLeave} />
}

/** The imports and the files of reports that the viewer has started, running or ended, on every screen until they are taken off the list. */
export const Jobs = () => {
  const { roleKey } = useViewer()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const jobs = useOwnJobs({ enabled: isAmong(admins, roleKey) }) ?? nothing
  useJobNotices(jobs)
  if (jobs.length === 0) return null
  const turn = (opens: boolean) => {
    // What had the focus in the list goes with it.
    if (!opens && frame.current?.contains(document.activeElement) === true) button.current?.focus()
    setOpen(opens)
  }
  return (
    <div ref={frame} className={styles['jobs']}>
      <Popover
        open={open}
        onOpenChange={turn}
        trigger="click"
        placement="bottomLeft"
        arrow={false}
        align={within}
        styles={edge}
        // Beside its button, so that Tab leads from there into it.
        getPopupContainer={() => frame.current ?? document.body}
        title={title}
        content={
          <ul className={styles['list']}>
            {jobs.map((job) => (
              <li key={job.jobId} className={styles['entry']}>
                <Entry job={job} onLeave={() => turn(false)} />
              </li>
            ))}
          </ul>
        }
      >
        <Button ref={button} type="text" aria-label={summary(jobs)} aria-expanded={open}>
          <Badge count={jobs.length} size="small" offset={[4, 0]} color={jobs.some(isFailed) ? 'var(--input-error)' : 'var(--accent)'}>
            <FileSyncOutlined className={styles['icon']} aria-hidden="true" />
          </Badge>
          <span className={styles['word']}>{jobs.some(isAtWork) ? '処理中' : 'ファイル'}</span>
        </Button>
      </Popover>
      <span role="status" className="visually-hidden">
        {summary(jobs)}
      </span>
    </div>
  )
}
