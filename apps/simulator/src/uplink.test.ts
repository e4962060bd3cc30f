import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createHttpSender } from './http-sender.ts'
import { fork } from './random.ts'
import { readKey, Refused, type Sender, TryLater } from './sender.ts'
import { createUplink } from './uplink.ts'

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void

let server: Server | undefined
const serve = async (answer: Answer): Promise<string> => {
  const made = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => answer(request, body, response))
  })
  server = made
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

const key = readKey('site1.very-secret')
const random = () => fork(1, 'test')
const accept = (body: string, response: ServerResponse): number => {
  const { readings } = JSON.parse(body) as { readings: unknown[] }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ accepted: readings.length, duplicates: 0, rejected: [], warnings: [] }))
  return readings.length
}

test('what a server first turns away arrives in the end, once and in order', async () => {
  const bodies: string[] = []
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(503, { 'retry-after': '0.01' }).end('down'),
    (response) => response.writeHead(429).end('slow down'),
    (response) => response.destroy(),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"accep'),
  ]
  const url = await serve((request, body, response) => {
    expect(request.headers.authorization).toBe('Bearer site1.very-secret')
    expect(request.url).toBe('/api/ingest')
    const fail = failures.shift()
    if (fail) return fail(response)
    bodies.push(body)
    accept(body, response)
  })
  const uplink = createUplink({ sender: createHttpSender({ url, key }), random: random(), batchSize: 3, firstWaitMs: 5 })
  uplink.take([1, 2, 3, 4])
  uplink.take([5])
  await uplink.drained()
  expect(bodies.flatMap((body) => (JSON.parse(body) as { readings: number[] }).readings)).toEqual([1, 2, 3, 4, 5])
  expect(uplink.counts).toMatchObject({ accepted: 5, retries: 4, dropped: 0 })
  await uplink.close()
})

test('a revoked key is not knocked at for ever', async () => {
  const url = await serve((_request, _body, response) => response.writeHead(401).end())
  const sender = createHttpSender({ url, key })
  await expect(sender.send([1])).rejects.toThrow(Refused)
  const uplink = createUplink({ sender, random: random(), firstWaitMs: 5 })
  uplink.take([1, 2])
  await uplink.drained()
  expect(uplink.counts).toMatchObject({ accepted: 0, dropped: 2 })
  await uplink.close()
})

test('a server that is away is waited for, within bounds; the oldest go first', async () => {
  let away = true
  const arrived: unknown[] = []
  const sender: Sender = {
    send: async (readings) => {
      if (away) throw new TryLater('away')
      arrived.push(...readings)
      return { accepted: readings.length, duplicates: 0, rejected: 0 }
    },
    close: async () => undefined,
  }
  const uplink = createUplink({ sender, random: random(), batchSize: 2, capacity: 5, firstWaitMs: 5 })
  for (let reading = 0; reading < 20; reading += 1) uplink.take([reading])
  expect(uplink.waiting()).toBe(5)
  away = false
  await uplink.drained()
  // The first was already on its way when the queue filled.
  expect(arrived).toEqual([0, 15, 16, 17, 18, 19])
  expect(uplink.counts.dropped).toBe(14)
  await uplink.close()
})

test('closing ends the waiting at once', async () => {
  // Far longer than a test may take.
  const sender: Sender = { send: () => Promise.reject(new TryLater('away', 600_000)), close: async () => undefined }
  const uplink = createUplink({ sender, random: random() })
  uplink.take([1])
  await expect.poll(() => uplink.counts.retries).toBe(1)
  await Promise.all([uplink.close(), uplink.drained()])
  expect(uplink.counts.retries).toBe(1)
})

test('an invalid key is reported at once', () => {
  expect(readKey('a.b.c')).toEqual({ id: 'a', secret: 'b.c' })
  expect(() => readKey('nodot')).toThrow('id.secret')
})
