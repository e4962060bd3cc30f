import { job } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { findJob } from '../platform/exchange/job-store.ts'
import { type Route, route } from '../platform/route.ts'

/** Long work, for whoever started it. */
export const jobRoutes = ({ db, clock }: Context): Route[] => [
  route(job.one, 'job', async ({ params, actor }) => {
    const found = await findJob(db, actor.userId, params.jobId, clock())
    if (found === undefined) throw notFound()
    return found
  }),
]
