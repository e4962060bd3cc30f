import type { DatabaseConnection } from '../../src/platform/database/database.ts'
import { type Crew, makeCrew } from './crew.ts'
import { findings } from './findings.ts'
import { sendUntilAcknowledged } from './http-senders.ts'
import type { Mosquitto } from './mosquitto.ts'
import { publishDay } from './mqtt-senders.ts'
import { eventually, type Product } from './product.ts'
import { randomFrom } from './random.ts'

export type BrokerRound = {
  /** Two server processes on one database and one broker. */
  readonly products: readonly [Product, Product]
  readonly mosquitto: Mosquitto
  readonly database: Pick<DatabaseConnection, 'db' | 'pool'>
  /** Takes the database away and gives it back, as a restart of its server does. */
  readonly cutDatabase: () => Promise<void>
  readonly seed: number
}

/** Waits until as many of a crew's readings are stored as it has sent; an outside broker acknowledges before. */
export const whenStored = async ({ pool }: Pick<DatabaseConnection, 'pool'>, crew: Crew): Promise<void> => {
  const wanted = crew.hands.reduce((sum, { pulses }) => sum + pulses.length, 0)
  const deviceIds = crew.hands.map(({ deviceId }) => deviceId)
  const count = async () =>
    (await pool.query<{ n: number }>('select count(*)::int as n from reading where device_id = any($1::int[])', [deviceIds])).rows[0]?.n
  await eventually(async () => (await count()) === wanted, `all ${wanted} acknowledged readings are stored`)
}

/**
 * A crew's day over an outside broker, in the course of which each of two servers is killed, the broker is restarted
 * and the database cut off. Answers what the database says otherwise than after an undisturbed run.
 */
export const brokerRound = async ({ products, mosquitto, database, cutDatabase, seed }: BrokerRound): Promise<string[]> => {
  const [gateways, pulses] = [4, 80]
  const crew = await makeCrew(database.db, { hands: 20, pulses, seed })
  await sendUntilAcknowledged(crew.key.bearer, crew.heat, { url: products[0].url })
  const random = randomFrom(seed)
  let acknowledged = 0
  const reached = (share: number) => {
    const messages = gateways * pulses * (share + 0.1 * random())
    return eventually(async () => acknowledged >= messages, `${messages} messages are acknowledged`)
  }
  const disturb = async (): Promise<void> => {
    await reached(0.1)
    products[0].kill()
    await reached(0.35)
    products[1].kill()
    await reached(0.6)
    await mosquitto.stop()
    await mosquitto.start()
    await reached(0.8)
    await cutDatabase()
  }
  const day = publishDay(crew, gateways, { url: mosquitto.url, pauseMs: 50, onAcknowledged: () => (acknowledged += 1) })
  await Promise.all([day, disturb()])
  await whenStored(database, crew)
  const found = await findings(database.pool, crew)
  await Promise.all(products.map((product) => product.ready()))
  return found
}
