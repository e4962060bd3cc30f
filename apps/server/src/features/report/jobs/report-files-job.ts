import { queuedJobs } from '../../../shared/cluster-health/queued-jobs.ts'
import { makeZip } from './make-zip.ts'

/** Makes the files of reports that wait. */
export const reportFilesJob = queuedJobs({ name: 'report-files', kind: 'reportZip', atOnce: 2, work: makeZip })
