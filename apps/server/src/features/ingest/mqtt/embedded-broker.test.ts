import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeIngestKey, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'
import type { Mqtt } from './mqtt.ts'
import { longestMessage } from './packet-flow.ts'
import { connectPacket, publishPacket, subscribePacket } from './test-packets.ts'

type Key = Awaited<ReturnType<typeof makeIngestKey>>

const { context, drop } = await createTestContext()
let broker: Mqtt
let [key, other] = [] as unknown as [Key, Key]
const open: MqttClient[] = []
/** Messages that were taken up, by key, and wait until they are released. */
let held: { readonly keyId: string; readonly go: () => void }[] = []
let came: unknown[] = []
let isHolding = true
const heldOf = ({ keyId }: Key) => held.filter((each) => each.keyId === keyId)
const release = (each = held[0]) => {
  held = held.filter((waiting) => waiting !== each)
  each?.go()
}

beforeAll(async () => {
  key = await makeIngestKey(context.db, (await makeOffice(context.db)).office_id)
  other = await makeIngestKey(context.db, (await makeOffice(context.db)).office_id)
  broker = await startEmbeddedBroker(context, async ({ keyId }, sent) => {
    came.push(sent[0])
    if (isHolding) await new Promise<void>((resolve) => held.push({ keyId, go: resolve }))
    return { accepted: 1, duplicates: 0, rejected: [], warnings: [] }
  })
})
beforeEach(() => {
  isHolding = true
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  isHolding = false
  while (held.length > 0) release()
  await Promise.all(open.map((client) => client.endAsync(true)))
  await broker.stop()
  await drop()
})

const device = async (of: Key, options: IClientOptions = {}) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username: of.keyId,
    password: of.secret,
    reconnectPeriod: 0,
    ...options,
  })
  client.on('error', () => undefined)
  open.push(client)
  return client
}
const topicOf = ({ keyId }: Key) => `mimamori/v1/${keyId}/readings`
/** A message of so many bytes. */
const message = (bytes: number) => `{"readings":[0]${' '.repeat(bytes - 16)}}`

/** A connection on which packets are written by hand. */
const rawDevice = async (of: Key, keepAliveSeconds?: number): Promise<Socket> => {
  const socket = connectTcp(broker.port ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(connectPacket(of.keyId, of.secret, keepAliveSeconds))
  await once(socket, 'data')
  socket.resume()
  return socket
}

test('a key has no more under way than its share, on however many connections, and others are served', async () => {
  const bytes = 1_000_000
  const fits = longestMessage / bytes
  const clients = await Promise.all(Array.from({ length: 3 }, () => device(key)))
  const sent = clients.flatMap((client) => Array.from({ length: 8 }, () => client.publishAsync(topicOf(key), message(bytes), { qos: 1 })))
  await expect.poll(() => heldOf(key).length).toBeGreaterThanOrEqual(fits)
  const served = (await device(other)).publishAsync(topicOf(other), message(100), { qos: 1 })
  await expect.poll(() => heldOf(other).length).toBe(1)
  release(heldOf(other)[0])
  await served
  let most = 0
  for (let done = 0; done < sent.length; done++) {
    await expect.poll(() => heldOf(key).length).toBeGreaterThan(0)
    most = Math.max(most, heldOf(key).length)
    release(heldOf(key)[0])
  }
  await Promise.all(sent)
  expect(most).toBeLessThanOrEqual(fits + 1)
})

test('messages of QoS 2 are taken, and a sender that releases none is cut off after a hundred', async () => {
  isHolding = false
  const client = await device(key)
  await client.publishAsync(topicOf(key), message(100), { qos: 2 })
  const raw = await rawDevice(key)
  const closed = once(raw, 'close')
  for (let messageId = 1; messageId <= 101; messageId++) raw.write(publishPacket(topicOf(key), messageId, message(100)))
  await closed
})

test('a SUBSCRIBE of a hundred topics is answered, one of more ends the connection', async () => {
  const topics = (count: number) => Array.from({ length: count }, (_, n) => `mimamori/v1/${key.keyId}/downlink/B-${n}`)
  const raw = await rawDevice(key)
  raw.write(subscribePacket(1, topics(100)))
  const [answer] = (await once(raw, 'data')) as [Buffer]
  expect(answer[0]).toBe(0x90)
  const closed = once(raw, 'close')
  raw.write(subscribePacket(2, topics(101)))
  await closed
})

test('messages that a sender writes before it is welcomed come before those that follow, whatever their quality', async () => {
  isHolding = false
  came = []
  const socket = connectTcp(broker.port ?? 0, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  const sent = (messageId: number, qos: number) => publishPacket(topicOf(key), messageId, `{"readings":[${messageId}]}`, qos)
  socket.write(Buffer.concat([connectPacket(key.keyId, key.secret), ...[1, 2, 3].map((n) => sent(n, 1))]))
  for (let n = 4; n <= 40; n++) {
    socket.write(sent(n, n % 5 === 0 ? 2 : n % 2))
    if (n % 4 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await expect.poll(() => came.length).toBe(40)
  expect(came).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  socket.destroy()
})

test('a sender that says nothing for half as long again as it promised is gone, and readings are words too', async () => {
  isHolding = false
  came = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [silent, sending] = await Promise.all([rawDevice(key, 1), rawDevice(other, 1)])
  const closed = [silent, sending].map((socket) => once(socket, 'close'))
  for (let sent = 1; sent <= 5; sent++) {
    sending.write(publishPacket(topicOf(other), sent, message(100), 1))
    await expect.poll(() => came.length).toBe(sent)
    vi.advanceTimersByTime(1_000)
  }
  await closed[0]
  expect(sending.destroyed).toBe(false)
  vi.advanceTimersByTime(1_000)
  await closed[1]
})
