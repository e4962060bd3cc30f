import { randomUUID } from 'node:crypto'
import { message, mostFileJobs, mostStoredFiles, type ReportZipRequest } from '@mimamori/contract'
import { announceJob } from '../../../shared/announcements/announce.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { tenantOf } from '../../../shared/organisation/tenant-filter.ts'
import { countFiles, queueFileJob } from '../../../platform/jobs/file-jobs.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { findReportSites } from '../table/sites.ts'
import { checkedSpan } from '../table/span.ts'
import { findReportWorkers } from '../table/workers.ts'
import { aboutZip } from './zip-content.ts'

/**
 * Queues the making of a ZIP and wakes the job that does it.
 * @throws Refusal as the ZIP itself where the fault is known at once; 429 where the actor has too many that are not made yet,
 * or that lie ready; 507 where the disk is nearly full
 */
export const startZip = async (context: Context, actor: Actor, zipRequest: ReportZipRequest): Promise<{ jobId: string }> => {
  const { db, space } = context
  const now = context.clock()
  const span = checkedSpan(zipRequest, now)
  await space.refuseBelowFloor()
  const sites = await findReportSites(db, actor, zipRequest.officeId)
  const [first] = sites
  if (first === undefined) throw notFound()
  const { companyId } = first
  const jobId = randomUUID()
  const about = aboutZip(
    zipRequest,
    sites.map(({ officeName }) => officeName),
  )
  const officeIds = sites.map(({ officeId }) => officeId)
  const { workers = [] } = zipRequest
  if (workers.length > 0) await findReportWorkers(context, actor, { officeIds, workers, ...span })
  const request = { about, officeIds, requesterCompanyId: actor.companyId, content: zipRequest }
  const among = tenantOf(actor)('j')
  await db.transaction().execute(async (trx) => {
    if ((await countFiles(trx, actor.userId, among)) >= mostStoredFiles)
      throw new Refusal(429, [message('fileJobsKept', { most: mostStoredFiles })], 3_600)
    const job = { companyId, jobId, userId: actor.userId, kind: 'reportZip', fileName: 'Reports.zip', request, at: now } as const
    if (!(await queueFileJob(trx, job, among))) throw new Refusal(429, [message('fileJobsFull', { most: mostFileJobs })], 60)
    await announceJob(trx, companyId)
  })
  return { jobId }
}
