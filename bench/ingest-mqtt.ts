import { connectAsync } from 'mqtt'
import { type Crowd, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'

const senders = 20
// What a gateway keeps under way at once before it waits for acknowledgements.
const inFlight = 50

export type Sent = { readonly readings: number; readonly seconds: number }

/** Sends readings over MQTT, one a message, twenty senders, acknowledged after the commit. */
export const sendOverMqtt = async (product: Product, crowd: Crowd, seconds: number, firstMinute: Date): Promise<Sent> => {
  const clients = await Promise.all(
    Array.from({ length: senders }, () =>
      connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, { username: crowd.keyId, password: crowd.secret, reconnectPeriod: 0 }),
    ),
  )
  const started = performance.now()
  const over = () => performance.now() - started > seconds * 1_000
  let acknowledged = 0
  const share = Math.floor(crowd.workers / senders)
  await Promise.all(
    clients.map(async (client, sender) => {
      let sent = 0
      const lane = async () => {
        while (!over()) {
          const turn = sent++
          const worker = sender * share + (turn % share) + 1
          const minute = Math.floor(turn / share)
          const readings = minuteOfReadings([worker], new Date(firstMinute.getTime() + minute * 60_000), minute)
          await client.publishAsync(`mimamori/v1/${crowd.keyId}/readings`, JSON.stringify({ readings }), { qos: 1 })
          acknowledged++
        }
      }
      await Promise.all(Array.from({ length: inFlight }, lane))
    }),
  )
  const took = (performance.now() - started) / 1_000
  await Promise.all(clients.map((client) => client.endAsync()))
  return { readings: acknowledged, seconds: took }
}
