import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Aedes } from 'aedes'
import fc from 'fast-check'
import { connectAsync } from 'mqtt'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { chirpstackUplink, makeConnection } from '../../../shared/uplinks/test-connection.ts'
import { startTestApp } from '../../../test-app.ts'
import { createReceiver, type Receive } from '../receive.ts'
import { connectExternalBroker } from './external-broker.ts'

const product = await startTestApp()
const { context } = product
const { db } = context
const office = await makeOffice(db)
const { serial, device_id } = await makeDevice(db, 'heat', office.office_id)
const { connectionId, devEui } = await makeConnection(db, office, { serial })
const applicationId = crypto.randomUUID()
const { company_id } = office
await db.insertInto('connection_application').values({ application_id: applicationId, company_id, connection_id: connectionId }).execute()
await db.updateTable('connection').set({ application_id: applicationId }).where('connection_id', '=', connectionId).execute()
const { keyId } = await makeIngestKey(db, office.office_id)

const start = product.time.now.getTime() - 3_600_000
const timeOf = (second: number) => new Date(start + second * 1_000).toISOString()
const valid = (wbgt: number, second: number) => JSON.stringify(chirpstackUplink(devEui, { wbgt }, timeOf(second)))

const upTopic = `application/${applicationId}/device/${devEui}/event/up`
const topics = fc.oneof(
  { weight: 6, arbitrary: fc.constant(upTopic) },
  fc.constantFrom(
    `application/${applicationId}/device/ffffffffffffffff/event/up`,
    `application/${applicationId}/device/__proto__/event/up`,
    `application/${applicationId}/device/${devEui}/event/join`,
    `application/${crypto.randomUUID()}/device/${devEui}/event/up`,
    `mimamori/v1/${keyId}/readings`,
    `mimamori/v1/${keyId}/downlink-ack`,
    `mimamori/v1/__proto__/readings`,
  ),
  fc.stringMatching(/^[\w -]{1,20}(\/[\w -]{0,20}){0,4}$/),
)

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('\0', '\ud800', '1e400', 'NaN', '', -0, 1e308, '2026-02-30T25:61:00Z', { constructor: 1 }, [[[[]]]]),
)
const keys = ['deviceInfo', 'object', 'time', 'rxInfo', 'txInfo', 'data', 'readings', 'id', 'state', '__proto__', 'constructor']
const spoilt = fc.dictionary(fc.constantFrom(...keys), hostile)
// fast-check writes `__proto__` as a name of the object's own; written out it stays one.
const text = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')
const payloads = fc.oneof(
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 120 })).map(([cut, wbgt]) => Buffer.from(valid(wbgt, 3_500).slice(0, cut))),
  spoilt.map(text),
  spoilt.map((values) => text({ ...chirpstackUplink(devEui, { wbgt: 30 }, timeOf(3_400)), ...values })),
  fc.dictionary(fc.constantFrom('wbgt', 'temperature', 'humidity', '__proto__'), hostile).map((values) => {
    const { object: _, ...rest } = chirpstackUplink(devEui, {}, timeOf(3_300))
    return text({ ...rest, object: values })
  }),
  fc.constantFrom(Buffer.alloc(0), Buffer.from('['.repeat(50_000)), Buffer.from(`{"__proto__":{"devEui":"${devEui}"}}`)),
)

/** The server's own way to a broker outside, and one that publishes there. */
const open = async (receive: Receive) => {
  const broker = await Aedes.createBroker()
  const server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mqtt = connectExternalBroker(context, receive, url)
  const chirpstack = await connectAsync(url)
  onTestFinished(async () => {
    await mqtt.stop()
    await chirpstack.endAsync(true)
    broker.close()
    server.close()
  })
  await vi.waitFor(() => expect(mqtt.isConnected()).toBe(true), 60_000)
  const publish = (topic: string, payload: string | Buffer) => chirpstack.publishAsync(topic, payload, { qos: 1 })
  return { mqtt, publish }
}

const stored = () => db.selectFrom('reading').select(['at', 'wbgt']).where('device_id', '=', device_id).orderBy('at').execute()

test(
  'whatever an application publishes, the subscriber stays, what is refused stores nothing, and the messages beside it are stored',
  { timeout: 300_000 },
  async () => {
    const { receive, drain } = createReceiver(context)
    onTestFinished(drain)
    let accepted = 0
    const { mqtt, publish } = await open(async (sender, sent, waits) => {
      const answer = await receive(sender, sent, waits)
      if (sender.keyId === connectionId) accepted += answer.accepted
      return answer
    })
    await vi.waitFor(async () => {
      await publish(upTopic, valid(20, 0))
      expect(await stored()).toHaveLength(1)
    }, 60_000)
    let second = 0
    const property = fc.asyncProperty(fc.array(fc.tuple(topics, payloads), { minLength: 1, maxLength: 8 }), async (messages) => {
      for (const [topic, payload] of messages) await publish(topic, payload)
      second += 1
      await publish(upTopic, valid(25, second))
      const at = new Date(start + second * 1_000)
      await vi.waitFor(async () => expect(await stored()).toContainEqual({ at, wbgt: 25 }), { timeout: 60_000, interval: 5 })
    })
    await fc.assert(property, { numRuns: 100 })
    await publish(upTopic, Buffer.alloc(5_000_000, ' '))
    await publish(upTopic, valid(26, second + 1))
    await vi.waitFor(async () => expect((await stored()).map(({ wbgt }) => wbgt)).toContain(26), 60_000)
    // Stored before it is counted here.
    const storedCount = (await stored()).length
    await vi.waitFor(() => expect(accepted).toBe(storedCount), 60_000)
    expect(mqtt.isConnected()).toBe(true)
    expect(Object.prototype).not.toHaveProperty('devEui')
  },
)
