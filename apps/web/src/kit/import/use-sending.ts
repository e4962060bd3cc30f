import { useEffect, useRef, useState } from 'react'
import { importFile, type ImportRequest, type ImportResult, type ImportStep } from '../../platform/import-file.ts'
import { followJob, refreshJobs, unfollowJob } from '../../platform/own-jobs.ts'
import { cancelJob, removeJob } from './jobs.ts'

/** A request without what following it needs. */
export type SendRequest = Omit<ImportRequest, 'onStep' | 'signal'>

/** A file on its way to the server, and the job that the server makes of it. Leaving the screen ends the following, not the job. */
export const useSending = () => {
  const [step, setStep] = useState<ImportStep>()
  const stopping = useRef<AbortController>(undefined)
  // Once the server works on it nothing is lost by leaving: the header shows it on every screen.
  const job = useRef<string>(undefined)
  useEffect(
    () => () => {
      stopping.current?.abort()
      if (job.current !== undefined) unfollowJob(job.current)
      refreshJobs()
    },
    [],
  )

  const onStep = (next: ImportStep) => {
    if (next.stage === 'rows' && job.current === undefined) {
      job.current = next.jobId
      followJob(next.jobId)
      refreshJobs()
    }
    setStep(next)
  }

  /** Sends the file and follows it to its end. `signal` is aborted where the person stops it or leaves. */
  const send = async (request: SendRequest, signal: AbortSignal): Promise<ImportResult> => {
    job.current = undefined
    setStep({ stage: 'upload', done: 0, total: request.file.size })
    try {
      return await importFile({ ...request, signal, onStep })
    } finally {
      // The person on this screen has seen its end.
      if (job.current !== undefined && !signal.aborted) void removeJob(job.current)
      job.current = undefined
      setStep(undefined)
    }
  }

  /** Asks, then cancels the job. The state in which it ended; undefined where it continues. */
  const cancel = async () => {
    const jobId = job.current
    const ended = jobId === undefined ? undefined : await cancelJob(jobId)
    if (jobId === undefined || ended === undefined) return undefined
    stopping.current?.abort()
    setStep(undefined)
    if (ended.state === 'cancelled') void removeJob(jobId)
    return ended.state
  }

  return {
    step,
    /** Begins a try, which `stop` and leaving the screen abort. */
    start: (): AbortSignal => {
      stopping.current = new AbortController()
      return stopping.current.signal
    },
    send,
    cancel,
    stop: () => stopping.current?.abort(),
    isWithServer: () => job.current !== undefined,
  }
}
