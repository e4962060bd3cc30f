import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { noteArrivals } from './arrivals.ts'
import { Mosquitto } from './mosquitto.ts'
import { eventually, freePort, Product } from './product.ts'
import { makeCrews, shareRound, sharesHeld, whenSubscribed } from './share-round.ts'

const database = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'mimamori-shares-'))
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const products: Product[] = []
let mosquitto: Mosquitto

const start = async (shares: number): Promise<Product> => {
  const env = { DATABASE_URL: database.url, MQTT_URL: mosquitto.url, MQTT_SHARES: String(shares) }
  const product = new Product({ dataDir: folder, port: await freePort(), env })
  products.push(product)
  return product
}

beforeAll(async () => {
  await noteArrivals(database.pool)
  mosquitto = new Mosquitto(await freePort(), folder)
  await mosquitto.start()
})
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop()))
  await mosquitto.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test(
  'from one session to eight shares under way, a process killed and one added: nothing is lost, doubled or out of order',
  { timeout: 300_000 },
  async () => {
    const first = await start(1)
    await first.ready()
    const found = await shareRound({
      brokerUrl: mosquitto.url,
      database,
      product: first,
      crews: await makeCrews(database, 10, 60, seed),
      pauseMs: 150,
      steps: [
        {
          at: 0.1,
          act: async () => {
            // What is sent from here on waits in the one session until the others come.
            await first.stop()
            await Promise.all([start(8), start(8)])
            await Promise.all(products.slice(1).map((product) => product.ready()))
            await whenSubscribed(database)
            await eventually(async () => (await sharesHeld(database)).join() === '4,4', 'two processes share evenly')
          },
        },
        {
          at: 0.4,
          act: async () => {
            await products[1]!.die()
            await eventually(async () => (await sharesHeld(database)).join() === '8', 'one takes over what the other held')
          },
        },
        { at: 0.6, act: () => start(8) },
      ],
    })
    expect(found, `SEED=${seed}`).toEqual([])
    await eventually(async () => (await sharesHeld(database)).join() === '4,4', 'two processes share evenly again')
  },
)
