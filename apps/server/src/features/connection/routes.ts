import { connection } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { ForeseeReading } from '../../shared/uplinks/foresee-reading.ts'
import { createConnection, removeConnection, renewSecret, updateConnection } from './change.ts'
import { findConnections, findDetail } from './store.ts'
import { tryMessage } from './trial.ts'

/** A site's connections with network servers of LoRaWAN. */
export const connectionRoutes = (context: Context, foreseeReading: ForeseeReading): Route[] => [
  route(connection.list, 'connection', ({ query, actor }) => findConnections(context, actor, query)),
  route(connection.one, 'connection', ({ params, actor }) => findDetail(context, actor, params.id)),
  route(connection.create, 'connection', ({ body, ...requester }) => createConnection(context, requester, body)),
  route(connection.update, 'connection', ({ body, ...requester }) => updateConnection(context, requester, body)),

  route(connection.remove, 'connection', async ({ params, ...requester }) => {
    await removeConnection(context, requester, params.id)
    return {}
  }),

  route(connection.renewSecret, 'connection', ({ params, ...requester }) => renewSecret(context, requester, params.id)),
  route(connection.trial, 'connection', ({ params, body, actor }) => tryMessage(context, foreseeReading, actor, params.id, body)),
]
