import { ingestKey } from '@mimamori/contract'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { type Route, route } from '../platform/route.ts'
import { brokerAddress } from './broker-address.ts'
import { createKey, revokeKey } from './change.ts'
import { findKeys, holdSite } from './store.ts'

/** The keys by which a site's devices send. */
export const ingestKeyRoutes = (context: Context): Route[] => [
  route(ingestKey.list, 'ingestKey', async ({ params, actor }) => {
    if ((await holdSite(context.db, actor, params.id)) === undefined) throw notFound()
    const data = await findKeys(context.db, params.id)
    return { data, count: data.length }
  }),

  route(ingestKey.create, 'ingestKey', async ({ params, body, ...requester }) => ({
    ...(await createKey(context, requester, params.id, body.name)),
    mqtt: brokerAddress(context.config),
  })),

  route(ingestKey.revoke, 'ingestKey', async ({ params, ...requester }) => {
    await revokeKey(context, requester, params.id, params.keyId)
    return {}
  }),
]
