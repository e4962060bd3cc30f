import { alertLoad } from '@mimamori/contract'
import { recordBulkReads } from '../../shared/audit/bulk-reads.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readAlertLoad } from './read-load.ts'

/** How much a site's people are notified of. */
export const alertLoadRoutes = (context: Context): Route[] => {
  const record = recordBulkReads(context, 'alertLoad')
  return [
    route(alertLoad.read, 'alertLoad', async ({ query, ...requester }) => {
      const { site, load } = await readAlertLoad(context, requester.actor, query)
      const people = load.persons.map(({ userId }) => ({ companyId: site.companyId, userId }))
      await record(requester, { officeId: query.officeId, from: query.from, to: query.to }, people)
      return load
    }),
  ]
}
