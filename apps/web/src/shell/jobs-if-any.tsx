import { useOwnJobs } from '../platform/own-jobs.ts'
import { Jobs } from './later-parts.ts'

/** The jobs of an administrator, whose list is loaded with the first of them: hardly anybody has one. */
export const JobsIfAny = () => {
  const jobs = useOwnJobs({ enabled: true }) ?? []
  return jobs.length > 0 && <Jobs />
}
