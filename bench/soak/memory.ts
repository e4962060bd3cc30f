import { setTimeout as after } from 'node:timers/promises'
import { type Crew, makeCrew } from '../../apps/server/test/durability/crew.ts'
import { openGateway, publishReadings } from '../../apps/server/test/durability/mqtt-senders.ts'
import { freePort, Product } from '../../apps/server/test/durability/product.ts'
import { sendUntilAcknowledged } from '../../apps/server/test/durability/http-senders.ts'
import { report } from '../figure.ts'
import { onOwnDatabase } from './on-own-database.ts'
import type { SoakOptions } from './soak-options.ts'

const gateways = 20
const tickMs = 500
const sampleMs = 2_000
const mostMegabytes = 400

const readingsAt = (crew: Crew, gateway: number, at: number) =>
  crew.hands.flatMap(({ serial }, index) =>
    index % gateways === gateway
      ? [
          {
            kind: 'vital' as const,
            device: serial,
            at: new Date(at).toISOString(),
            heartRate: 90 + Math.round(60 * Math.abs(Math.sin(at / 200_000 + index))),
            call: false,
            battery: 4,
            interval: 1,
          },
        ]
      : [],
  )

/** Half of the gateways by HTTP, half over MQTT, each sends its people's readings, a second apart, every half a second. */
const sendFor = async (crew: Crew, product: Product, mqttUrl: string, minutes: number): Promise<number> => {
  const endsAt = Date.now() + minutes * 60_000
  // At the end, when they have caught up by as long as this took, they are still twenty minutes old: none is of the future.
  const begin = Date.now() - (minutes + 20) * 60_000
  let readings = 0
  await Promise.all(
    Array.from({ length: gateways }, async (_, gateway) => {
      const client = gateway % 2 === 0 ? null : openGateway(mqttUrl, crew)
      for (let tick = 0; Date.now() < endsAt; tick++) {
        const due = after(tickMs)
        const batch = readingsAt(crew, gateway, begin + tick * 1_000)
        if (client === null) await sendUntilAcknowledged(crew.key.bearer, batch, { url: product.url })
        else await publishReadings(client, crew, batch)
        readings += batch.length
        await due
      }
      await client?.endAsync()
    }),
  )
  return readings
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** What the server's own objects take, in megabytes, as its metrics say. */
const heapMegabytes = async (product: Product): Promise<number> => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return (bytes('nodejs_heap_size_used_bytes') + bytes('nodejs_external_memory_bytes')) / 1_048_576
}

const byMinute = (samples: readonly number[], of: (minute: readonly number[]) => number): number[] => {
  const perMinute = 60_000 / sampleMs
  return Array.from({ length: Math.ceil(samples.length / perMinute) }, (_, minute) =>
    Math.round(of(samples.slice(minute * perMinute, (minute + 1) * perMinute))),
  )
}

/** What the server holds in memory over ten minutes of load, or as many hours as are asked: `npm run soak -- memory --hours 1`. */
export const soakMemory = (folder: string, seed: number, { hours }: SoakOptions): Promise<boolean> =>
  onOwnDatabase(folder, async (own, connect) => {
    const minutes = hours === undefined ? Number(process.env['SOAK_MINUTES'] ?? 10) : hours * 60
    const mqttPort = await freePort()
    const product = new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: own.url, MQTT_PORT: String(mqttPort) } })
    try {
      await product.ready()
      const crew = await makeCrew(connect().db, { hands: 1_000, pulses: 0, seed })
      const resident: number[] = []
      const heap: number[] = []
      const sampling = setInterval(() => {
        resident.push(product.residentMegabytes)
        heapMegabytes(product).then(
          (megabytes) => heap.push(megabytes),
          () => undefined,
        )
      }, sampleMs)
      const readings = await sendFor(crew, product, `mqtt://127.0.0.1:${mqttPort}`, minutes)
      clearInterval(sampling)
      const leastHeap = byMinute(heap, (minute) => Math.min(...minute))
      console.error(`by the minute, MB: resident ${byMinute(resident, mean).join(' ')}, least heap ${leastHeap.join(' ')}`)
      // The first third is warming up: code is compiled, caches and connections fill.
      const third = Math.floor(resident.length / 3)
      const [middle, late] = [mean(resident.slice(third, 2 * third)), mean(resident.slice(2 * third))]
      report('soak load', readings / (minutes * 60), 'readings/s')
      report('soak resident memory, most', Math.max(...resident), 'MB', mostMegabytes)
      report('soak resident memory, last third against the middle one', late, 'MB', middle)
      // What stays after each collection: a leak shows here long before it shows in what is resident.
      const minutesOfThird = Math.floor(leastHeap.length / 3)
      const heapOf = (part: number) => mean(leastHeap.slice(part * minutesOfThird, (part + 1) * minutesOfThird))
      report('soak least heap, last third against the middle one', heapOf(2), 'MB', heapOf(1))
      return Math.max(...resident) < mostMegabytes && late < middle * 1.15 && product.starts === 1
    } finally {
      await product.stop()
    }
  })
