import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Aedes } from 'aedes'
import { afterEach, expect, test } from 'vitest'
import { createMqttSender } from './mqtt-sender.ts'
import { fork } from './random.ts'
import { readKey } from './sender.ts'
import { createUplink } from './uplink.ts'

const key = readKey('site2.very-secret')
type Publish = Parameters<Aedes['authorizePublish']>[1]
type Broker = { readonly broker: Aedes; readonly server: Server; readonly sockets: Set<Socket> }
let running: Broker | undefined

const start = async (port: number, authorizePublish: (packet: Publish, done: (error?: Error | null) => void) => void): Promise<number> => {
  const broker = await Aedes.createBroker({
    authenticate: (_client, username, password, done) => done(null, username === key.id && password?.toString('utf8') === key.secret),
    authorizePublish: (_client, packet, done) => authorizePublish(packet, done),
  })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    broker.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  running = { broker, server, sockets }
  return (server.address() as AddressInfo).port
}

const stop = async (): Promise<void> => {
  if (running === undefined) return
  const { broker, server, sockets } = running
  running = undefined
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => broker.close(() => resolve()))
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
afterEach(stop)

const readingsOf = (packet: Publish): unknown[] => (JSON.parse(packet.payload.toString('utf8')) as { readings: unknown[] }).readings

test('readings arrive at the key’s own topic with QoS 1, and refusals come back', async () => {
  const packets: Publish[] = []
  const port = await start(0, (packet, done) => {
    packets.push(packet)
    done(null)
  })
  const reports: string[] = []
  const sender = createMqttSender({ url: `mqtt://127.0.0.1:${port}`, key, onRejected: (report) => reports.push(report) })
  const uplink = createUplink({ sender, random: fork(1, 'test'), firstWaitMs: 20 })
  uplink.take([{ kind: 'vital' }, { kind: 'heat' }])
  await uplink.drained()
  expect(packets.map(({ topic, qos }) => [topic, qos])).toEqual([['mimamori/v1/site2/readings', 1]])
  expect(packets.flatMap(readingsOf)).toEqual([{ kind: 'vital' }, { kind: 'heat' }])
  expect(uplink.counts.accepted).toBe(2)
  const report = { cmd: 'publish', topic: 'mimamori/v1/site2/rejected', payload: 'bad', qos: 0, retain: false, dup: false } as const
  await new Promise<void>((resolve) => running?.broker.publish(report, () => resolve()))
  await expect.poll(() => reports).toEqual(['bad'])
  await uplink.close()
})

test('a broker that goes down while readings are on their way gets them after it is back', async () => {
  const lost: unknown[] = []
  // Never acknowledged, as when the server dies before its commit.
  const port = await start(0, (packet) => void lost.push(...readingsOf(packet)))
  const sender = createMqttSender({ url: `mqtt://127.0.0.1:${port}`, key })
  const uplink = createUplink({ sender, random: fork(1, 'test'), batchSize: 2, firstWaitMs: 20 })
  uplink.take([1, 2, 3])
  await expect.poll(() => lost).toEqual([1, 2])
  await stop()
  const arrived = new Set<unknown>()
  await start(port, (packet, done) => {
    for (const reading of readingsOf(packet)) arrived.add(reading)
    done(null)
  })
  await uplink.drained()
  expect([...arrived]).toEqual([1, 2, 3])
  await uplink.close()
})

test('a broker that sends no acknowledgement counts as dead and is tried again', async () => {
  let tries = 0
  const port = await start(0, (_packet, done) => {
    tries += 1
    if (tries > 1) done(null)
  })
  const sender = createMqttSender({ url: `mqtt://127.0.0.1:${port}`, key, timeoutMs: 300 })
  const uplink = createUplink({ sender, random: fork(1, 'test'), firstWaitMs: 50 })
  uplink.take([1])
  await uplink.drained()
  expect(tries).toBeGreaterThan(1)
  expect(uplink.counts).toMatchObject({ accepted: 1 })
  await uplink.close()
})
