import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { makeDownlinkSite, openTerminal, settingSaver } from './downlink-site.ts'
import { Mosquitto } from './mosquitto.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db, pool } = database
const folder = await mkdtemp(join(tmpdir(), 'mimamori-downlink-'))
const password = 'Admin-1234'
const products: Product[] = []
let mosquitto: Mosquitto
let [site, other] = [] as unknown as Awaited<ReturnType<typeof makeDownlinkSite>>[]

// Under the access list of docs/operate.md, so that what it allows is what is needed.
beforeAll(async () => {
  ;[site, other] = [await makeDownlinkSite(db, 'M', 4), await makeDownlinkSite(db, 'N', 1)]
  const users = Object.fromEntries([site, other].map(({ key }) => [key.keyId, key.secret]))
  mosquitto = new Mosquitto(await freePort(), folder, { mimamori: 'pass-word', ...users })
  await mosquitto.start()
  const url = Object.assign(new URL(mosquitto.url), { username: 'mimamori', password: 'pass-word' }).href
  for (const port of [await freePort(), await freePort()])
    products.push(new Product({ dataDir: folder, port, env: { DATABASE_URL: database.url, MQTT_URL: url } }))
  await Promise.all(products.map((product) => product.ready()))
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const settled = () =>
  eventually(
    async () => (await pool.query("select 1 from downlink l where l.state in ('pending', 'sent')")).rowCount === 0,
    'every command is settled',
  )

test(
  'kills of two servers and a broker restarted between saves: none is lost, none is carried out twice',
  { timeout: 300_000 },
  async () => {
    const saveAt = await settingSaver(products[0]!.url, password)
    // One of them keeps its session at the broker, as a device that sleeps does.
    const terminals = site!.serials.map((serial, number) =>
      openTerminal(mosquitto.url, site!.key, serial, number === 0 ? { clientId: serial, clean: false } : {}),
    )
    const eavesdropper = openTerminal(mosquitto.url, other!.key, '+')
    eavesdropper.client.subscribe(`mimamori/v1/${site!.key.keyId}/downlink/+`, { qos: 1 })
    await eventually(async () => terminals.every(({ client }) => client.connected), 'the terminals are connected')
    const rounds = 10
    for (let round = 1; round <= rounds; round++) {
      const address = products[round % 2]!.url
      await Promise.all(site!.serials.map((serial) => saveAt(address, serial, { onWaitingTime: round })))
      if (round === 3) products[0]!.kill()
      if (round === 5) {
        await mosquitto.stop()
        await mosquitto.start()
      }
      if (round === 7) products[1]!.kill()
    }
    await settled()
    for (const { held, doings } of terminals) {
      expect(held).toEqual({ onWaitingTime: rounds })
      const received = doings.map(({ payload }) => Number(payload['onWaitingTime']))
      expect(received).toEqual([...new Set(received)].toSorted((a, b) => a - b))
    }
    const { rows } = await pool.query<{ id: number }>(
      "select l.downlink_id as id from downlink l where l.state = 'acknowledged' order by 1",
    )
    expect(terminals.flatMap(({ doings }) => doings.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
    expect(eavesdropper.heard).toEqual([])
    await Promise.all([...terminals, eavesdropper].map((terminal) => terminal.close()))
  },
)

test('a device that sleeps is given its command by the broker, and an answer by another key is not taken', async () => {
  const serial = site!.serials[0]!
  const saveAt = await settingSaver(products[0]!.url, password)
  await saveAt(products[0]!.url, serial, { buzzer: '0' })
  const idOf = async () =>
    (await pool.query<{ id: number }>("select l.downlink_id as id from downlink l where l.state = 'sent'")).rows[0]?.id
  const id = await eventually(idOf, 'the broker has the command')
  const stranger = openTerminal(mosquitto.url, other!.key, '+')
  await stranger.client.publishAsync(`mimamori/v1/${other!.key.keyId}/downlink-ack`, JSON.stringify({ id, state: 'acknowledged' }), {
    qos: 1,
  })
  const counted = async () =>
    /reason="unknownCommand"} [1-9]/.test(
      (await Promise.all(products.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))).join(''),
    )
  await eventually(counted, 'the answer is counted')
  expect(await idOf()).toBe(id)
  const terminal = openTerminal(mosquitto.url, site!.key, serial, { clientId: serial, clean: false })
  await settled()
  expect(terminal.doings.at(-1)).toMatchObject({ id, payload: { buzzer: '0' } })
  await Promise.all([stranger, terminal].map(({ close }) => close()))
})
