import { notificationChannel, webhook } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createChannel, removeChannel, updateChannel } from './change.ts'
import { findDeliveries } from './deliveries.ts'
import { findChannels, findStored } from './store.ts'
import { previewChannel } from './preview.ts'
import { testChannel } from './send-test-message.ts'
import { replayEvents, rotateSecret } from './webhook/webhook-calls.ts'

/** The destinations outside that a company's alerts are sent to. */
export const channelRoutes = (context: Context): Route[] => [
  route(notificationChannel.list, 'notificationChannel', ({ query, actor }) => findChannels(context, actor, query)),

  route(notificationChannel.one, 'notificationChannel', async ({ params, actor }) => (await findStored(context, actor, params.id)).channel),

  route(notificationChannel.create, 'notificationChannel', ({ body, ...requester }) => createChannel(context, requester, body)),
  route(notificationChannel.update, 'notificationChannel', ({ body, ...requester }) => updateChannel(context, requester, body)),

  route(notificationChannel.remove, 'notificationChannel', async ({ params, ...requester }) => {
    await removeChannel(context, requester, params.id)
    return {}
  }),

  route(notificationChannel.test, 'notificationChannel', ({ params, ...requester }) => testChannel(context, requester, params.id)),
  route(notificationChannel.deliveries, 'notificationChannel', ({ params, query, actor }) =>
    findDeliveries(context, actor, params.id, query),
  ),
  route(notificationChannel.preview, 'notificationChannel', ({ params, query, actor }) => previewChannel(context, actor, params.id, query)),

  route(webhook.rotate, 'notificationChannel', ({ params, ...requester }) => rotateSecret(context, requester, params.id)),
  route(webhook.replay, 'notificationChannel', ({ params, body, ...requester }) => replayEvents(context, requester, params.id, body)),
]
