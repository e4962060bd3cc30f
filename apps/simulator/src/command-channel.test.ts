import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { afterEach, expect, test } from 'vitest'
import { createHttpSender } from './http-sender.ts'
import { createMqttSender } from './mqtt-sender.ts'
import { readKey, Refused } from './sender.ts'

const key = readKey('site3.very-secret')
const command = (id: number) => ({ id, device: 'B-1', kind: 'belt' as const, at: '2026-07-20T13:00:00+09:00', payload: { buzzer: '0' } })
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).toReversed()) await close()
})

test('over HTTP commands are asked for from the last one on, and answered by number', async () => {
  const requests: string[] = []
  const answered: { url: string; body: unknown }[] = []
  let waiting = [command(4), command(9)]
  let isAway = true
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      expect(request.headers.authorization).toBe('Bearer site3.very-secret')
      if (request.method === 'POST') {
        answered.push({ url: request.url ?? '', body: JSON.parse(body) })
        return response.writeHead(request.url?.endsWith('/5') ? 404 : 200, { 'content-type': 'application/json' }).end('{}')
      }
      requests.push(request.url ?? '')
      if (isAway) {
        isAway = false
        return response.writeHead(503, { 'retry-after': '0.01' }).end()
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: waiting, count: waiting.length }))
      waiting = []
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const sender = createHttpSender({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key, pollMs: 10 })
  closings.push(sender.close)
  const heard: number[] = []
  sender.subscribe(({ id }) => heard.push(id))
  await expect.poll(() => requests.at(-1)).toBe('/api/ingest/downlink?after=9')
  expect(requests.slice(0, 2)).toEqual(['/api/ingest/downlink?after=0', '/api/ingest/downlink?after=0'])
  expect(heard).toEqual([4, 9])
  await sender.answer({ id: 4, state: 'failed', error: '電池' })
  expect(answered).toEqual([{ url: '/api/ingest/downlink/4', body: { state: 'failed', error: '電池' } }])
  await expect(sender.answer({ id: 5, state: 'acknowledged' })).rejects.toThrow(Refused)
})

test('over MQTT a gateway hears the commands of all its devices, and again after the link was lost', async () => {
  const answers: unknown[] = []
  const broker = await Aedes.createBroker({
    authorizePublish: (_client, packet, done) => {
      answers.push([packet.topic, packet.qos, JSON.parse(packet.payload.toString())])
      done(null)
    },
  })
  const clients: Client[] = []
  broker.on('client', (client) => clients.push(client))
  const server = createTcpServer(broker.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(
    () => new Promise<void>((resolve) => server.close(() => resolve())),
    () => new Promise<void>((resolve) => broker.close(() => resolve())),
  )
  const sender = createMqttSender({ url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, key })
  closings.push(sender.close)
  const heard: number[] = []
  sender.subscribe(({ id }) => heard.push(id))
  const subscribed = () => new Promise((resolve) => broker.once('subscribe', resolve))
  const sendCommand = (payload: string) =>
    new Promise<void>((resolve) =>
      broker.publish({ cmd: 'publish', topic: 'mimamori/v1/site3/downlink/B-1', payload, qos: 1, retain: false, dup: false }, () =>
        resolve(),
      ),
    )
  await subscribed()
  await sendCommand(JSON.stringify(command(1)))
  await sendCommand('これはJSONではない')
  await expect.poll(() => heard).toEqual([1])
  await sender.answer({ id: 1, state: 'acknowledged' })
  expect(answers).toEqual([['mimamori/v1/site3/downlink-ack', 1, { id: 1, state: 'acknowledged' }]])
  const again = subscribed()
  for (const client of clients) client.close()
  await again
  await sendCommand(JSON.stringify(command(2)))
  await expect.poll(() => heard).toEqual([1, 2])
})
