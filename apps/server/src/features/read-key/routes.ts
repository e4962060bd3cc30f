import { apiToken } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createReadKey, extendReadKey, stopReadKey } from './change.ts'
import { findKeyReads } from './find-reads.ts'
import { findReadKeys } from './store.ts'

/** The keys by which machines of a customer read. */
export const readKeyRoutes = (context: Context): Route[] => [
  route(apiToken.list, 'apiToken', ({ query, actor }) => findReadKeys(context, actor, query)),
  route(apiToken.reads, 'apiToken', ({ query, actor }) => findKeyReads(context, actor, query)),
  route(apiToken.create, 'apiToken', ({ body, ...requester }) => createReadKey(context, requester, body)),
  route(apiToken.extend, 'apiToken', ({ params, body, ...requester }) => extendReadKey(context, requester, params.id, body.endsOn)),

  route(apiToken.stop, 'apiToken', async ({ params, ...requester }) => {
    await stopReadKey(context, requester, params.id)
    return {}
  }),
]
