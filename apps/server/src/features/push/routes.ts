import { push } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { route, type Route } from '../../platform/http/route.ts'
import { pushState, sendTest, subscribe, unsubscribe } from './subscription.ts'

/** Notices in the caller's own browser. */
export const pushRoutes = (context: Context): Route[] => [
  route(push.state, 'push', ({ actor }) => pushState(context, actor)),
  route(push.subscribe, 'push', async ({ actor, body }) => {
    await subscribe(context, actor, body)
    return {}
  }),
  route(push.unsubscribe, 'push', async ({ actor }) => {
    await unsubscribe(context, actor)
    return {}
  }),
  route(push.test, 'push', async ({ actor }) => ({ queued: await sendTest(context, actor) })),
]
