import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { announceKeys } from '../../src/shared/access-keys/ingest-key.ts'
import { makeDevice, makeOffice } from '../../src/shared/organisation/test-factories.ts'
import { chirpstackUplink, makeConnection } from '../../src/shared/uplinks/test-connection.ts'
import { Mosquitto } from './mosquitto.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db } = database
const folder = await mkdtemp(join(tmpdir(), 'mimamori-connection-'))
const products: Product[] = []
let mosquitto: Mosquitto
let chirpstack: MqttClient

const startProduct = async (shares: number) => {
  const env = { DATABASE_URL: database.url, MQTT_URL: mosquitto.url, MQTT_SHARES: String(shares) }
  const product = new Product({ dataDir: folder, port: await freePort(), env })
  products.push(product)
  await product.ready()
  return product
}

beforeAll(async () => {
  mosquitto = new Mosquitto(await freePort(), folder)
  await mosquitto.start()
  chirpstack = await connectAsync(mosquitto.url)
})
afterAll(async () => {
  await chirpstack.endAsync(true)
  await Promise.all(products.map((product) => product.stop()))
  await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

let serials = 0

/** A connection of a new site whose meter's messages are published by an application. */
const claim = async () => {
  const office = await makeOffice(db)
  const serial = String((serials += 1)).padStart(6, '0')
  const meter = await makeDevice(db, 'heat', office.office_id, { serial })
  const { connectionId: connection_id, devEui } = await makeConnection(db, office, { serial })
  const applicationId = crypto.randomUUID()
  const { company_id } = office
  await db.updateTable('connection').set({ application_id: applicationId }).where('connection_id', '=', connection_id).execute()
  await db.insertInto('connection_application').values({ application_id: applicationId, company_id, connection_id }).execute()
  await announceKeys(db)
  return { applicationId, devEui, connection_id, device_id: meter.device_id }
}

type Claimed = Awaited<ReturnType<typeof claim>>
const start = Date.now() - 3_600_000

/** Publishes a measurement as ChirpStack does; a minute after the one before. */
const publish = ({ applicationId, devEui }: Pick<Claimed, 'applicationId' | 'devEui'>, minute: number) =>
  chirpstack.publishAsync(
    `application/${applicationId}/device/${devEui}/event/up`,
    JSON.stringify(chirpstackUplink(devEui, { wbgt: 20 + minute }, new Date(start + minute * 60_000).toISOString())),
    { qos: 1 },
  )

const storedOf = async ({ device_id }: Claimed) => {
  const rows = await db.selectFrom('reading').select('wbgt').where('device_id', '=', device_id).orderBy('at').execute()
  return rows.map(({ wbgt }) => wbgt)
}

/** Publishes the same minute until it is stored: a broker throws away what nobody has subscribed to yet. */
const untilStored = (one: Claimed, minute: number) =>
  eventually(async () => {
    await publish(one, minute)
    return (await storedOf(one)).includes(20 + minute) || undefined
  }, 'the application is subscribed to')

const droppedBy = async (product: Product, reason: string) => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(new RegExp(`mimamori_mqtt_dropped_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test(
  "an application's measurements are taken from the broker, kept while no server runs, and shared among processes",
  { timeout: 300_000 },
  async () => {
    const before = await claim()
    const first = await startProduct(1)
    await untilStored(before, 0)
    const after = await claim()
    await untilStored(after, 0)
    // Nobody has claimed this one, and nothing of another event is read.
    await publish({ ...before, applicationId: crypto.randomUUID() }, 1)
    await chirpstack.publishAsync(`application/${before.applicationId}/device/${before.devEui}/event/join`, '{}', { qos: 1 })
    await first.stop()
    for (const minute of [2, 3]) await publish(before, minute)
    await startProduct(2)
    await startProduct(2)
    for (const minute of [4, 5]) for (const one of [before, after]) await publish(one, minute)
    await eventually(async () => (await storedOf(before)).length === 5 || undefined, 'everything is stored')
    await eventually(async () => (await storedOf(after)).length === 3 || undefined, 'everything is stored')
    expect(await storedOf(before)).toEqual([20, 22, 23, 24, 25])
    expect(await storedOf(after)).toEqual([20, 24, 25])
  },
)

test('what comes of an application that was given up is dropped and counted', { timeout: 300_000 }, async () => {
  const one = await claim()
  await untilStored(one, 0)
  await db.deleteFrom('connection_application').where('connection_id', '=', one.connection_id).execute()
  // Not announced: the sessions are still subscribed.
  await eventually(async () => {
    await publish(one, 1)
    const counts = await Promise.all(products.slice(1).map((product) => droppedBy(product, 'unknownApplication')))
    return counts.some((count) => count > 0) || undefined
  }, 'it is dropped')
  await publish(one, 2)
  expect((await storedOf(one)).at(-1)).not.toBe(22)
})
