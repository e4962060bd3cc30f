import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../platform/test-database.ts'
import { type Crew, makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { sendUntilAcknowledged } from './http-senders.ts'
import { Mosquitto } from './mosquitto.ts'
import { openGateway, publishDay, publishReadings } from './mqtt-senders.ts'
import { eventually, freePort, Product } from './product.ts'
import { randomFrom } from './random.ts'

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

const storedOf = async (crew: Crew): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from reading where device_id = any($1::int[])', [crew.hands.map(({ deviceId }) => deviceId)])
  return rows[0]?.n ?? 0
}

const readiness = async (product: Product) => {
  const response = await fetch(`${product.url}/readyz`)
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Takes the database away and gives it back, as a restart of its server does. */
const cutDatabase = async () => {
  const name = new URL(database.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: inject('testServerUrl') })
  await client.connect()
  await client.query(`alter database ${name} allow_connections false`)
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await client.query(`alter database ${name} allow_connections true`)
  await client.end()
}

beforeAll(async () => {
  mosquitto = new Mosquitto(await freePort(), folder)
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  console.log('mstop', acknowledged);await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('a server starts while the broker is down, says so, and comes by itself once it is up', async () => {
  const product = await startProduct()
  const down = await eventually(() => readiness(product), 'the server answers')
  expect(down).toEqual({ status: 503, body: { status: 'unavailable', parts: { database: true, broker: false } } })
  await mosquitto.start()
  await product.ready()
})

test('two servers on one broker: kills, a broker restarted and a database cut off lose, double and disorder nothing', async () => {
  await startProduct()
  await Promise.all(products.map((product) => product.ready()))
  const [gateways, pulses] = [4, 80]
  const crew = await makeCrew(database.db, { hands: 20, pulses, seed })
  await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: products[0]!.url })
  const random = randomFrom(seed)
  let acknowledged = 0
  const reached = (share: number) =>
    eventually(async () => acknowledged >= gateways * pulses * (share + 0.1 * random()), `${share} of the messages were acknowledged`)
  const disturb = async () => {
    await reached(0.1)
    products[0]!.kill()
console.log('killed0', acknowledged);    await reached(0.35)
    products[1]!.kill()
console.log('killed1', acknowledged);    await reached(0.6)
    console.log('mstop', acknowledged);await mosquitto.stop()
    await mosquitto.start()
console.log('restarted', acknowledged);    await reached(0.8)
    console.log('cut', acknowledged);await cutDatabase()
  }
  const t0=Date.now(); const iv=setInterval(()=>console.log(Date.now()-t0, acknowledged),1000)
  await Promise.all([publishDay(crew, gateways, { url: mosquitto.url, pauseMs: 50, onAcknowledged: () => (acknowledged += 1) }), disturb()])
  await eventually(async () => (await storedOf(crew)) === 20 * pulses, 'all that was acknowledged is stored', 12_000).catch((e)=>console.log(String(e)))
 console.log(acknowledged, await storedOf(crew)); { const {rows}=await database.pool.query('select at from reading where device_id=$1',[crew.hands[0]!.deviceId]); const has=new Set(rows.map((r:any)=>r.at.getTime())); console.log('MISSING', crew.hands[0]!.pulses.flatMap((p,i)=>has.has(Date.parse(p.at))?[]:[i]).join()) } for (const p of products) console.log(p.starts, p.words)
  clearInterval(iv);expect((await findings(database.pool, crew)).slice(0,10), `SEED=${seed}`).toEqual([])
  expect(products.map(({ starts }) => starts)).toEqual([2, 2])
  await Promise.all(products.map((product) => product.ready()))
})

test('what waits while no server runs is taken in order by the next', async () => {
  const crew = await makeCrew(database.db, { hands: 6, pulses: 40, seed: seed + 1 })
  await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: products[0]!.url })
  await Promise.all(products.map((product) => product.stop()))
  await publishDay(crew, 2, { url: mosquitto.url, protocolVersion: 5 })
  const product = await startProduct()
  await product.ready()
  expect(await eventually(async () => (await storedOf(crew)) === 240, 'all that waited is stored')).toBe(true)
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
  await expect.poll(() => reports).toEqual([
    JSON.stringify({ fault: '送られた内容を読み取れません。JSONの書き方を確認してください。' }),
    JSON.stringify({ rejected: [{ index: 0, reason: '機器の番号：この拠点に登録されていない機器です。' }] }),
  ])
  await expect.poll(async () => (await fetch(`${product.url}/metrics`)).text()).toContain('mimamori_mqtt_dropped_total{reason="unknownKey"} 1')
  await database.pool.query('update ingest_key set revoked_at = now() where key_id = $1', [crew.key.keyId])
  await eventually(async () => {
    await publishReadings(gateway, crew, [crew.hands[0]!.pulses[0]!])
    return /reason="unknownKey"} ([2-9]|\d\d)/.test(await (await fetch(`${product.url}/metrics`)).text())
  }, 'a revoked key counts as unknown')
  await gateway.endAsync()
  await listener.endAsync()
})
