import type { Client } from 'aedes'
import { endedKeys } from '../../../shared/access-keys/ingest-key.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sender } from '../../../platform/http/route.ts'

const revocationCheckMs = 1_000

/** Closes connections whose key was revoked: a stolen gateway must not continue to send until it happens to reconnect. */
export const watchRevocations = (context: Context, online: ReadonlySet<Client>, keys: WeakMap<Client, Sender>) => {
  const check = async (): Promise<void> => {
    const senders = new Map([...online].flatMap((client) => keys.get(client) ?? []).map((sender) => [sender.keyId, sender]))
    if (senders.size === 0) return
    const ended = await endedKeys(context, [...senders.values()])
    for (const client of online) if (ended.has(keys.get(client)?.keyId ?? '')) client.close()
  }
  const timer = setInterval(
    () => void check().catch((error: Error) => context.log.debug({ reason: error.message }, 'ingest keys could not be checked')),
    revocationCheckMs,
  )
  timer.unref()
  return () => clearInterval(timer)
}
