import { setTimeout as after } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { findConnectionOfApplication } from '../../../shared/access-keys/connection-secret.ts'
import { findKey, noteUse } from '../../../shared/access-keys/ingest-key.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sender } from '../../../platform/http/route.ts'
import { dropped, findUplinkIn, type MessageReport, messageTaker, type TakeMessage } from './mqtt-message.ts'
import type { Take } from './mqtt-reader.ts'
import { isTransient } from '../transient.ts'
import type { Receive } from '../receive.ts'
import type { FoundUplink } from '../receive-uplink.ts'
import { countsOf } from '../status/received-counts.ts'
import { type Address, addressOf, nameOfApplication, rejectedTopic, type UplinkAddress, uplinkAddressOf } from './topics.ts'

type TakenUse = (Address | UplinkAddress)['use']

const retryMs = 1_000
// A revoked key is accepted for at most this long.
const keyTtlMs = 1_000
const mostTries = 3

/** Whose a message is, and what it is for where a network server sent it. */
type Found = { readonly key: Sender | undefined; readonly uplink: FoundUplink | undefined }

/** Keys by their id, asked for again after a second. */
const keyCache = (context: Context) => {
  const known = new Map<string, { readonly key: Sender | undefined; readonly until: number }>()
  return async (address: Address | UplinkAddress): Promise<Sender | undefined> => {
    const now = Date.now()
    const id = address.use === 'uplink' ? nameOfApplication(address.applicationId) : address.keyId
    const entry = known.get(id)
    if (entry !== undefined && entry.until > now) return entry.key
    const key =
      address.use === 'uplink' ? await findConnectionOfApplication(context, address.applicationId) : await findKey(context, address.keyId)
    // Anybody can invent ids, so the cache is emptied before it grows too large.
    if (known.size > 10_000) known.clear()
    known.set(id, { key, until: now + keyTtlMs })
    return key
  }
}

/** Retries a message that itself fails, rather than the database; after the last try it is dropped and logged. */
const takeWithRetries = async (
  { log, pool, clock }: Context,
  takeMessage: TakeMessage,
  key: Sender,
  use: TakenUse,
  payload: Buffer,
  uplink: FoundUplink | undefined,
): Promise<MessageReport> => {
  for (let tries = 1; ; tries++) {
    try {
      return await takeMessage(key, use, payload, uplink)
    } catch (error) {
      if (isTransient(error)) throw error
      log.error({ err: error, keyId: key.keyId, tries }, 'an MQTT message could not be stored')
      if (tries < mostTries) {
        await after(retryMs)
        continue
      }
      // Without an acknowledgement the broker would deliver it for ever, and hold up every other office.
      dropped.inc({ reason: 'failed' })
      const fault = '保存できませんでした。システムの管理者に連絡してください。'
      if (use !== 'downlink-ack') countsOf(pool).refuseMessage(key, 'mqtt', clock().getTime(), fault)
      return { fault }
    }
  }
}

/**
 * Makes what stores the messages of one connection to a broker outside; reports of refused readings go out by `answer`.
 * Messages start in order, however long finding a key takes, and of a network server's message the device. One whose key is unknown or revoked is dropped and counted,
 * since the broker's own access list keeps tenants apart.
 */
export const messagesTaker = (context: Context, receive: Receive, answer: MqttClient): (() => Take) => {
  const findKeyOf = keyCache(context)
  const takeMessage = messageTaker(context, receive)
  return () => {
    let turn: Promise<unknown> = Promise.resolve()
    let failed: Error | undefined
    const find = async (address: Address | UplinkAddress | undefined, payload: Buffer): Promise<Found> => {
      const key = address === undefined ? undefined : await findKeyOf(address)
      if (key === undefined || address?.use !== 'uplink') return { key, uplink: undefined }
      return { key, uplink: await findUplinkIn(context.pool, key, payload) }
    }
    const takeWithKey = async ({ key, uplink }: Found, use: TakenUse, payload: Buffer): Promise<void> => {
      // After the first failure nothing more is stored: it would be ahead of the message that the broker delivers again.
      if (failed !== undefined) throw failed
      if (key === undefined) return dropped.inc({ reason: use === 'uplink' ? 'unknownApplication' : 'unknownKey' })
      const report = await takeWithRetries(context, takeMessage, key, use, payload, uplink)
      if (use === 'uplink') return
      await noteUse(context, key)
      if (report !== null && answer.connected) answer.publish(rejectedTopic(key.keyId), JSON.stringify(report), { qos: 0 })
    }
    return async (topic, payload) => {
      const address = addressOf(topic) ?? uplinkAddressOf(topic)
      const found = turn.then(() => find(address, payload))
      turn = found.catch((error: Error) => (failed ??= error))
      const stored = found.then((whose) => takeWithKey(whose, address?.use ?? 'readings', payload))
      stored.catch((error: Error) => (failed ??= error))
      return stored
    }
  }
}
