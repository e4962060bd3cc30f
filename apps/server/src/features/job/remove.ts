import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { fileKeysOf } from '../../platform/jobs/file-jobs.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobKey } from '../../platform/jobs/job-record.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

/**
 * Removes the record of a job that has ended, together with its file: both or neither.
 * @throws FilesAway where the file cannot be removed
 */
export const removeEndedJob = (db: Db, files: FileStore, { companyId, jobId }: JobKey): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<TableRow<'job', 'attempts'>>`
      delete from job j
       where j.company_id = ${companyId} and j.job_id = ${jobId} and j.state not in ('waiting', 'running')
      returning j.attempts`.execute(trx)
    for (const key of fileKeysOf(jobId, rows[0]?.attempts ?? 0)) await files.delete(key)
  })
