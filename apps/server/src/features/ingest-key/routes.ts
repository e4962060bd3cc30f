import { ingestKey } from '@mimamori/contract'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Context } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { brokerAddress } from '../../shared/access-keys/broker-address.ts'
import { changeKeyEnd, createKey, revokeKey } from './change.ts'
import { findKeys } from './store.ts'
import { whenCollected } from './when-collected.ts'

/** Where a key that is committed sends to, and whether a broker outside collects its messages already. */
export const readDestination = async (context: Context, keyId: string) => ({
  mqtt: brokerAddress(context.config),
  isCollected: await whenCollected(context, keyId),
})

/** The keys by which an office's devices send. */
export const ingestKeyRoutes = (context: Context): Route[] => [
  route(ingestKey.list, 'ingestKey', async ({ params, actor }) => {
    const data = await findKeys(context.db, await lockOfficeShared(context.db, actor, params.id))
    return { data, count: data.length }
  }),

  route(ingestKey.create, 'ingestKey', async ({ params, body, ...requester }) => {
    const made = await createKey(context, requester, params.id, body)
    return { ...made, ...(await readDestination(context, made.id)) }
  }),

  route(ingestKey.changeEnd, 'ingestKey', async ({ params, body, ...requester }) => {
    await changeKeyEnd(context, requester, params.id, params.keyId, body.endsOn)
    await whenCollected(context, params.keyId)
    return {}
  }),

  route(ingestKey.revoke, 'ingestKey', async ({ params, ...requester }) => {
    await revokeKey(context, requester, params.id, params.keyId)
    return {}
  }),
]
