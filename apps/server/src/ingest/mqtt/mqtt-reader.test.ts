import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { readMessages } from './mqtt-reader.ts'

afterEach(() => vi.useRealTimers())

/** A broker that welcomes who connects and answers nothing else. */
const startDumbBroker = async () => {
  let peer: Socket | undefined
  let pings = 0
  const server = createServer((socket) => {
    peer = socket
    const packets = parser()
    packets.on('packet', ({ cmd }) => {
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
    give: (messageId: number) =>
      peer?.write(generate({ cmd: 'publish', topic: 't', payload: 'x', qos: 1, messageId, dup: false, retain: false })),
    pings: () => pings,
    stop: () => {
      peer?.destroy()
      server.close()
    },
  }
}

test('a broker that gives messages is not taken for dead while its answer to a ping stands behind them; a silent one is', async () => {
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
    expect(broker.pings()).toBeGreaterThanOrEqual(3)
    vi.advanceTimersByTime(30_000)
    await reader.closed
  } finally {
    reader.end()
    broker.stop()
  }
})
