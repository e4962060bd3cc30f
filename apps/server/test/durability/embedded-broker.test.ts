import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testConfig } from '../../src/platform/test-context.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { type Server, startServer } from '../../src/start.ts'
import { type Crew, makeCrew } from './crew.ts'
import { cutDatabase } from './cut-database.ts'
import { findings } from './findings.ts'
import { messagesOf, sendUntilAcknowledged } from './http-senders.ts'
import { openGateway, publishDay, publishReadings } from './mqtt-senders.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db, pool } = database
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
let server: Server
let port: number
let url: string
let [crew, other] = [] as unknown as [Crew, Crew]
const open: MqttClient[] = []

beforeAll(async () => {
  port = await freePort()
  url = `mqtt://127.0.0.1:${port}`
  server = await startServer(
    { ...testConfig(), port: 0, host: '127.0.0.1', mqttPort: port, databaseUrl: database.url, roles: ['api', 'ingest'] },
    { log: pino({ level: 'silent' }), print: () => undefined },
  )
  crew = await makeCrew(db, { hands: 2, pulses: 5, seed })
  other = await makeCrew(db, { hands: 1, pulses: 1, seed: seed + 1 })
})
afterAll(async () => {
  await Promise.all(open.map((client) => client.endAsync(true)))
  await server?.stop()
  await database.drop()
})

const device = async (of: Crew, options: IClientOptions = {}) => {
  const client = await connectAsync(
    url,
    { username: of.key.keyId, password: of.key.secret, protocolVersion: 4, reconnectPeriod: 0, ...options },
    false,
  )
  client.on('error', () => undefined)
  open.push(client)
  return client
}
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))
const stored = async (serial: string) =>
  (await pool.query('select 1 from reading r join device d using (company_id, device_id) where d.serial = $1', [serial])).rowCount

