import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { makeDownlinkSite, openTerminal, settingSaver } from './downlink-site.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db, pool } = database
const password = 'Admin-1234'
afterAll(() => database.drop())

const settled = () =>
  eventually(
    async () => (await pool.query("select 1 from downlink l where l.state in ('pending', 'sent')")).rowCount === 0,
    'every command is settled',
  )

test('kill -9 while commands are on their way: none is lost, none is carried out twice', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-downlink-'))
  const mqttPort = await freePort()
  const product = new Product({ dataDir, port: await freePort(), env: { DATABASE_URL: database.url, MQTT_PORT: String(mqttPort) } })
  const own = await makeDownlinkSite(db, 'K', 3)
  const terminals = own.serials.map((serial) => openTerminal(`mqtt://127.0.0.1:${mqttPort}`, own.key, serial))
  try {
    await product.ready()
    const saveAt = await settingSaver(product.url, password)
    for (let round = 1; round <= 12; round++) {
      await Promise.all(
        own.serials.map((serial) =>
          saveAt(product.url, serial, { onWaitingTime: round, [round % 2 ? 'buzzer' : 'shoulderMode']: String(round % 3 === 0 ? 1 : 0) }),
        ),
      )
      if (round % 5 === 0) product.kill()
    }
    await settled()
    for (const terminal of terminals) {
      expect(terminal.held).toMatchObject({ onWaitingTime: 12 })
      const received = terminal.doings.map(({ payload }) => payload['onWaitingTime']).filter((value) => value !== undefined)
      expect(received).toEqual([...new Set(received)].toSorted((a, b) => Number(a) - Number(b)))
    }
    const { rows } = await pool.query<{ id: number }>(
      "select l.downlink_id as id from downlink l join device d using (company_id, device_id) where l.state = 'acknowledged' order by 1",
    )
    expect(terminals.flatMap(({ doings }) => doings.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
    expect(product.starts).toBeGreaterThanOrEqual(3)
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()))
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
