import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined'
import type { JobRow } from '@mimamori/contract/job'
import { admins, type Role } from '@mimamori/contract/role'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { ownJobs } from '../platform/own-jobs.ts'
import { useViewer } from '../platform/viewer.ts'
import { JobEntry } from './job-entry.tsx'
import styles from './jobs.module.css'

const pollMs = 2_000

const isRunning = ({ state }: JobRow) => state === 'waiting' || state === 'running'

const isFailed = ({ state }: JobRow) => state === 'failed'

// From its button on, and moved aside where the window ends, a little before its edge.
const within = { overflow: { adjustX: false, adjustY: false, shiftX: true } }
const edge = { root: { paddingInline: 8 } }

const summary = (jobs: readonly JobRow[]) => {
  const running = jobs.filter(isRunning).length
  const failed = jobs.filter(isFailed).length
  const parts = [
    ['進行中', running],
    ['失敗', failed],
    ['終了', jobs.length - running - failed],
  ] as const
  return `ファイル取込 ${parts.flatMap(([word, count]) => (count > 0 ? [`${word}${count}件`] : [])).join('・')}`
}

/** The imports that the viewer has started, running or ended, on every screen until they are taken off the list. */
export const Jobs = () => {
  const { roleKey } = useViewer()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { data } = useQuery({
    ...ownJobs,
    enabled: (admins as readonly Role[]).includes(roleKey),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? pollMs : false),
  })
  const jobs = data?.data ?? []
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
        title="ファイル取込"
        content={
          <ul className={styles['list']}>
            {jobs.map((job) => (
              <JobEntry key={job.jobId} job={job} onLeave={() => turn(false)} />
            ))}
          </ul>
        }
      >
        <Button ref={button} type="text" aria-label={summary(jobs)} aria-expanded={open}>
          <Badge count={jobs.length} size="small" offset={[4, 0]} color={jobs.some(isFailed) ? 'var(--input-error)' : 'var(--accent)'}>
            <CloudUploadOutlined className={styles['icon']} aria-hidden="true" />
          </Badge>
          <span className={styles['word']}>{jobs.some(isRunning) ? '取込中' : '取込'}</span>
        </Button>
      </Popover>
      <span role="status" className="visually-hidden">
        {summary(jobs)}
      </span>
    </div>
  )
}
