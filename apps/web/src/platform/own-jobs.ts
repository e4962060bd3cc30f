import { importCountsOf as countsOf, job as jobs, type Job, type JobRow } from '@mimamori/contract/job'
import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'
import { queryClient, queryOf } from './query.ts'

/** How many rows an import that has ended has made, changed and removed. */
export const importCountsOf = countsOf

export type { Job, JobRow }

const pollMs = 2_000

const ownJobs = queryOf(jobs.list, {})

/** True of a job that waits or is at work. */
export const isAtWork = ({ state }: Pick<JobRow, 'state'>): boolean => state === 'waiting' || state === 'running'

/** What the viewer has started and not seen the end of; followed while something is at work. Undefined until it is known. */
export const useOwnJobs = ({ enabled = true }: { readonly enabled?: boolean } = {}): readonly JobRow[] | undefined =>
  useQuery({
    ...ownJobs,
    enabled,
    refetchInterval: ({ state }) => (state.data?.data.some(isAtWork) === true ? pollMs : false),
  }).data?.data

// Their screen says how they end.
const followed = new Set<string>()

/** Notes that the screen that is open follows a job to its end, so that no notice announces it. */
export const followJob = (jobId: string): void => void followed.add(jobId)
/** Notes that it does so no longer: somebody who left gets a notice of the end on any screen. */
export const unfollowJob = (jobId: string): void => void followed.delete(jobId)
export const isFollowed = ({ jobId }: Pick<JobRow, 'jobId'>): boolean => followed.has(jobId)

export const refreshJobs = (): void => void queryClient.invalidateQueries({ queryKey: ownJobs.queryKey })

/** Cancels a running job, or takes an ended one off the list. @returns the job after that */
export const endJob = (jobId: string): Promise<Job> => call(jobs.remove, { params: { jobId } }).finally(refreshJobs)
