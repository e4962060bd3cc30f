import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LampSignal } from '@mimamori/contract'
import { connectAsync } from 'mqtt'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { recordEvents } from '../../src/features/alerts/episodes/record-events.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { makeAlert, makeTenants } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeIngestKey } from '../../src/shared/organisation/test-factories.ts'
import { Mosquitto } from './mosquitto.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db } = database
const folder = await mkdtemp(join(tmpdir(), 'mimamori-lamp-'))
const { office, foreign, people } = await makeTenants(db)
const [key, other] = [await makeIngestKey(db, office.office_id), await makeIngestKey(db, foreign.office_id)]
const passwords = { mimamori: 'server', [key.keyId]: key.secret, [other.keyId]: other.secret }
const mosquitto = new Mosquitto(await freePort(), folder, passwords)
const products: Product[] = []
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const startProduct = async () => {
  const port = await freePort()
  const env = { DATABASE_URL: database.url, MQTT_URL: mosquitto.url.replace('//', '//mimamori:server@') }
  const product = new Product({ dataDir: folder, port, env })
  products.push(product)
  await product.ready()
  return product
}

type Message = { readonly topic: string; readonly retain: boolean; readonly payload: Partial<LampSignal> & { online?: boolean } }

/** A lamp under the access list of docs/operate.md. */
const listen = async ({ keyId, secret }: typeof key, topics: string[]) => {
  const client = await connectAsync(mosquitto.url, { username: keyId, password: secret, reconnectPeriod: 0 })
  onTestFinished(() => client.endAsync(true))
  const heard: Message[] = []
  client.on('message', (topic, payload, { retain }) => {
    // Without content where a retained one is removed.
    heard.push({ topic, retain, payload: JSON.parse(payload.toString() || '{}') as Message['payload'] })
  })
  await client.subscribeAsync(topics, { qos: 1 })
  const last = (topic: string) => heard.findLast((message) => message.topic === topic)
  return { heard, last }
}

/** Every signal is repeated each 20 s, changed or not. */
const beforeRepeated = 15_000

const signal = `mimamori/v1/${key.keyId}/signal`
const state = 'mimamori/v1/server'

const openAlert = async () => {
  const alert = await makeAlert(db, people.worker, new Date(), { kind: 'fall', level: 3 })
  const { company_id: companyId, alert_id: alertId, office_id: officeId } = alert
  await db.transaction().execute((trx) => recordEvents(trx, [{ companyId, alertId, officeId, at: new Date(), event: 'opened', level: 3 }]))
}

test(
  'at a broker outside a lamp hears changes, also after the publisher was killed; its last will says that nobody is there',
  { timeout: 300_000 },
  async () => {
    await mosquitto.start()
    const first = await startProduct()
    const lamp = await listen(key, [signal, state])
    await eventually(async () => lamp.last(signal)?.payload.level === 0 && lamp.last(state)?.payload.online, 'the lamp is calm')
    await openAlert()
    await eventually(async () => lamp.last(signal)?.payload.level === 3, 'the lamp is lit', beforeRepeated)
    const late = await listen(key, [signal, state])
    // Another signal may come after it.
    await eventually(async () => late.heard.length >= 2, 'what is retained comes')
    expect(late.heard.slice(0, 2).map(({ retain }) => retain)).toEqual([true, true])
    expect(late.last(signal)?.payload).toMatchObject({ level: 3, emergency: true, unacknowledged: 1 })
    const stranger = await listen(other, [signal, `mimamori/v1/${other.keyId}/signal`])
    await eventually(async () => stranger.heard.length > 0, 'its own is calm')
    expect(stranger.heard.map(({ topic }) => topic)).not.toContain(signal)

    await first.die()
    await eventually(async () => lamp.last(state)?.payload.online === false, 'the last will')
    const [one, two] = [await startProduct(), await startProduct()]
    await eventually(async () => lamp.last(state)?.payload.online, 'somebody publishes again')
    await db.updateTable('alert').set({ handling: 'closed', ended_at: new Date() }).where('office_id', '=', office.office_id).execute()
    await one.die()
    // The other takes over and reads everything; nothing says the contrary afterwards.
    await eventually(async () => lamp.last(signal)?.payload.level === 0 && lamp.last(state)?.payload.online, 'the other publishes')
    await two.stop()
    await eventually(async () => lamp.last(state)?.payload.online === false, 'it leaves')
    expect(lamp.last(signal)?.payload).toMatchObject({ level: 0, stale: true })
    const evening = await listen(key, [signal, state])
    await eventually(async () => evening.heard.length >= 2, 'both are retained')
    expect(evening.last(signal)).toMatchObject({ retain: true, payload: { stale: true } })
    expect(evening.last(state)).toMatchObject({ retain: true, payload: { online: false } })
  },
)

test('the retained signal of a key is removed after its end, also where nobody was there at that time', { timeout: 300_000 }, async () => {
  const revoke = (keyId: string) =>
    db.updateTable('ingest_key').set({ revoked_at: new Date() }).where('ingest_key.key_id', '=', keyId).execute()
  await revoke(key.keyId)
  const lamp = await listen(key, [signal])
  await eventually(async () => lamp.last(signal)?.payload.stale, 'what was retained before')
  const product = await startProduct()
  await eventually(async () => lamp.last(signal)?.payload.at === undefined, 'removed as the broker is reached')
  const own = `mimamori/v1/${other.keyId}/signal`
  const beside = await listen(other, [own])
  await eventually(async () => beside.last(own)?.payload.at !== undefined, 'it gets signals')
  await revoke(other.keyId)
  await eventually(async () => beside.last(own)?.payload.at === undefined, 'removed while the product runs')
  for (const gone of [key, other]) {
    const late = await listen(gone, [`mimamori/v1/${gone.keyId}/signal`, state])
    await eventually(async () => late.heard.length > 0, 'what is retained')
    expect(late.heard.map(({ topic }) => topic)).toEqual([state])
  }
  await product.stop()
})
