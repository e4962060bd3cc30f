import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { DatabaseConnection } from '../../apps/server/src/platform/database/database.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { noteArrivals } from '../../apps/server/test/durability/arrivals.ts'
import type { Crew } from '../../apps/server/test/durability/crew.ts'
import { Mosquitto } from '../../apps/server/test/durability/mosquitto.ts'
import { eventually, freePort, Product } from '../../apps/server/test/durability/product.ts'
import { RabbitMq } from '../../apps/server/test/durability/rabbitmq.ts'
import { makeCrews, shareRound, sharesHeld, whenSubscribed } from '../../apps/server/test/durability/share-round.ts'
import { findTool, rabbitMq } from '../../scripts/find-tool.ts'
import { report } from '../figure.ts'
import { onOwnDatabase } from './on-own-database.ts'

type Broker = { readonly url: string; readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

const shares = 8
const sites = 12
const [server, serverPassword] = ['mimamori', 'pass-word']
const pulses = 400
const pauseMs = 100

/**
 * Sites send to a broker while its one session becomes eight, read by four processes, of which one leaves in order, one
 * is killed for good, one comes, one is halted and wakes, and at last the broker itself is restarted.
 */
const soakOn = async (name: string, broker: Broker, folder: string, url: string, database: DatabaseConnection, crews: readonly Crew[]) => {
  const products: Product[] = []
  const start = async (count: number): Promise<Product> => {
    const env = {
      DATABASE_URL: url,
      MQTT_URL: Object.assign(new URL(broker.url), { username: server, password: serverPassword }).href,
      MQTT_SHARES: String(count),
    }
    const product = new Product({ dataDir: folder, port: await freePort(), env })
    products.push(product)
    return product
  }
  const logStep = (step: string) => console.error(`${new Date().toISOString()} ${name}: ${step}`)
  const held = async (wanted: string, step: string) => {
    const began = performance.now()
    await eventually(async () => (await sharesHeld(database)).join() === wanted, `${step}: ${wanted}`, 120_000)
    logStep(`${step}: ${wanted} after ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  }
  await broker.start()
  try {
    const first = await start(1)
    await first.ready()
    const found = await shareRound({
      brokerUrl: broker.url,
      database,
      product: first,
      crews,
      pauseMs,
      steps: [
        {
          at: 0.05,
          act: async () => {
            const three = await Promise.all([start(shares), start(shares), start(shares)])
            await Promise.all(three.map((product) => product.ready()))
            await whenSubscribed(database)
            await held('2,2,2,2', 'one session became eight')
            await first.stop()
            await held('3,3,2', 'one left in order')
            await start(shares)
            await held('2,2,2,2', 'one came')
          },
        },
        {
          at: 0.4,
          act: async () => {
            await products[1]?.die()
            await held('3,3,2', 'one was killed')
            await start(shares)
            await held('2,2,2,2', 'one came')
          },
        },
        {
          at: 0.6,
          act: async () => {
            products[2]?.halt()
            await held('3,3,2', 'one was halted')
            products[2]?.wake()
            await held('2,2,2,2', 'it woke')
          },
        },
        {
          at: 0.85,
          act: async () => {
            await broker.stop()
            logStep('the broker has stopped')
            await broker.start()
            logStep('the broker is back')
          },
        },
      ],
    })
    for (const finding of found) console.error(`${name}: ${finding}`)
    report(`soak broker shares, ${name}: differences from an undisturbed run`, found.length, 'differences')
    return found.length === 0
  } finally {
    await Promise.all(products.map((product) => product.stop()))
    await broker.stop()
  }
}

/** Four processes share the keys at a real Mosquitto, and at a real RabbitMQ with its MQTT plugin. */
export const soakBrokerShares = async (folder: string, seed: number): Promise<boolean> => {
  const path = findTool(rabbitMq)
  if (path === undefined)
    throw new Error(`this part needs ${rabbitMq.name} (Debian: ${rabbitMq.debianPackage}, or ${rabbitMq.variable}=/path)`)
  process.env[rabbitMq.variable] = path
  let isGood = true
  for (const name of (process.env['SOAK_BROKERS'] ?? 'mosquitto,rabbitmq').split(',')) {
    const place = join(folder, name)
    mkdirSync(join(place, 'data'), { recursive: true })
    isGood =
      (await onOwnDatabase(join(place, 'data'), async (own, connect) => {
        await migrate({ url: own.url, log: pino({ level: 'silent' }) })
        await noteArrivals(connect().pool)
        const crews = await makeCrews(connect(), sites, pulses, seed)
        const users = { [server]: serverPassword, ...Object.fromEntries(crews.map(({ key }) => [key.keyId, key.secret])) }
        const broker = name === 'rabbitmq' ? await RabbitMq.in(place, users) : new Mosquitto(await freePort(), place, users)
        return soakOn(name, broker, folder, own.url, connect(), crews)
      })) && isGood
  }
  return isGood
}
