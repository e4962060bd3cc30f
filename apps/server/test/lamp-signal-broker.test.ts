import type { LampSignal } from '@mimamori/contract'
import fc from 'fast-check'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startNotifiedSite } from '../src/features/alerts/notices/test-site.ts'
import { startEmbeddedBroker } from '../src/features/ingest/mqtt/embedded-broker.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { makeIngestKey } from '../src/shared/organisation/test-factories.ts'

const site = await startNotifiedSite()
const { context } = site
const { office, foreign, people } = site.tenants
const receive = () => Promise.resolve({ accepted: 0, duplicates: 0, rejected: [], warnings: [] })
const startBroker = () => startEmbeddedBroker({ ...context, config: testConfig({ mqttPort: 0, host: '127.0.0.1' }) }, receive)
const broker = await startBroker()
afterAll(() => broker.stop())
beforeEach(() => site.clear())

type Key = Awaited<ReturnType<typeof makeIngestKey>>
type Heard = {
  readonly topic: string
  readonly retain: boolean
  readonly payload: LampSignal & { online?: boolean }
}

const connect = async ({ keyId, secret }: Key, port = broker.port) => {
  const client = await connectAsync({ port: port ?? 0, username: keyId, password: secret, reconnectPeriod: 0 })
  onTestFinished(() => client.endAsync(true))
  return client
}

const closedOf = (client: MqttClient) => new Promise<void>((resolve) => void client.once('close', () => resolve()))

/** A lamp: what it heard, the latest last. */
const listen = async (client: MqttClient, topics: string | string[], qos: 0 | 1 = 1) => {
  const heard: Heard[] = []
  client.on('message', (topic, payload, { retain }) => {
    heard.push({ topic, retain, payload: JSON.parse(payload.toString()) as Heard['payload'] })
  })
  await client.subscribeAsync(topics, { qos })
  return heard
}

const lampOf = async (officeId = office.office_id) => {
  const key = await makeIngestKey(context.db, officeId)
  const client = await connect(key)
  const heard = await listen(client, `mimamori/v1/${key.keyId}/signal`)
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  return { ...key, client, heard }
}

const levelsOf = ({ heard }: { heard: readonly Heard[] }) => heard.map(({ payload }) => payload.level)

/** Until the lamp hears it, before every signal is repeated. */
const hears = async ({ heard }: { heard: readonly Heard[] }, signal: object): Promise<void> => {
  await expect.poll(() => heard.at(-1)?.payload, { timeout: 15_000, interval: 5 }).toMatchObject(signal)
}

test('a lamp hears at once how its site is, and each change', async () => {
  const [lamp, other] = [await lampOf(), await lampOf(foreign.office_id)]
  expect(lamp.heard[0]).toMatchObject({
    retain: true,
    payload: { level: 0, emergency: false, unacknowledged: 0, at: '2026-07-20T13:00:00+09:00' },
  })
  const step = async (change: () => Promise<unknown>, signal: object) => {
    await change()
    await hears(lamp, signal)
  }
  let alertId = 0
  await step(async () => (alertId = (await site.open({ kind: 'fall', level: 3 })).alert_id), {
    level: 3,
    emergency: true,
    unacknowledged: 1,
  })
  expect(lamp.heard.at(-1)?.retain).toBe(false)
  const late = await lampOf()
  expect(late.heard[0]).toMatchObject({ retain: true, payload: { level: 3, emergency: true } })
  await step(() => site.askAs(people.base, 'POST', `/api/Alert/${alertId}/Acknowledge`), { emergency: true, unacknowledged: 0 })
  const choose = (value: string) =>
    site.askAs(people.base, 'PUT', `/api/MasterSetting/Office/${office.office_id}`, [
      { type: 'WARNING_LAMP_SETTING', key: 'CLEARED_BY_ACKNOWLEDGEMENT', value },
    ])
  await step(() => choose('1'), { level: 0, emergency: false })
  await step(() => choose('0'), { level: 3, emergency: true })
  await step(() => site.askAs(people.base, 'POST', `/api/Alert/${alertId}/Close`, { outcome: 'rested', note: '' }), { level: 0 })
  expect(new Set(levelsOf(other))).toEqual(new Set([0]))
})

