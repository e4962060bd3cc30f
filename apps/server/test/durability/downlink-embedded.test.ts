import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '../../src/platform/test-context.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { type Server, startServer } from '../../src/start.ts'
import { makeDownlinkSite, openTerminal, settingSaver } from './downlink-site.ts'
import { eventually, freePort } from './product.ts'
import type { TableRow } from '../../src/platform/database/table-row.ts'

const database = await createTestDatabase()
const { db, pool } = database
const password = 'Admin-1234'
let [broker, consoles] = [] as unknown as [Server, Server]
let mqttUrl: string
let save: (serial: string, setting: object) => Promise<unknown>
let site: Awaited<ReturnType<typeof makeDownlinkSite>>
const closings: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const mqttPort = await freePort()
  mqttUrl = `mqtt://127.0.0.1:${mqttPort}`
  const start = (settings: object) =>
    startServer(
      { ...testConfig(), port: 0, host: '127.0.0.1', databaseUrl: database.url, adminPassword: password, ...settings },
      { log: pino({ level: 'silent' }), print: () => undefined },
    )
  // What is saved in one process leaves by the broker of another.
  broker = await start({ roles: ['ingest'], mqttPort })
  consoles = await start({ roles: ['api'], mqttPort: 0 })
  const saveAt = await settingSaver(consoles.url, password)
  save = (serial, setting) => saveAt(consoles.url, serial, setting)
  site = await makeDownlinkSite(db, 'E', 6)
})
afterAll(async () => {
  for (const close of closings) await close()
  await consoles?.stop()
  await broker?.stop()
  await database.drop()
})

const open = (serial: string, by = site.key) => {
  const terminal = openTerminal(mqttUrl, by, serial)
  closings.push(terminal.close)
  return terminal
}
const statesOf = async (serial: string) =>
  (
    await pool.query<TableRow<'downlink', 'state'>>(
      'select l.state from downlink l join device d using (company_id, device_id) where d.serial = $1 order by l.downlink_id',
      [serial],
    )
  ).rows.map(({ state }) => state)
const settled = (serial: string) =>
  eventually(async () => (await statesOf(serial)).every((state) => !/pending|sent/.test(state)), `all of ${serial} is settled`)

test('what is saved in one process reaches a device at the broker of another, and its answer is kept', async () => {
  const terminal = open(site.serials[0]!)
  await eventually(async () => terminal.client.connected, 'the terminal is connected')
  await save(site.serials[0]!, { buzzer: '0' })
  await settled(site.serials[0]!)
  expect(terminal.doings).toMatchObject([{ device: site.serials[0], kind: 'belt', payload: { buzzer: '0' } }])
  expect(await statesOf(site.serials[0]!)).toEqual(['acknowledged'])
})

test('what is saved while the device is away waits, not sent, until it is back', async () => {
  const serial = site.serials[1]!
  await save(serial, { buzzer: '0' })
  await save(serial, { intervalTimeSetting: 5 })
  expect(await statesOf(serial)).toEqual(['superseded', 'pending'])
  const terminal = open(serial)
  await settled(serial)
  expect(terminal.doings.map(({ payload }) => payload)).toEqual([{ buzzer: '0', intervalTimeSetting: 5 }])
})

test('a device that comes back receives again what it did not answer, and does it once', async () => {
  const serial = site.serials[2]!
  const terminal = open(serial)
  terminal.setTemper(() => undefined)
  await save(serial, { buzzer: '0' })
  await eventually(async () => terminal.heard.length === 1, 'the command came')
  await save(serial, { shoulderMode: '1' })
  terminal.setTemper(() => ({ state: 'acknowledged' }))
  terminal.client.reconnect()
  await settled(serial)
  expect(terminal.doings.map(({ payload }) => payload)).toEqual([{ buzzer: '0' }, { shoulderMode: '1' }])
  expect(terminal.heard.length).toBeGreaterThanOrEqual(3)
})

