import { job, trialOf } from '@mimamori/contract'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { cancelOrRemoveJob, findFile, findJob, findJobs, findTrial } from './store.ts'

/** Long work, for the person who started it. */
export const jobRoutes = (context: Context): Route[] => {
  const { db, files, clock } = context
  const recordTrial = recordBulkReads(context, 'alertLoad')
  return [
    route(job.list, 'job', async ({ actor }) => {
      const data = await findJobs(db, actor, clock())
      return { data, count: data.length }
    }),

    route(job.one, 'job', async ({ params, ...requester }) => {
      const { actor } = requester
      const found = await findJob(db, actor, params.jobId, clock())
      if (found === undefined) throw notFound()
      const trial = trialOf(found)
      if (trial === undefined) return found
      const { result: _, ...withoutResult } = found
      const shown = await findTrial(db, actor, params.jobId, trial)
      if (shown === undefined) return withoutResult
      await recordTrial(requester, { officeId: trial.officeId, from: trial.from, to: trial.to }, shown.people)
      return { ...found, result: shown.trial }
    }),

    route(job.file, 'job', async ({ params, ...call }) => {
      const found = await findFile(db, call.actor, params.jobId, clock())
      const content = found === undefined ? undefined : await files.get(found.key)
      if (found === undefined || content === undefined) throw notFound()
      const { about, officeIds, companyId } = found
      const download = recordedDownload(context, call, {
        resource: 'report',
        filter: { about },
        officeId: officeIds ?? undefined,
        companyId,
      })
      await download.record({ fileName: found.name })
      await download.reply
        .type(found.type)
        .header('content-length', found.bytes)
        .header('content-disposition', `attachment; filename="${found.name}"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(content)
    }),

    route(job.remove, 'job', async ({ params, actor }) => {
      const found = await cancelOrRemoveJob(context, actor, params.jobId)
      if (found === undefined) throw notFound()
      return found
    }),
  ]
}