test('a key hears its own signal alone, a trial key none, and nobody sends one', async () => {
  const [own, other] = [await makeIngestKey(context.db, office.office_id), await makeIngestKey(context.db, foreign.office_id)]
  const trial = await makeIngestKey(context.db, office.office_id, { is_trial: true })
  const refused = async (key: Key, topic: string) => {
    const client = await connect(key)
    return client.subscribeAsync(topic, { qos: 1 }).then(
      ([granted]) => granted?.qos === 128,
      () => true,
    )
  }
  for (const topic of [`mimamori/v1/${other.keyId}/signal`, 'mimamori/v1/+/signal', `mimamori/v1/${own.keyId}/#`, 'mimamori/v1/+', '#'])
    expect({ topic, isRefused: await refused(own, topic) }).toEqual({ topic, isRefused: true })
  for (const topic of [`mimamori/v1/${trial.keyId}/signal`, 'mimamori/v1/server']) expect(await refused(trial, topic)).toBe(true)
  expect(await refused(own, `mimamori/v1/${own.keyId}/signal`)).toBe(false)
  const lamp = await lampOf()
  const forger = await connect({ keyId: lamp.keyId, secret: lamp.secret, bearer: lamp.bearer })
  const closed = closedOf(forger)
  forger.publish(`mimamori/v1/${lamp.keyId}/signal`, '{"level":0}', { qos: 0, retain: true })
  await closed
  expect(lamp.heard.every(({ payload }) => payload.at !== undefined)).toBe(true)
})

test('no other topic than its own is granted, however it is written, and the lamps beside it hear on', async () => {
  const [lamp, key] = [await lampOf(), await makeIngestKey(context.db, office.office_id)]
  const parts = fc.constantFrom(
    'mimamori',
    'v1',
    key.keyId,
    lamp.keyId,
    'signal',
    'server',
    'Signal',
    'readings',
    '+',
    '#',
    '',
    '$SYS',
    '__proto__',
    '０',
    ' ',
  )
  const topics = fc.array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join('/'))
  const allowed = new Set([`mimamori/v1/${key.keyId}/signal`, 'mimamori/v1/server'])
  let client = await connect(key)
  const property = fc.asyncProperty(topics, async (topic) => {
    // A malformed one costs the connection, or the library refuses to send it.
    if (!client.connected) client = await connect(key)
    const granted = await client.subscribeAsync(topic, { qos: 1 }).then(
      ([answer]) => (answer?.qos ?? 128) < 128,
      () => false,
    )
    expect({ topic, granted: granted && !allowed.has(topic) }).toEqual({ topic, granted: false })
  })
  await fc.assert(property, { numRuns: 200 })
  await site.open({ kind: 'fall', level: 3 })
  await hears(lamp, { level: 3 })
})

test('a key that is revoked hears nothing more', async () => {
  const lamp = await lampOf()
  const closed = closedOf(lamp.client)
  await context.db.updateTable('ingest_key').set({ revoked_at: new Date() }).where('key_id', '=', lamp.keyId).execute()
  await closed
  await site.open({ kind: 'fall', level: 3 })
  const witness = await lampOf()
  expect(witness.heard[0]?.payload.level).toBe(3)
  expect(new Set(levelsOf(lamp))).toEqual(new Set([0]))
})

test('as the server stops, its lamps hear that what they show is stale, and then lose the connection', async () => {
  const stopping = await startBroker()
  const key = await makeIngestKey(context.db, office.office_id)
  const client = await connect(key, stopping.port)
  const signal = `mimamori/v1/${key.keyId}/signal`
  const heard = await listen(client, [signal, 'mimamori/v1/server'], 0)
  await site.open({ kind: 'fall', level: 3 })
  await expect.poll(() => heard.findLast(({ topic }) => topic === signal)?.payload.level).toBe(3)
  expect(heard.find(({ topic }) => topic !== signal)).toMatchObject({ retain: true, payload: { online: true } })
  const closed = closedOf(client)
  await stopping.stop()
  await closed
  const last = new Map(heard.map(({ topic, payload }) => [topic, payload]))
  expect(last.get(signal)).toMatchObject({ level: 3, emergency: true, stale: true })
  expect(last.get('mimamori/v1/server')).toEqual({ online: false })
})