test('one gateway may take the commands of all its devices, and refuse for them', async () => {
  const gateway = open('+')
  gateway.setTemper(() => ({ state: 'failed', error: '機器が応答しません。' }))
  await eventually(async () => gateway.client.connected, 'the gateway is connected')
  await save(site.serials[3]!, { buzzer: '0' })
  await settled(site.serials[3]!)
  const { rows } = await pool.query(
    'select l.state, l.error from downlink l join device d using (company_id, device_id) where d.serial = $1',
    [site.serials[3]],
  )
  expect(rows).toEqual([{ state: 'failed', error: '機器が応答しません。' }])
  await gateway.close()
})

test("another site's key hears nothing and answers nothing; neither can a device give commands", async () => {
  const serial = site.serials[4]!
  const other = await makeDownlinkSite(db, 'F', 1)
  const stranger = await connectAsync(mqttUrl, {
    username: other.key.keyId,
    password: other.key.secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  closings.push(() => stranger.endAsync(true))
  await expect(stranger.subscribeAsync(`mimamori/v1/${site.key.keyId}/downlink/${serial}`, { qos: 1 })).rejects.toThrow()
  await expect(stranger.subscribeAsync(`mimamori/v1/${other.key.keyId}/#`, { qos: 1 })).rejects.toThrow()
  await expect(stranger.subscribeAsync(`mimamori/v1/${other.key.keyId}/downlink-ack`, { qos: 1 })).rejects.toThrow()
  await save(serial, { buzzer: '0' })
  // Of all tests in this process.
  const counted = async () => Number(/reason="unknownCommand"} (\d+)/.exec(await (await fetch(`${broker.url}/metrics`)).text())?.[1] ?? 0)
  const before = await counted()
  const { rows } = await pool.query<{ id: number }>(
    'select l.downlink_id as id from downlink l join device d using (company_id, device_id) where d.serial = $1',
    [serial],
  )
  await stranger.publishAsync(`mimamori/v1/${other.key.keyId}/downlink-ack`, JSON.stringify({ id: rows[0]!.id, state: 'acknowledged' }), {
    qos: 1,
  })
  expect(await statesOf(serial)).toEqual(['pending'])
  await expect.poll(counted).toBe(before + 1)
  const cut = new Promise<void>((resolve) => stranger.once('close', () => resolve()))
  stranger.publish(`mimamori/v1/${other.key.keyId}/downlink/F-0`, '{}', { qos: 1 })
  await cut
})

test('an answer may write its number as text and its names in any case; the key is seen to be used', async () => {
  const serial = site.serials[5]!
  const device = await connectAsync(mqttUrl, {
    username: site.key.keyId,
    password: site.key.secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  closings.push(() => device.endAsync(true))
  device.on('message', (_, payload) => {
    const { id } = JSON.parse(payload.toString()) as { id: number }
    device.publish(`mimamori/v1/${site.key.keyId}/downlink-ack`, JSON.stringify({ ID: String(id), State: 'acknowledged' }), { qos: 1 })
  })
  await device.subscribeAsync(`mimamori/v1/${site.key.keyId}/downlink/${serial}`, { qos: 1 })
  await save(serial, { buzzer: '0' })
  await settled(serial)
  expect(await statesOf(serial)).toEqual(['acknowledged'])
  expect((await pool.query('select 1 from ingest_key where key_id = $1 and last_used_at is not null', [site.key.keyId])).rowCount).toBe(1)
})

test('a malformed answer is acknowledged and reported', async () => {
  const reports: string[] = []
  const device = await connectAsync(mqttUrl, {
    username: site.key.keyId,
    password: site.key.secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  closings.push(() => device.endAsync(true))
  device.on('message', (_, payload) => reports.push(payload.toString()))
  await device.subscribeAsync(`mimamori/v1/${site.key.keyId}/rejected`)
  await device.publishAsync(`mimamori/v1/${site.key.keyId}/downlink-ack`, '{"id":"x"}', { qos: 1 })
  await expect
    .poll(() => reports)
    .toEqual([JSON.stringify({ fault: '返事：id に指示の番号、state に acknowledged か failed を入れてください。' })])
})