/** Holds the row of a worker's state, so that a judge of them waits. */
const holdWorker = async (userId: number) => {
  const client = await pool.connect()
  // Before their first reading nobody has one.
  await client.query(
    'insert into worker_state (company_id, user_id) select u.company_id, u.user_id from app_user u where u.user_id = $1 on conflict do nothing',
    [userId],
  )
  await client.query('begin')
  await client.query('select 1 from worker_state where user_id = $1 for update', [userId])
  return {
    whenWaitedFor: () =>
      eventually(
        async () =>
          (await pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rowCount ===
          1,
        'somebody waits',
      ),
    release: async () => {
      await client.query('rollback')
      client.release()
    },
  }
}

test('the acknowledgement follows the commit', async () => {
  const hand = crew.hands[0]!
  const client = await device(crew)
  const held = await holdWorker(hand.userId)
  let isAcknowledged = false
  const sent = publishReadings(client, crew, [hand.pulses[0]!]).then(() => (isAcknowledged = true))
  await held.whenWaitedFor()
  expect(isAcknowledged).toBe(false)
  await held.release()
  await sent
  expect(await stored(hand.serial)).toBe(1)
})

test('kill -9 between a message and its acknowledgement: it is sent again and stored once', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-puback-'))
  const mqttPort = await freePort()
  const product = new Product({ dataDir, port: await freePort(), env: { DATABASE_URL: database.url, MQTT_PORT: String(mqttPort) } })
  const hand = crew.hands[1]!
  try {
    await product.ready()
    const gateway = openGateway(`mqtt://127.0.0.1:${mqttPort}`, crew)
    open.push(gateway)
    const held = await holdWorker(hand.userId)
    let isAcknowledged = false
    const sent = publishReadings(gateway, crew, [hand.pulses[0]!]).then(() => (isAcknowledged = true))
    await held.whenWaitedFor()
    const cut = closing(gateway)
    product.kill()
    await cut
    expect(isAcknowledged).toBe(false)
    expect(await stored(hand.serial)).toBe(0)
    await held.release()
    await sent
    expect(await stored(hand.serial)).toBe(1)
    await publishReadings(gateway, crew, [hand.pulses[0]!])
    expect(await stored(hand.serial)).toBe(1)
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a sender without a key, or with a revoked one, is refused', async () => {
  await expect(device(crew, { password: 'wrong' })).rejects.toMatchObject({ code: 4 })
  await expect(device(crew, { username: 'nobody' })).rejects.toMatchObject({ code: 4 })
  const client = await device(other)
  await pool.query('update ingest_key set revoked_at = now() where key_id = $1', [other.key.keyId])
  await closing(client)
  await expect(device(other)).rejects.toMatchObject({ code: 4 })
  await pool.query('update ingest_key set revoked_at = null where key_id = $1', [other.key.keyId])
})

test('a message for another site is not acknowledged and ends the connection', async () => {
  const client = await device(crew)
  const closed = closing(client)
  let isAcknowledged = false
  client.publish(`mimamori/v1/${other.key.keyId}/readings`, JSON.stringify({ readings: other.hands[0]!.pulses }), { qos: 1 }, (error) => {
    isAcknowledged = error === null || error === undefined
  })
  await closed
  expect(isAcknowledged).toBe(false)
  expect(await stored(other.hands[0]!.serial)).toBe(0)
})

test('what cannot be taken is acknowledged, or it would come back for ever, and reported to its own site', async () => {
  const client = await device(crew)
  const reports: string[] = []
  client.on('message', (_, payload) => reports.push(payload.toString()))
  await client.subscribeAsync(`mimamori/v1/${crew.key.keyId}/rejected`)
  const topic = `mimamori/v1/${crew.key.keyId}/readings`
  await client.publishAsync(topic, '{"readings":', { qos: 1 })
  await client.publishAsync(topic, '{}', { qos: 1, retain: true })
  await client.publishAsync(topic, JSON.stringify({ readings: 'x'.repeat(4_100_000) }), { qos: 1 })
  await publishReadings(client, crew, [crew.hands[0]!.pulses[1]!, { kind: 'shoe' }])
  await expect
    .poll(() => reports)
    .toEqual([
      '{"fault":"送られた内容を読み取れません。JSONの書き方を確認してください。"}',
      '{"fault":"測定値：readings に1件以上の配列を入れてください。"}',
      '{"fault":"送られた内容が大きすぎます。"}',
      expect.stringMatching(/^\{"rejected":\[\{"index":1,"reason":".+"\}\],"warnings":\[\]\}$/),
    ])
  expect(await stored(crew.hands[0]!.serial)).toBe(2)
})

test("nobody listens to another site, nor to anybody's readings", async () => {
  const client = await device(crew, { clean: false, clientId: 'listener' })
  const foreign = `mimamori/v1/${other.key.keyId}`
  const own = `mimamori/v1/${crew.key.keyId}`
  for (const topic of [
    '#',
    'mimamori/#',
    'mimamori/v1/+/rejected',
    `${foreign}/rejected`,
    `${own}/readings`,
    `${own}/#`,
    `${own}/+`,
    '$SYS/#',
  ])
    expect(await client.subscribeAsync(topic, { qos: 1 }).catch(() => 'refused'), topic).toBe('refused')
  expect(await client.subscribeAsync(`${own}/rejected`, { qos: 1 })).toMatchObject([{ qos: 1 }])
})

test('a device that speaks MQTT 5 learns that 3.1.1 is spoken here', async () => {
  await expect(device(crew, { protocolVersion: 5 })).rejects.toMatchObject({
    code: 132,
    message: 'Connection refused: Unsupported Protocol Version',
  })
})

test('two sites that name their gateways alike do not disturb each other', async () => {
  const own = await device(crew, { clientId: 'GW-01' })
  const foreign = await device(other, { clientId: 'GW-01' })
  await publishReadings(own, crew, [crew.hands[0]!.pulses[2]!])
  await publishReadings(foreign, other, [other.hands[0]!.pulses[0]!])
  expect([own.connected, foreign.connected]).toEqual([true, true])
})

test('a stranger who announces a packet of 200 MB is cut off at its head', async () => {
  const socket = connectTcp(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x5f]))
  await once(socket, 'close')
})

test('20 senders at once: everything once, judged as if they were alone', async () => {
  const many = await makeCrew(db, { hands: 40, pulses: 15, seed: seed + 2 })
  await sendUntilAcknowledged(many.key.bearer, many.heat, { url: server.url.replace('localhost', '127.0.0.1') })
  await publishDay(many, 20, { url })
  expect(await findings(pool, many), `SEED=${seed}`).toEqual([])
})

test('senders that do not wait, and a database cut off in the middle: the order holds', { timeout: 300_000 }, async () => {
  const eager = await makeCrew(db, { hands: 12, pulses: 60, seed: seed + 3 })
  await sendUntilAcknowledged(eager.key.bearer, eager.heat, { url: server.url.replace('localhost', '127.0.0.1') })
  let acknowledged = 0
  const sent = messagesOf(eager, 3).map(async (messages) => {
    const client = openGateway(url, eager)
    open.push(client)
    await Promise.all(messages.map((message) => publishReadings(client, eager, message).then(() => (acknowledged += 1))))
  })
  await eventually(async () => acknowledged > 10, 'some are acknowledged')
  await cutDatabase(inject('testServerUrl'), database.url, () => after(300))
  await Promise.all(sent)
  expect(await findings(pool, eager), `SEED=${seed}`).toEqual([])
})
