import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { generate, parser } from 'mqtt-packet'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { readMessages } from './mqtt-reader.ts'

afterEach(() => vi.useRealTimers())

/** A broker that welcomes who connects, notes what is acknowledged, and answers nothing else. */
const startDumbBroker = async () => {
  let peer: Socket | undefined
  let pings = 0
  const acknowledged: number[] = []
  const server = createServer((socket) => {
    peer = socket
    const packets = parser()
    packets.on('packet', ({ cmd, messageId }) => {
      if (cmd === 'puback') acknowledged.push(messageId ?? 0)
      if (cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: true }))
      if (cmd === 'pingreq') pings += 1
    })
    socket.on('data', (chunk) => packets.parse(chunk))
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `mqtt://127.0.0.1:${address.port}`,
    give: (messageId: number, payload = 'x') =>
      peer?.write(generate({ cmd: 'publish', topic: 't', payload, qos: 1, messageId, dup: false, retain: false })),
    pings: () => pings,
    acknowledged,
    stop: () => {
      peer?.destroy()
      server.close()
    },
  }
}

test('a broker that gives messages is not taken for dead while its answer to a ping comes after them; a silent one is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const broker = await startDumbBroker()
  let [taken, isClosed] = [Promise.withResolvers<void>(), false]
  const session = { url: broker.url, name: 'mimamori-1-0' }
  const take = async () => taken.resolve()
  const reader = readMessages(session, take, { messages: 100, bytes: 1_000_000 }, pino({ level: 'silent' }))
  void reader.closed.then(() => (isClosed = true))
  try {
    expect(await reader.opened).toBe(true)
    for (let messageId = 1; messageId <= 12; messageId++) {
      taken = Promise.withResolvers()
      broker.give(messageId)
      await Promise.race([taken.promise, reader.closed])
      expect(isClosed).toBe(false)
      vi.advanceTimersByTime(5_000)
    }
    // The broker counts our silence too.
    await expect.poll(() => broker.pings()).toBeGreaterThanOrEqual(3)
    vi.advanceTimersByTime(30_000)
    await reader.closed
  } finally {
    reader.end()
    broker.stop()
  }
})

test('messages are acknowledged in order, each once it and all before it are stored, and none after one that is not', async () => {
  const broker = await startDumbBroker()
  const stored = new Map<string, PromiseWithResolvers<void>>()
  const take = (_: string, payload: Buffer) => {
    const own = Promise.withResolvers<void>()
    stored.set(String(payload), own)
    return own.promise
  }
  const session = { url: broker.url, name: 'mimamori-1-0' }
  const reader = readMessages(session, take, { messages: 100, bytes: 1_000_000 }, pino({ level: 'silent' }))
  try {
    expect(await reader.opened).toBe(true)
    for (let messageId = 1; messageId <= 6; messageId++) broker.give(messageId, `${messageId}`)
    await expect.poll(() => stored.size).toBe(6)
    stored.get('2')?.resolve()
    stored.get('3')?.resolve()
    await setTimeout(50)
    expect(broker.acknowledged).toEqual([])
    stored.get('1')?.resolve()
    await expect.poll(() => broker.acknowledged).toEqual([1, 2, 3])
    stored.get('5')?.resolve()
    stored.get('4')?.reject(new Error('the database is away'))
    stored.get('6')?.resolve()
    await reader.closed
    expect(broker.acknowledged).toEqual([1, 2, 3])
  } finally {
    reader.end()
    broker.stop()
  }
})
