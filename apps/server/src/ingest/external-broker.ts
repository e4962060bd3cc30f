import { setTimeout as after } from 'node:timers/promises'
import { connect, type MqttClient } from 'mqtt'
import type { Context } from '../platform/context.ts'
import { findKey, noteUse } from '../organisation/ingest-key.ts'
import type { Sender } from '../platform/route.ts'
import { startDispatch } from '../downlink/dispatch.ts'
import type { Mqtt } from './mqtt.ts'
import { dropped, type MessageReport, messageTaker, type TakeMessage } from './mqtt-message.ts'
import { readMessages, type Take } from './mqtt-reader.ts'
import { openSessionLine, type SessionLine } from './mqtt-session.ts'
import { isPassing } from './passing.ts'
import type { Receive } from './receive.ts'
import { type Address, addressOf, rejectedTopic } from './topics.ts'

const retryMs = 1_000
const standByMs = 500
const aliveCheckMs = 5_000
// A revoked key is accepted for at most this long.
const keyTtlMs = 1_000
const mostTries = 3

/** Keys by their id, asked for again after a second. */
const keyCache = (context: Context) => {
  const known = new Map<string, { readonly key: Sender | undefined; readonly until: number }>()
  return async (keyId: string): Promise<Sender | undefined> => {
    const now = Date.now()
    const entry = known.get(keyId)
    if (entry !== undefined && entry.until > now) return entry.key
    const key = await findKey(context, keyId)
    // Anybody can invent ids, so the cache is emptied before it grows too large.
    if (known.size > 10_000) known.clear()
    known.set(keyId, { key, until: now + keyTtlMs })
    return key
  }
}

/** Retries a message that itself fails, rather than the database; after the last try it is dropped and logged. */
const takeWithRetries = async (
  { log }: Context,
  takeMessage: TakeMessage,
  key: Sender,
  use: Address['use'],
  payload: Buffer,
): Promise<MessageReport> => {
  for (let tries = 1; ; tries++) {
    try {
      return await takeMessage(key, use, payload)
    } catch (error) {
      if (isPassing(error)) throw error
      log.error({ err: error, keyId: key.keyId, tries }, 'an MQTT message could not be stored')
      if (tries < mostTries) {
        await after(retryMs)
        continue
      }
      // Without an acknowledgement the broker would deliver it for ever, and hold up every other office.
      dropped.inc({ reason: 'failed' })
      return { fault: '保存できませんでした。システムの管理者に連絡してください。' }
    }
  }
}

/** Stores the messages of one connection. They start in order, however long finding a key takes. */
const takeFor = (context: Context, takeMessage: TakeMessage, findKeyOf: ReturnType<typeof keyCache>, answer: MqttClient): Take => {
  let turn: Promise<unknown> = Promise.resolve()
  let failed: Error | undefined
  const takeWithKey = async (key: Sender | undefined, use: Address['use'], payload: Buffer): Promise<void> => {
    // After the first failure nothing more is stored: it would be ahead of the message that the broker delivers again.
    if (failed !== undefined) throw failed
    if (key === undefined) return dropped.inc({ reason: 'unknownKey' })
    const report = await takeWithRetries(context, takeMessage, key, use, payload)
    await noteUse(context, key)
    if (report !== null && answer.connected) answer.publish(rejectedTopic(key.keyId), JSON.stringify(report), { qos: 0 })
  }
  return async (topic, payload) => {
    const address = addressOf(topic)
    const found = turn.then(() => (address === undefined ? undefined : findKeyOf(address.keyId)))
    turn = found.catch((error: Error) => (failed ??= error))
    const stored = found.then((key) => takeWithKey(key, address?.use ?? 'readings', payload))
    stored.catch((error: Error) => (failed ??= error))
    return stored
  }
}

/**
 * Listens to a broker outside. One process at a time holds the product's session there, a durable one, so that the
 * readings of a device are judged in the order in which they were sent; every other stands by and takes the session
 * over within about a second, with all that was in flight. A message is acknowledged after the commit; one whose key is
 * unknown or revoked is acknowledged, dropped and counted, since the broker's own access list keeps tenants apart.
 */
export const connectExternalBroker = (context: Context, receive: Receive, url: string): Mqtt => {
  const { log } = context
  const ending = new AbortController()
  const pause = (ms: number) => after(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  const findKeyOf = keyCache(context)
  // In every process: shows whether the broker is reachable, and publishes to senders.
  const answer = connect(url, {
    clean: true,
    protocolVersion: 4,
    reconnectPeriod: retryMs,
    connectTimeout: 5_000,
    reconnectOnConnackError: true,
  })
  answer.on('error', (error) => log.debug({ reason: error.message }, 'the MQTT broker does not answer'))
  const takeMessage = messageTaker(context, receive)
  let isReading = (): boolean => true

  const readOnce = async (line: SessionLine): Promise<void> => {
    const reading = readMessages(url, takeFor(context, takeMessage, findKeyOf, answer), log)
    isReading = reading.isConnected
    const over = AbortSignal.any([line.lost, ending.signal])
    over.addEventListener('abort', reading.end, { once: true })
    if (over.aborted) reading.end()
    const check = setInterval(() => void line.isAlive(), aliveCheckMs)
    try {
      await reading.closed
    } finally {
      clearInterval(check)
      over.removeEventListener('abort', reading.end)
    }
  }

  const serve = async (line: SessionLine): Promise<void> => {
    while (!ending.signal.aborted && !(await line.tryTake())) await pause(standByMs)
    if (ending.signal.aborted) return
    log.info('this process reads from the MQTT broker')
    const dispatch = startDispatch(context, {
      subscribers: () => (answer.connected ? 'anybody' : undefined),
      publish: (topic, payload) => answer.publish(topic, payload, { qos: 1 }),
    })
    // The process with the session also sends commands to devices. They may have been away with the broker or the process before.
    const again = () => dispatch.arrived('anybody')
    answer.on('connect', again)
    again()
    try {
      // Another process that took the session has disconnected us; without the lock we must not disconnect it in turn.
      while (!ending.signal.aborted && (await line.isAlive())) {
        await readOnce(line)
        await pause(retryMs)
      }
    } finally {
      answer.off('connect', again)
      await dispatch.stop()
    }
  }

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        const line = await openSessionLine(context)
        try {
          await serve(line)
        } finally {
          await line.close()
          isReading = () => true
        }
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the MQTT session waits for the database')
      }
      await pause(retryMs)
    }
  }
  const running = run()

  return {
    port: null,
    isConnected: () => answer.connected && isReading(),
    stop: async () => {
      ending.abort()
      await running
      await answer.endAsync(true)
    },
  }
}
