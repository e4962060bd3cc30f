import { execFileSync } from 'node:child_process'
import { createContext, runInContext } from 'node:vm'
import { allEndpoints, IngestAnswer, Reading, readingKinds } from '@mimamori/contract'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbeddedBroker } from '../src/features/ingest/mqtt/embedded-broker.ts'
import type { Mqtt } from '../src/features/ingest/mqtt/mqtt.ts'
import { createReceiver } from '../src/features/ingest/receive.ts'
import { makeDevice, makeIngestKey, makeOffice } from '../src/shared/organisation/test-factories.ts'
import { createTestApp } from '../src/test-app.ts'
import { blocksOf, type Command, commandsNamed, pageFor } from './send-readings-page.ts'

const product = await createTestApp()
const { context, time, app } = product
const { receive, drain } = createReceiver(context)
let broker: Mqtt
let origin: string
let page: string
let officeId: number
let key: Awaited<ReturnType<typeof makeIngestKey>>

const serials = { vital: '12345', belt: 'B-07', heat: 'W-001', barometer: 'P-01', gateway: 'GW-01' } as const

beforeAll(async () => {
  time.now = new Date('2026-07-20T13:06:10+09:00')
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  broker = await startEmbeddedBroker(context, receive)
})
// Each example is sent to a site that has heard nothing yet.
beforeEach(async () => {
  const office = await makeOffice(context.db)
  officeId = office.office_id
  for (const kind of readingKinds) await makeDevice(context.db, kind, office.office_id, { serial: serials[kind] })
  key = await makeIngestKey(context.db, office.office_id)
  page = await pageFor({ origin, ...key })
})
afterAll(async () => {
  await broker.stop()
  await drain()
  await product.close()
})

/** What the page's commands write into `readings.json`, run by a shell at the product's time. */
const readingsFile = () => {
  const commands = blocksOf(page, 'sh').find((block) => block.includes('readings.json <<')) ?? ''
  const clock = `date() { test "$*" = '-u +%Y-%m-%dT%H:%M:%SZ' && echo ${time.now.toISOString().replace(/\.\d+/, '')}; }`
  return execFileSync('sh', ['-ec', `${clock}\n${commands.replace('> readings.json', '')}`], { encoding: 'utf8' })
}

const readingsIn = (message: string) => (JSON.parse(message) as { readings: unknown[] }).readings

const storedReadings = async () => {
  const { rows } = await context.pool.query<{ count: number }>('select count(*)::int as count from reading')
  return rows[0]?.count ?? 0
}

const optionOf = ({ options }: Command, name: string) => options.get(name)?.[0] ?? ''

const expectAccepted = (answer: unknown, count: number) =>
  expect(answer).toEqual({ accepted: count, duplicates: 0, rejected: [], warnings: [] })

const publish = async (topic: string, message: string, username: string, password: string) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { username, password, protocolVersion: 4, reconnectPeriod: 0 })
  const refused: string[] = []
  client.on('message', (_, payload) => refused.push(payload.toString()))
  await client.subscribeAsync(`mimamori/v1/${username}/rejected`)
  await client.publishAsync(topic, message, { qos: 1 })
  await client.endAsync()
  return refused
}

test('readings.json holds all kinds', () => {
  const sent = readingsIn(readingsFile())
  expect(sent.map((reading) => Reading.parse(reading).kind).toSorted()).toEqual(readingKinds.toSorted())
})

test('the commands for curl send what they show', async () => {
  const commands = commandsNamed(page, 'curl').filter(({ rest }) => rest[0] === `${origin}/api/ingest`)
  expect(commands).toHaveLength(1)
  for (const command of commands) {
    const headers = (command.options.get('-H') ?? []).map((line) => line.split(': ') as [string, string])
    const data = optionOf(command, '-d')
    const body = data === '@readings.json' ? readingsFile() : data
    const answer = await fetch(command.rest[0] ?? '', { method: 'POST', headers, body })
    expectAccepted(await answer.json(), readingsIn(body).length)
  }
})

