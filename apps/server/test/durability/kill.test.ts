import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../src/platform/database/database.ts'
import { runningDatabaseUrl } from '@mimamori/embedded-postgres'
import { killRound, type Victim } from './kill-round.ts'
import { makeOpenFolder } from './open-folder.ts'
import { eventually, freePort, Product } from './product.ts'

let dataDir: string
let product: Product
let database: ReturnType<typeof connectDatabase>
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

beforeAll(async () => {
  dataDir = await makeOpenFolder('kill')
  product = new Product({ dataDir, port: await freePort() })
  await product.ready()
  const url = await eventually(() => runningDatabaseUrl(dataDir), 'the database runs')
  database = connectDatabase({ url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await database?.close()
  await product?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test.each<Victim>(['server', 'database', 'both'])(
  'kill -9 of the %s under load loses nothing that was acknowledged',
  { timeout: 300_000 },
  async (victim) => {
    const round = await killRound({ product, dataDir, database, victim, seed: seed + victim.length, hands: 24, pulses: 40, gateways: 4 })
    expect(round.findings, `SEED=${seed}`).toEqual([])
    expect(round.startsAgain).toBe(victim === 'database' ? 0 : 1)
  },
)
