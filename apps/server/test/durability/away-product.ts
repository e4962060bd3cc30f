import { pino } from 'pino'
import { connectDatabase } from '../../src/platform/database/database.ts'
import { freePort, Product } from './product.ts'

/** A product on a database that will be away, and a connection of the test's own to that database. */
export const startAwayProduct = async (dataDir: string, databaseUrl: string) => {
  const mqttPort = await freePort()
  const product = new Product({ dataDir, port: await freePort(), env: { DATABASE_URL: databaseUrl, MQTT_PORT: String(mqttPort) } })
  await product.ready()
  const database = connectDatabase({ url: databaseUrl, log: pino({ level: 'silent' }) })
  return {
    product,
    database,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    stop: async () => {
      await product.stop()
      await database.close()
    },
  }
}
