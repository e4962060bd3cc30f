import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { brokerRound, whenStored } from './broker-round.ts'
import { makeCrew } from './crew.ts'
import { cutDatabase } from './cut-database.ts'
import { findings } from './findings.ts'
import { sendUntilAcknowledged } from './http-senders.ts'
import { Mosquitto } from './mosquitto.ts'
import { openGateway, publishDay, publishReadings } from './mqtt-senders.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'mimamori-broker-'))
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
let mosquitto: Mosquitto
const products: Product[] = []

const startProduct = async () => {
  const product = new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: database.url, MQTT_URL: mosquitto.url } })
  products.push(product)
  return product
}

const readiness = async (product: Product) => {
  const response = await fetch(`${product.url}/readyz`)
  return { status: response.status, body: await response.json() }
}

beforeAll(async () => {
  mosquitto = new Mosquitto(await freePort(), folder)
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a server starts while the broker is down, says so, and comes by itself once it is up', { timeout: 300_000 }, async () => {
  const product = await startProduct()
  const parts = { database: true, broker: false }
  await expect
    .poll(() => readiness(product), { timeout: 60_000 })
    .toEqual({ status: 503, body: { status: 'unavailable', parts, warnings: [] } })
  await mosquitto.start()
  await product.ready()
})

test(
  'two servers on one broker: kills, a broker restarted and a database cut off lose, double and disorder nothing',
  { timeout: 300_000 },
  async () => {
    await startProduct()
    await Promise.all(products.map((product) => product.ready()))
    const [first, second] = products as [Product, Product]
    expect(
      await brokerRound({
        products: [first, second],
        mosquitto,
        database,
        seed,
        cutDatabase: () => cutDatabase(inject('testServerUrl'), database.url),
      }),
      `SEED=${seed}`,
    ).toEqual([])
    // More than once where the database was cut off in the middle of a start.
    for (const { starts } of products) expect(starts).toBeGreaterThanOrEqual(2)
  },
)

test('what waits while no server runs is taken in order by the next', { timeout: 300_000 }, async () => {
  const crew = await makeCrew(database.db, { hands: 6, pulses: 40, seed: seed + 1 })
  await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: products[0]!.url })
  await Promise.all(products.map((product) => product.stop()))
  await publishDay(crew, 2, { url: mosquitto.url, protocolVersion: 5 })
  const product = await startProduct()
  await product.ready()
  await whenStored(database, crew)
  expect(await findings(database.pool, crew), `SEED=${seed}`).toEqual([])
})

test('what cannot be taken is acknowledged and reported, what comes by an unknown key is dropped and counted', async () => {
  const product = products.at(-1)!
  const crew = await makeCrew(database.db, { hands: 1, pulses: 1, seed: seed + 2 })
  const listener = await connectAsync(mosquitto.url)
  const reports: string[] = []
  listener.on('message', (_, payload) => reports.push(payload.toString()))
  await listener.subscribeAsync(`mimamori/v1/${crew.key.keyId}/rejected`)
  const gateway = openGateway(mosquitto.url, crew)
  await gateway.publishAsync(`mimamori/v1/${crew.key.keyId}/readings`, 'これはJSONではない', { qos: 1 })
  await publishReadings(gateway, crew, [{ kind: 'vital', device: 'nobody', at: new Date().toISOString() }])
  await gateway.publishAsync('mimamori/v1/made-up/readings', '{"readings":[{}]}', { qos: 1 })
  await expect
    // Two messages are answered side by side: neither answer has to be the first.
    .poll(() => reports.toSorted())
    .toEqual([
      JSON.stringify({ fault: '送られた内容を読み取れません。JSONの書き方を確認してください。' }),
      JSON.stringify({ rejected: [{ index: 0, reason: '機器の番号：この拠点に登録されていない機器です。' }], warnings: [] }),
    ])
  await expect
    .poll(async () => (await fetch(`${product.url}/metrics`)).text())
    .toContain('mimamori_mqtt_dropped_total{reason="unknownKey"} 1')
  await database.pool.query('update ingest_key set revoked_at = now() where key_id = $1', [crew.key.keyId])
  await eventually(async () => {
    await publishReadings(gateway, crew, [crew.hands[0]!.pulses[0]!])
    return /reason="unknownKey"} ([2-9]|\d\d)/.test(await (await fetch(`${product.url}/metrics`)).text())
  }, 'a revoked key counts as unknown')
  await gateway.endAsync()
  await listener.endAsync()
})

test(
  'with the documented access list the server listens and answers, and a key sends for its own site alone',
  { timeout: 300_000 },
  async () => {
    const place = await mkdtemp(join(tmpdir(), 'mimamori-access-'))
    const [own, other] = [
      await makeCrew(database.db, { hands: 1, pulses: 1, seed: seed + 3 }),
      await makeCrew(database.db, { hands: 1, pulses: 1, seed: seed + 4 }),
    ]
    const guarded = new Mosquitto(await freePort(), place, {
      mimamori: 'pass-word',
      [own.key.keyId]: own.key.secret,
      [other.key.keyId]: other.key.secret,
    })
    await guarded.start()
    const url = Object.assign(new URL(guarded.url), { username: 'mimamori', password: 'pass-word' }).href
    const product = new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: database.url, MQTT_URL: url } })
    try {
      await Promise.all(products.map((one) => one.stop()))
      await product.ready()
      await expect(
        connectAsync(guarded.url, { username: own.key.keyId, password: 'wrong', reconnectPeriod: 0 }, false),
      ).rejects.toMatchObject({ code: 5 })
      const gateway = openGateway(guarded.url, own)
      const reports: string[] = []
      gateway.on('message', (_, payload) => reports.push(payload.toString()))
      await gateway.subscribeAsync(`mimamori/v1/${own.key.keyId}/rejected`)
      await gateway.publishAsync(`mimamori/v1/${other.key.keyId}/readings`, JSON.stringify({ readings: other.hands[0]!.pulses }), {
        qos: 1,
      })
      await publishReadings(gateway, own, [...own.hands[0]!.pulses, {}])
      await whenStored(database, own)
      await expect.poll(() => reports).toHaveLength(1)
      expect((await database.pool.query('select 1 from reading where device_id = $1', [other.hands[0]!.deviceId])).rowCount).toBe(0)
      await gateway.endAsync()
    } finally {
      await product.stop()
      await guarded.stop()
      await rm(place, { recursive: true, force: true })
    }
  },
)
