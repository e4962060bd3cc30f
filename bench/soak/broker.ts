import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { brokerRound } from '../../apps/server/test/durability/broker-round.ts'
import { Mosquitto } from '../../apps/server/test/durability/mosquitto.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { report } from '../figure.ts'
import { onOwnDatabase } from './on-own-database.ts'

/** Two servers on one Mosquitto: in each round both are killed, the broker and the database restarted. */
export const soakBroker = (folder: string, seed: number): Promise<boolean> =>
  onOwnDatabase(folder, async (own, connect) => {
    const rounds = Math.ceil(Number(process.env['SOAK_KILLS'] ?? 20) / 4)
    const place = join(folder, 'mosquitto')
    mkdirSync(place)
    const mosquitto = new Mosquitto(await freePort(), place)
    await mosquitto.start()
    const start = async () =>
      new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: own.url, MQTT_URL: mosquitto.url } })
    const products: [Product, Product] = [await start(), await start()]
    let differences = 0
    try {
      await Promise.all(products.map((product) => product.ready()))
      for (let number = 0; number < rounds; number++) {
        const found = await brokerRound({ products, mosquitto, database: connect(), cutDatabase: () => own.restart(), seed: seed + number })
        differences += found.length
        for (const finding of found) console.error(`broker, round ${number + 1}, SEED=${seed + number}: ${finding}`)
      }
    } finally {
      await Promise.all(products.map((product) => product.stop()))
      await mosquitto.stop()
    }
    report('soak broker, disturbances', rounds * 4, 'kills and restarts')
    report('soak broker, differences from an undisturbed run', differences, 'differences')
    return differences === 0
  })
