import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { admins, message, ReportZipRequest, isAmong } from '@mimamori/contract'
import { findPerson, type Person } from '../table/person.ts'
import { refusalOf } from '../../../platform/http/answer-error.ts'
import type { Context } from '../../../platform/context.ts'
import { isDatabaseAway } from '../../../platform/database/database-away.ts'
import { forbidden, wordsOf, codeOf, reasonOf } from '../../../platform/errors.ts'
import { makeTemporaryFolder } from '../../../platform/exchange/upload.ts'
import { failFileJob, fileKeysOf, finishFileJob, putBackFileJob, type TakenJob } from '../../../platform/jobs/file-jobs.ts'
import { followJob } from '../../../platform/jobs/follow-job.ts'
import { FilesAway } from '../../../platform/files/file-store.ts'
import { JobCancelled } from '../../../platform/jobs/job-record.ts'
import { openZip } from '../files/open-zip.ts'

type OnProgress = (done: number, total: number) => void

/** @throws Refusal 403 where they are no administrator any more */
const requesterOf = async ({ db }: Context, { userId, request }: TakenJob): Promise<Person> => {
  const person = await findPerson(db, { companyId: request.requesterCompanyId, userId })
  if (person === undefined || !isAmong(admins, person.role)) throw forbidden()
  return person
}

/** What the work comes to, unless it is broken off before: a query of the database continues by itself. */
const unlessAborted = <Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

/** Writes the ZIP into a file of this machine. */
const write = async (context: Context, job: TakenJob, path: string, signal: AbortSignal, onProgress: OnProgress): Promise<void> => {
  await context.space.refuseBelowFloor()
  const person = await requesterOf(context, job)
  const zipRequest = ReportZipRequest.parse(job.request.content)
  const zip = await unlessAborted(openZip(context, person, zipRequest, { stopping: signal, onProgress }), signal)
  await pipeline(zip, createWriteStream(path, { mode: 0o600 }), { signal })
}

/** Keeps what was written, and ends the job with it; nothing is kept of a job that was cancelled meanwhile. */
const keep = async ({ db, files, clock }: Context, job: TakenJob, path: string, total: number): Promise<void> => {
  const [key = ''] = fileKeysOf(job.jobId, job.attempt).slice(-1)
  const type = 'application/zip'
  try {
    await files.put(key, path, type)
    await finishFileJob(db, job, { key, type, bytes: (await stat(path)).size, total }, clock())
  } catch (error) {
    await files.delete(key).catch(() => undefined)
    throw error
  }
}

// The disk on which the file is made is full, or may not be written to.
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])

/** What went wrong, in words for the person who asked. */
const answerOf = ({ log }: Context, job: TakenJob, error: unknown): string => {
  const isAway = error instanceof FilesAway || noRoom.has(String(codeOf(error)))
  if (isAway) log.warn({ jobId: job.jobId, reason: reasonOf(error) }, 'a report could not be kept')
  if (isAway) return message('filesAway')
  const refusal = refusalOf(error)
  if (refusal === undefined) log.error({ jobId: job.jobId, err: error }, 'a report could not be made')
  return refusal === undefined ? message('E029') : wordsOf(refusal)
}

/**
 * Makes the ZIP of a job that this process has taken, within the present rights of the person who asked, and ends the
 * job. A job that it cannot end, because the database is away, stays `running` for others to find.
 * @throws the error because of which it cannot end the job
 */
export const makeZip = async (context: Context, job: TakenJob, stopping: AbortSignal): Promise<void> => {
  const { db, clock } = context
  const folder = await makeTemporaryFolder()
  const path = join(folder.path, 'Reports.zip')
  const progress = followJob(context.db, job)
  try {
    await write(context, job, path, AbortSignal.any([stopping, progress.signal]), progress.onProgress)
    await keep(context, job, path, progress.total())
  } catch (error) {
    if (progress.signal.aborted || error instanceof JobCancelled) return
    if (stopping.aborted) await putBackFileJob(db, job)
    else if (isDatabaseAway(error) && !(error instanceof FilesAway)) throw error
    else await failFileJob(db, job, answerOf(context, job, error), clock())
  } finally {
    progress.end()
    await folder.remove()
  }
}
