import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeIngestKey, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { createTestContext, testConfig } from '../../../platform/test-context.ts'
import { writeTestCertificate } from '../../../platform/traffic/test-certificate.ts'
import { startEmbeddedBroker } from './embedded-broker.ts'
import type { Mqtt } from './mqtt.ts'
import { connectPacket, packet } from './test-packets.ts'
import { usualBounds } from './unauthenticated-connections.ts'

const { context, drop } = await createTestContext()
let key: Awaited<ReturnType<typeof makeIngestKey>>
const certificate = writeTestCertificate()

beforeAll(async () => {
  key = await makeIngestKey(context.db, (await makeOffice(context.db)).office_id)
})
const close: (() => unknown)[] = []
afterEach(async () => {
  for (const end of close.splice(0).toReversed()) await end()
})
afterAll(drop)

/** A CONNECT of MQTT 5, which the broker does not speak. */
const connectFive = packet(0x10, Buffer.from([0, 4, ...Buffer.from('MQTT'), 5, 2, 0, 60, 0, 0, 1, 0x61]))

type Ways = { readonly tls?: boolean; readonly trustedProxies?: string }

/** A broker to which the tests' own addresses are nobody's proxies, unless given otherwise. */
const start = async (bounds: Partial<typeof usualBounds>, { tls = false, trustedProxies = '10.0.0.1' }: Ways = {}): Promise<Mqtt> => {
  const config = testConfig({ trustedProxies, ...(tls ? certificate : {}), host: '127.0.0.1' })
  const broker = await startEmbeddedBroker(
    { ...context, config },
    async () => ({ accepted: 1, duplicates: 0, rejected: [], warnings: [] }),
    {
      ...usualBounds,
      ...bounds,
    },
  )
  close.push(broker.stop)
  return broker
}

type Stranger = { readonly socket: Socket; readonly closed: Promise<unknown>; isClosed: boolean; heard?: Buffer }

/** A connection that closes once the broker has closed it; of MQTT 5 it keeps its own side open whatever the broker does. */
const stranger = async ({ port }: Mqtt, bytes?: Buffer, localAddress = '127.0.0.1'): Promise<Stranger> => {
  const socket = connect({ port: port ?? 0, host: '127.0.0.1', localAddress, allowHalfOpen: bytes === connectFive })
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const it: Stranger = { socket, closed, isClosed: false }
  socket.once('close', () => (it.isClosed = true))
  close.push(() => socket.destroy())
  await once(socket, 'connect')
  if (bytes !== undefined) socket.write(bytes)
  socket.on('data', (piece: Buffer) => (it.heard = piece))
  return it
}
const strangers = async (count: number, broker: Mqtt, bytes?: Buffer, localAddress?: string): Promise<Stranger[]> => {
  const all: Stranger[] = []
  for (let n = 0; n < count; n++) all.push(await stranger(broker, bytes, localAddress))
  return all
}
const stillOpen = (all: readonly Stranger[]) => all.filter(({ isClosed }) => !isClosed).length

const gateway = async ({ port }: Mqtt, tls = false): Promise<MqttClient> => {
  const client = await connectAsync(`${tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${port}`, {
    username: key.keyId,
    password: key.secret,
    reconnectPeriod: 0,
    rejectUnauthorized: false,
  })
  client.on('error', () => undefined)
  close.push(() => client.endAsync(true))
  return client
}

test('a connection of MQTT 5 is answered, ended, and closed although its sender keeps it open', async () => {
  const broker = await start({ lingerMs: 50 })
  const sender = await stranger(broker, connectFive)
  await once(sender.socket, 'end')
  expect(sender.heard).toEqual(Buffer.from([0x20, 0x03, 0x00, 0x84, 0x00]))
  // That the other side is gone shows where something is sent to it: the beginning of a packet, which alone would end nothing.
  for (const [n, byte] of [0x10, 0x80, 0x80, 0x80].entries()) {
    await new Promise((resolve) => setTimeout(resolve, 200 * 3 ** n))
    if (sender.isClosed) break
    sender.socket.write(Buffer.from([byte]))
  }
  await sender.closed
  expect(usualBounds.lingerMs).toBe(2_000)
})

