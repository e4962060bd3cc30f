import { job } from '@mimamori/contract'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { cancelOrRemoveJob, findFile, findJob, findJobs } from './store.ts'

/** Long work, for the person who started it. */
export const jobRoutes = (context: Context): Route[] => {
  const { db, files, clock } = context
  return [
    route(job.list, 'job', async ({ actor }) => {
      const data = await findJobs(db, actor, clock())
      return { data, count: data.length }
    }),

    route(job.one, 'job', async ({ params, actor }) => {
      const found = await findJob(db, actor, params.jobId, clock())
      if (found === undefined) throw notFound()
      return found
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
