import { job as jobs, type Job } from '@mimamori/contract/job'
import { call } from './api.ts'
import { queryClient, queryOf } from './query.ts'

export type { Job }

/** What the viewer has started and not seen the end of. */
export const ownJobs = queryOf(jobs.list, {})

export const refreshJobs = (): void => void queryClient.invalidateQueries({ queryKey: ownJobs.queryKey })

/** Breaks off a job at work, or takes an ended one off the list. @returns the job as it stands then */
export const endJob = (jobId: string): Promise<Job> => call(jobs.remove, { params: { jobId } }).finally(refreshJobs)
