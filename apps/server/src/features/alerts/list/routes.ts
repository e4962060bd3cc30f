import { alert, type QueryOf } from '@mimamori/contract'
import { episodeFor, readEpisodes } from '../episodes/read.ts'
import { personKeysOf } from '../../../shared/monitoring/workers/owner.ts'
import type { Context } from '../../../platform/context.ts'
import { boundFrom } from '../../../platform/japan-time.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { acknowledgeAlerts } from './acknowledge.ts'
import { recordBulkReads } from '../../../shared/audit/bulk-reads.ts'
import type { ReadFilter } from '../../../shared/audit/filter-names.ts'
import { recordedDownload } from '../../../shared/audit/recorded-download.ts'
import { sendAlerts } from './download.ts'
import { handleAlert } from './handle.ts'
import { countWaiting, findEpisodePage } from './store.ts'

const filterFrom = <Query extends QueryOf<typeof alert.download>>(alertQuery: Query) => ({
  ...alertQuery,
  from: alertQuery.from === undefined ? undefined : boundFrom(alertQuery.from, 'from'),
  to: alertQuery.to === undefined ? undefined : boundFrom(alertQuery.to, 'to'),
})

/** How the list was narrowed. For several people's alerts the log says how many people were seen, not who. */
const readFilterOf = ({ officeId, groupId, from, to, kind, handling, drill, userId }: QueryOf<typeof alert.list>): ReadFilter => ({
  officeId,
  groupId,
  from,
  to,
  kind,
  handling,
  drill: drill === '0' ? undefined : drill,
  userId: userId?.length === 1 ? userId[0] : undefined,
})

/** Alert episodes: the list, and what people do about them. */
export const alertRoutes = (context: Context): Route[] => {
  const record = recordBulkReads(context, 'alertList')
  return [
    route(alert.list, 'alert', async ({ query, ...requester }) => {
      const { actor } = requester
      const { keys, count } = await findEpisodePage(context.db, actor, filterFrom(query))
      const episodes = await readEpisodes(context.db, keys, context.clock())
      // What is current comes to every console by itself; its stream is on the log.
      if (query.allTime) await record(requester, readFilterOf(query), personKeysOf(episodes))
      return { data: episodes.map((episode) => episodeFor(actor, episode)), count }
    }),

    route(alert.waiting, 'alert', async ({ actor }) => ({ count: await countWaiting(context.db, actor) })),

    route(alert.download, 'alert', ({ params, query, ...call }) => {
      const of = { officeId: query.officeId, companyId: params.companyId }
      const download = recordedDownload(context, call, { resource: 'alert', filter: query, ...of })
      return sendAlerts(context, call.actor, { ...filterFrom(query), companyId: params.companyId }, download)
    }),

    route(alert.acknowledge, 'alert', ({ params, body, ...requester }) =>
      handleAlert(context, requester, params.id, { to: 'acknowledged', seenLevel: body?.level }),
    ),

    route(alert.acknowledgeAll, 'alert', async ({ body, ...requester }) => {
      const data = await acknowledgeAlerts(context, requester, body.ids, body.levels)
      return { data, count: data.length }
    }),

    route(alert.respond, 'alert', ({ params, ...requester }) => handleAlert(context, requester, params.id, { to: 'responding' })),

    route(alert.close, 'alert', ({ params, body, ...requester }) => handleAlert(context, requester, params.id, { to: 'closed', ...body })),
  ]
}
