import { alertLoad } from '@mimamori/contract/alert-load'
import { endpoints } from '@mimamori/contract/endpoints'
import { job as jobs, type JobRow, trialOf } from '@mimamori/contract/job'
import { message } from '@mimamori/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { confirm, showFailure } from '../../kit/dialogs.ts'
import { NoAnswerYet } from '../../kit/no-answer-yet.tsx'
import { TaskProgress } from '../../kit/task-progress.tsx'
import { Nothing, SectionPanel } from '../../marks/charts/summary-panel.tsx'
import { call } from '../../platform/api.ts'
import { endJob, followJob, isAtWork, refreshJobs, unfollowJob, useOwnJobs } from '../../platform/own-jobs.ts'
import { queryOf } from '../../platform/query.ts'
import { TrialForm } from './trial-form.tsx'
import { TrialResult } from './trial-result.tsx'

type TrialPanelProps = { readonly officeId: number; readonly period: { readonly from: string; readonly to: string } }

const cancel = async (jobId: string): Promise<void> => {
  if (!(await confirm({ body: '試算を中止しますか。', verb: '中止する', cancel: '続ける' }))) return
  await endJob(jobId).catch(showFailure)
}

const progressWords = ({ state, done, total }: JobRow): string => {
  if (state === 'waiting') return '順番を待っています'
  return total === 0 ? '準備しています' : `${total}人中 ${done}人`
}

const Ended = ({ job }: { readonly job: JobRow }) => {
  const isDone = job.state === 'done'
  const result = useQuery({ ...queryOf(jobs.one, { params: { jobId: job.jobId } }), enabled: isDone })
  if (!isDone) return <Nothing>{job.state === 'cancelled' ? message('trialCancelled') : (job.error ?? message('E029'))}</Nothing>
  if (result.data === undefined) return <NoAnswerYet result={result} height={120} />
  const trial = trialOf(result.data)
  return trial === undefined ? <Nothing>{message('E029')}</Nothing> : <TrialResult trial={trial} />
}

const Outcome = ({ job }: { readonly job: JobRow }) => {
  const { jobId } = job
  useEffect(() => {
    followJob(jobId)
    return () => unfollowJob(jobId)
  }, [jobId])
  if (!isAtWork(job)) return <Ended job={job} />
  return (
    <TaskProgress
      title="試算"
      done={job.done}
      total={Math.max(job.total, 1)}
      words={progressWords(job)}
      note="画面を離れても続きます。"
      onStop={() => void cancel(jobId)}
    />
  )
}

/** What other settings would have given in the period, judged again from the stored readings (試算). */
export const TrialPanel = ({ officeId, period }: TrialPanelProps) => {
  const settings = useQuery(queryOf(endpoints.masterSetting.ofOffice, { params: { id: officeId }, query: {} }))
  const job = useOwnJobs()?.find(({ kind, officeId: of }) => kind === 'alertLoadTrial' && of === officeId)
  const [isStarting, setStarting] = useState(false)
  const start = async (values: readonly { readonly type: string; readonly key: string; readonly value: string }[]) => {
    setStarting(true)
    try {
      await call(alertLoad.startTrial, { body: { officeId, ...period, settings: [...values] } })
      refreshJobs()
    } catch (error) {
      void showFailure(error)
    } finally {
      setStarting(false)
    }
  }
  const isBusy = isStarting || (job !== undefined && isAtWork(job))
  return (
    <SectionPanel title="別の設定なら（試算）" hint="緊急の呼出は、どの設定でも同じに知らせます">
      {settings.data === undefined ? (
        <NoAnswerYet result={settings} height={120} />
      ) : (
        <TrialForm
          inForce={Object.fromEntries(settings.data.map(({ type, key, value }) => [`${type}.${key}`, value]))}
          period={period}
          isBusy={isBusy}
          onStart={(values) => void start(values)}
        />
      )}
      {job !== undefined && <Outcome key={job.jobId} job={job} />}
    </SectionPanel>
  )
}
