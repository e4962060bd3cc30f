import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LampSignal } from '@mimamori/contract'
import { connectAsync } from 'mqtt'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { giveVital, makeTenants } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeIngestKey } from '../../src/shared/organisation/test-factories.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'mimamori-lamp-'))
const { people, office } = await makeTenants(database.db)
const { serial } = await giveVital(database.db, people.worker)
const [gateway, lampKey] = [await makeIngestKey(database.db, office.office_id), await makeIngestKey(database.db, office.office_id)]
const mqttPort = await freePort()
const env = { DATABASE_URL: database.url, MQTT_PORT: String(mqttPort) }
const product = new Product({ dataDir: folder, port: await freePort(), env })
afterAll(async () => {
  await product.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Every signal is repeated each 20 s, changed or not. */
const beforeRepeated = 15_000

const topic = `mimamori/v1/${lampKey.keyId}/signal`

const listen = async () => {
  const client = await connectAsync({ port: mqttPort, username: lampKey.keyId, password: lampKey.secret, reconnectPeriod: 0 })
  const lamp = { client, heard: [] as LampSignal[], isConnected: () => client.connected }
  client.on('message', (_, payload) => lamp.heard.push(JSON.parse(payload.toString()) as LampSignal))
  await client.subscribeAsync(topic, { qos: 1 })
  await eventually(async () => lamp.heard.length > 0, 'the lamp hears how the site is')
  return lamp
}

const send = async (reading: object) => {
  const answer = await fetch(`${product.url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: gateway.bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [{ kind: 'vital', device: serial, at: new Date().toISOString(), ...reading }] }),
  })
  expect(await answer.json()).toMatchObject({ accepted: 1, rejected: [] })
}

test(
  'a press of the call button and an alarm of a device light the lamp after their answer; a killed server breaks the line',
  { timeout: 300_000 },
  async () => {
    await product.ready()
    const lamp = await listen()
    expect(lamp.heard[0]).toMatchObject({ level: 0, emergency: false })
    await send({ heartRate: 92, call: true })
    await eventually(async () => lamp.heard.at(-1)?.call, 'the call', beforeRepeated)
    expect(lamp.heard.at(-1)).toMatchObject({ level: 3, emergency: true, unacknowledged: 1 })
    await send({ heartRate: 92, alarm: 'help' })
    await eventually(async () => lamp.heard.at(-1)?.unacknowledged === 2, 'the alarm', beforeRepeated)
    const { at, ...shown } = lamp.heard.at(-1) ?? { at: '' }
    const answer = await fetch(`${product.url}/api/ingest/signal`, { headers: { authorization: lampKey.bearer } })
    expect(await answer.json()).toEqual({ ...shown, at: expect.stringMatching(/\+09:00$/) as string })
    expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(30_000)
    product.kill()
    await eventually(async () => !lamp.isConnected(), 'the line breaks')
    // Its supervisor starts it again, and what a new lamp hears is of now.
    await product.ready()
    const again = await listen()
    expect(again.heard[0]).toMatchObject({ level: 3, emergency: true, call: true, unacknowledged: 2 })
    await again.client.endAsync(true)
  },
)
