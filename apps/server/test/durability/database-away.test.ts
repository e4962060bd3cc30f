import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { message } from '@mimamori/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../src/platform/database.ts'
import { type Outage, awayRound } from './away-round.ts'
import { OwnDatabase } from './own-database.ts'
import { freePort, Product } from './product.ts'

let folder: string
let own: OwnDatabase
let product: Product
let mqttPort: number
let database: ReturnType<typeof connectDatabase>
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-away-'))
  // As root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  own = new OwnDatabase(folder)
  await own.start()
  mqttPort = await freePort()
  product = new Product({ dataDir: folder, port: await freePort(), env: { DATABASE_URL: own.url, MQTT_PORT: String(mqttPort) } })
  await product.ready()
  database = connectDatabase({ url: own.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await product?.stop()
  await database?.close()
  await own?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const outages: [string, () => Outage][] = [
  ['stopped', () => ({ begin: () => own.stop(), end: () => own.start() })],
  ['silent, its processes halted', () => ({ begin: async () => own.freeze(), end: async () => own.thaw() })],
]

test.each(outages)(
  'the database is %s for some seconds: senders keep what they have, people are told, and all goes on by itself',
  { timeout: 120_000 },
  async (_, outage) => {
    const round = await awayRound({ product, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, database, outage: outage(), awayMs: 2_000, seed })
    const text = JSON.stringify([message('databaseAway')])
    for (const answer of [round.told.sender, round.told.person, round.told.stream])
      expect(answer).toEqual({ status: 503, retryAfter: '5', text })
    expect(round.told.readiness.status).toBe(503)
    expect(round.told.health.status).toBe(200)
    expect(round.toldMs).toBeLessThan(30_000)
    expect(round.meanwhile).toEqual({ http: 0, mqtt: 0 })
    expect([...round.answers.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(round.findings, `SEED=${seed}`).toEqual([])
    expect(round.isStreamEnded).toBe(false)
    expect(product.starts).toBe(1)
  },
)