test.each([
  ['says nothing', undefined],
  ['sends a CONNECT byte by byte', connectPacket('a', 'b').subarray(0, 5)],
])('who %s is gone after the time there is for a CONNECT', async (_, bytes) => {
  const broker = await start({ connectMs: 50 })
  await (
    await stranger(broker, bytes)
  ).closed
  expect(usualBounds).toMatchObject({ connectMs: 10_000, handshakeMs: 10_000 })
})

test.each([
  ['says nothing', undefined],
  ['begins a handshake', Buffer.from([0x16, 0x03, 0x01])],
])('over TLS, who %s is gone after the time there is for the handshake', async (_, bytes) => {
  const broker = await start({ handshakeMs: 50 }, { tls: true })
  await (
    await stranger(broker, bytes)
  ).closed
})

test('over TLS, who ends the handshake and then says nothing is gone as well', async () => {
  const broker = await start({ connectMs: 50 }, { tls: true })
  const socket = connectTls({ port: broker.port ?? 0, host: '127.0.0.1', rejectUnauthorized: false })
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  socket.resume()
  await once(socket, 'close')
})

const patient = { connectMs: 60_000, handshakeMs: 60_000, lingerMs: 60_000, authenticateMs: 60_000 }

test.each([
  ['plain', false],
  ['TLS', true],
])('where silent strangers fill the broker the oldest give way, and a gateway with a key connects and stays: %s', async (_, tls) => {
  const broker = await start({ ...patient, unauthenticated: 20 }, { tls, trustedProxies: 'loopback' })
  const first = await gateway(broker, tls)
  const before = await strangers(30, broker)
  await expect.poll(() => stillOpen(before)).toBe(20)
  expect(before.slice(0, 10).every(({ isClosed }) => isClosed)).toBe(true)
  const second = await gateway(broker, tls)
  const after = await strangers(30, broker)
  await expect.poll(() => stillOpen([...before, ...after])).toBe(20)
  expect([first.connected, second.connected]).toEqual([true, true])
  expect(broker.hasRefusedLately()).toBe(true)
})

test('where strangers of MQTT 5 fill the broker and keep their side open, a gateway with a key connects', async () => {
  const broker = await start({ ...patient, unauthenticated: 20 })
  const all = await strangers(30, broker, connectFive)
  await expect.poll(() => all.slice(-20).every(({ heard }) => heard !== undefined)).toBe(true)
  expect((await gateway(broker)).connected).toBe(true)
})

test('connections of a network that has too many give way, others stay', async () => {
  const broker = await start({ ...patient, ofAddress: 5, ofWiderNetwork: 8 })
  const elsewhere = await strangers(3, broker, undefined, '127.0.9.1')
  expect(broker.hasRefusedLately()).toBe(false)
  const own = await strangers(7, broker, undefined, '127.0.1.1')
  await expect.poll(() => stillOpen(own)).toBe(5)
  const neighbours = await strangers(5, broker, undefined, '127.0.1.2')
  await expect.poll(() => stillOpen([...own, ...neighbours])).toBe(8)
  expect([stillOpen(neighbours), stillOpen(elsewhere)]).toEqual([5, 3])
  expect(broker.hasRefusedLately()).toBe(true)
})

test('gateways of one network connect in any number, since those that have authenticated do not count', async () => {
  const broker = await start({ ...patient, ofAddress: 2, ofWiderNetwork: 2 })
  const clients: MqttClient[] = []
  for (let n = 0; n < 6; n++) clients.push(await gateway(broker))
  expect(clients.every(({ connected }) => connected)).toBe(true)
  expect(broker.hasRefusedLately()).toBe(false)
})

test('it stops at once, whatever strangers hold open', async () => {
  const broker = await start(patient, { tls: true })
  await strangers(3, broker)
  await broker.stop()
})