test('what the page sends a week after its devices were heard leaves their clocks right', async () => {
  const began = time.now
  const send = async () => {
    const answer = await fetch(`${origin}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.keyId}.${key.secret}`, 'content-type': 'application/json' },
      body: readingsFile(),
    })
    expectAccepted(await answer.json(), readingKinds.length)
  }
  await send()
  time.now = new Date(began.getTime() + 7 * 24 * 3_600_000)
  await send()
  time.now = began
  const { rows } = await context.pool.query<{ errorMs: number }>(
    `select coalesce((s.clock->>'errorMs')::float8, 0) as "errorMs" from device_state s
      where s.device_id in (select d.device_id from device d where d.office_id = $1)`,
    [officeId],
  )
  expect(rows).toEqual(readingKinds.map(() => ({ errorMs: 0 })))
})

test('the command for mosquitto_pub sends what it shows', async () => {
  const [command, ...more] = commandsNamed(page, 'mosquitto_pub')
  if (command === undefined) throw new Error('the page has no such command')
  expect(more).toEqual([])
  expect([optionOf(command, '-f'), optionOf(command, '-q')]).toEqual(['readings.json', '1'])
  const before = await storedReadings()
  const refused = await publish(optionOf(command, '-t'), readingsFile(), optionOf(command, '-u'), optionOf(command, '-P'))
  expect(refused).toEqual([])
  expect((await storedReadings()) - before).toBe(readingKinds.length)
})

type FlowNode = {
  id: string
  type: string
  func?: string
  url?: string
  method?: string
  topic?: string
  broker?: string
  wires?: string[][]
} & {
  credentials?: { user: string; password: string }
}

test('the flow for Node-RED sends by both ways', async () => {
  const flow = JSON.parse(blocksOf(page, 'json').find((block) => block.startsWith('[')) ?? '[]') as FlowNode[]
  const ids = new Set(flow.map(({ id }) => id))
  for (const { wires = [] } of flow) for (const id of wires.flat()) expect(ids).toContain(id)
  const [made, http, mqtt] = ['function', 'http request', 'mqtt out'].map((type) => flow.find((node) => node.type === type))
  // The product's clock in the test, which the function asks for the time.
  class Clock extends Date {
    constructor() {
      super(time.now)
    }
  }
  const message = runInContext(`(function (msg) {${made?.func}})({})`, createContext({ Date: Clock })) as {
    payload: { readings: unknown[] }
    headers: Record<string, string>
  }
  const body = JSON.stringify(message.payload)
  expect(
    readingsIn(body)
      .map((reading) => Reading.parse(reading).kind)
      .toSorted(),
  ).toEqual(readingKinds.toSorted())
  const headers = { ...message.headers, 'content-type': 'application/json' }
  const answer = await fetch(http?.url ?? '', { method: http?.method ?? '', headers, body })
  expectAccepted(await answer.json(), readingKinds.length)
  const { user = '', password = '' } = flow.find(({ id }) => id === mqtt?.broker)?.credentials ?? {}
  expect(await publish(mqtt?.topic ?? '', body, user, password)).toEqual([])
})

test('the scripts and all else name calls and topics that there are', () => {
  const paths = allEndpoints.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
  const addresses = [...page.matchAll(new RegExp(`${origin}(/[\\w/.-]*)`, 'g'))].map(([, path = '']) => path)
  expect(addresses.length).toBeGreaterThan(5)
  for (const path of addresses.filter((address) => address !== '/api/openapi.json'))
    expect([path, paths.some((one) => one.test(path))]).toEqual([path, true])
  const topics = [...page.matchAll(/mimamori\/v1\/(\S+?)["`\s]/g)].map(([, rest = '']) => rest)
  for (const rest of topics) expect(rest).toMatch(new RegExp(`^${key.keyId}/(?:readings|rejected|downlink-ack|downlink/(?:B-07|\\+))$`))
  for (const script of blocksOf(page, 'python')) expect(script).toMatch(/\/api\/ingest"|\/readings", file\.read\(\), qos=1/)
})

test('the answer that it shows is one', () => {
  const answer = blocksOf(page, 'json').find((block) => block.startsWith('{ "accepted"')) ?? ''
  expect(IngestAnswer.parse(JSON.parse(answer))).toEqual(JSON.parse(answer))
})
