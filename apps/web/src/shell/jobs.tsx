import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined'
import type { JobRow } from '@mimamori/contract/job'
import { admins, type Role } from '@mimamori/contract/role'
import { useQuery } from '@tanstack/react-query'
import { Badge, Button, Popover } from 'antd'
import { useState } from 'react'
import { ownJobs } from '../platform/own-jobs.ts'
import { useViewer } from '../platform/viewer.ts'
import { JobEntry } from './job-entry.tsx'
import styles from './jobs.module.css'

const pollMs = 2_000

const isRunning = ({ state }: JobRow) => state === 'waiting' || state === 'running'

const summary = (jobs: readonly JobRow[]) => {
  const running = jobs.filter(isRunning).length
  const parts = [
    ['進行中', running],
    ['終了', jobs.length - running],
  ] as const
  return `ファイル取込 ${parts.flatMap(([word, count]) => (count > 0 ? [`${word}${count}件`] : [])).join('・')}`
}

/** The imports that the viewer has started, running or ended, on every screen until they are taken off the list. */
export const Jobs = () => {
  const { roleKey } = useViewer()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    ...ownJobs,
    enabled: (admins as readonly Role[]).includes(roleKey),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? pollMs : false),
  })
  const jobs = data?.data ?? []
  if (jobs.length === 0) return null
  const failed = jobs.some(({ state }) => state === 'failed')
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        title="ファイル取込"
        content={
          <ul className={styles['list']}>
            {jobs.map((job) => (
              <JobEntry key={job.jobId} job={job} onLeave={() => setOpen(false)} />
            ))}
          </ul>
        }
      >
        <Button type="text" aria-label={summary(jobs)} aria-expanded={open}>
          <Badge count={jobs.length} size="small" color={failed ? 'var(--input-error)' : 'var(--accent)'}>
            <CloudUploadOutlined className={styles['icon']} aria-hidden="true" />
          </Badge>
          <span className={styles['word']}>{jobs.some(isRunning) ? '取込中' : '取込'}</span>
        </Button>
      </Popover>
      <span role="status" className="visually-hidden">
        {summary(jobs)}
      </span>
    </>
  )
}
