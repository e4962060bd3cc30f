import { job } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type Route, route } from '../platform/route.ts'
import { cancelOrRemoveJob, findJob, findJobs } from './store.ts'

/** Long work, for whoever started it. */
export const jobRoutes = ({ db, clock }: Context): Route[] => [
  route(job.list, 'job', async ({ actor }) => {
    const data = await findJobs(db, actor.userId, clock())
    return { data, count: data.length }
  }),

  route(job.one, 'job', async ({ params, actor }) => {
    const found = await findJob(db, actor.userId, params.jobId, clock())
    if (found === undefined) throw notFound()
    return found
  }),

  route(job.remove, 'job', async ({ params, actor }) => {
    const found = await cancelOrRemoveJob(db, actor.userId, params.jobId, clock())
    if (found === undefined) throw notFound()
    return found
  }),
]
