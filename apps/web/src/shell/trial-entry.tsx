import type { JobRow } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { screens } from '@mimamori/contract/screens'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { removeJob } from '../kit/import/jobs.ts'
import { TaskProgress } from '../kit/task-progress.tsx'
import { isAtWork } from '../platform/own-jobs.ts'
import styles from './jobs.module.css'

const title = '通知の試算'

const endOf = ({ state, error }: JobRow): string => {
  if (state === 'done') return '試算が終わりました。'
  return state === 'cancelled' ? message('trialCancelled') : (error ?? message('E029'))
}

/** The notice of a trial that ended while the person was on another screen. */
export const trialWords = (job: JobRow): string => `${title}　${job.about ?? ''}\n${endOf(job)}`

/** One trial: how far it is, or how it ended and where its result is. */
export const TrialEntry = ({ job, onLeave }: { readonly job: JobRow; readonly onLeave: () => void }) => {
  const { jobId, about = '', done, total, officeId } = job
  if (isAtWork(job))
    return (
      <TaskProgress
        title={title}
        done={done}
        total={Math.max(total, 1)}
        words={total === 0 ? '準備しています' : `${total}人中 ${done}人`}
        note={about}
      />
    )
  return (
    <>
      <p className={styles['name']}>{title}</p>
      <p className={styles['file']}>{about}</p>
      <p className={job.state === 'failed' ? styles['failed'] : styles['words']}>{endOf(job)}</p>
      <div className={styles['actions']}>
        <Link to={screens.alertLoad.path} search={officeId === null ? {} : { officeId }} onClick={onLeave}>
          通知の量へ
        </Link>
        <Button
          size="small"
          type="text"
          className={styles['seen'] ?? ''}
          aria-label={`${title} ${about} を一覧から消す`}
          onClick={() => void removeJob(jobId)}
        >
          確認済みにする
        </Button>
      </div>
    </>
  )
}
