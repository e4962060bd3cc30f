import { rm } from 'node:fs/promises'
import { message } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAwayProduct } from './away-product.ts'
import { type Outage, awayRound } from './away-round.ts'
import { makeOpenFolder } from './open-folder.ts'
import { OwnDatabase } from './own-database.ts'

let folder: string
let own: OwnDatabase
let away: Awaited<ReturnType<typeof startAwayProduct>>
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

beforeAll(async () => {
  folder = await makeOpenFolder('away')
  own = new OwnDatabase(folder)
  await own.start()
  away = await startAwayProduct(folder, own.url)
})
afterAll(async () => {
  await away?.stop()
  await own?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const outages: [string, () => Outage][] = [
  ['stopped', () => ({ begin: () => own.stop(), end: () => own.start() })],
  ['silent, its processes halted', () => ({ begin: async () => own.freeze(), end: async () => own.thaw() })],
]

test.each(outages)(
  'the database is %s for some seconds: senders keep what they have, people see a message, and all continues by itself',
  { timeout: 300_000 },
  async (_, outage) => {
    const round = await awayRound({ ...away, outage: outage(), awayMs: 2_000, seed })
    const text = JSON.stringify([message('databaseAway')])
    for (const answer of [round.outageAnswers.sender, round.outageAnswers.person, round.outageAnswers.stream])
      expect(answer).toEqual({ status: 503, retryAfter: '5', text })
    expect(round.outageAnswers.readiness.status).toBe(503)
    expect(round.outageAnswers.health.status).toBe(200)
    expect(round.answeredMs).toBeLessThan(30_000)
    expect(round.meanwhile).toEqual({ http: 0, mqtt: 0 })
    expect([...round.answers.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(round.findings, `SEED=${seed}`).toEqual([])
    expect(round.isStreamEnded).toBe(false)
    expect(away.product.starts).toBe(1)
  },
)
