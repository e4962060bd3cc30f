import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Context } from '../../src/platform/context.ts'

/** Whose job: the person who started it, and the site it is about. */
type Owner = { readonly company_id: number; readonly office_id: number; readonly user_id: number }

const ended = { state: 'done', created_at: new Date(), ended_at: new Date() }

/** An import that has ended. */
export const makeJob = async ({ db }: Pick<Context, 'db'>, { company_id, user_id }: Owner): Promise<string> => {
  const job_id = randomUUID()
  await db
    .insertInto('job')
    .values({ ...ended, company_id, job_id, user_id, kind: 'importWorkers', file_name: 'a.csv' })
    .execute()
  return job_id
}

/** A job that has made a file. Some file: the server does not look inside. */
export const makeFileJob = async (
  { db, files }: Pick<Context, 'db' | 'files'>,
  { company_id, office_id, user_id }: Owner,
): Promise<string> => {
  const job_id = randomUUID()
  const made = { file_key: `${job_id}-1`, file_type: 'application/zip', file_bytes: statSync(import.meta.filename).size, attempts: 1 }
  await files.put(made.file_key, import.meta.filename, made.file_type)
  const request = JSON.stringify({ about: '', officeIds: [office_id], requesterCompanyId: company_id, content: {} })
  await db
    .insertInto('job')
    .values({ ...ended, ...made, company_id, job_id, user_id, kind: 'reportZip', file_name: 'Reports.zip', request })
    .execute()
  return job_id
}
