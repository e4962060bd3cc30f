import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAwayProduct } from './away-product.ts'
import { awayRound } from './away-round.ts'
import { makeOpenFolder } from './open-folder.ts'
import { embeddedPrograms, type StandbyPair, startPair } from './standby-pair.ts'

let folder: string
let pair: StandbyPair
let away: Awaited<ReturnType<typeof startAwayProduct>>
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

beforeAll(async () => {
  folder = await makeOpenFolder('failover')
  pair = await startPair(folder, await embeddedPrograms(), { fsync: 'off' })
  away = await startAwayProduct(folder, pair.url)
}, 300_000)
afterAll(async () => {
  await away?.stop()
  await pair?.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** The standby is away when the primary falls: what the primary wrote meanwhile has been acknowledged to nobody. */
const fallWithoutStandby = async (): Promise<void> => {
  pair.standby.kill()
  await after(1_000)
  pair.primary.kill()
}

const returnPromoted = async (): Promise<void> => {
  await pair.standby.start()
  await pair.standby.promote()
}

test('the standby is promoted when the primary was killed: the product finds it, nothing acknowledged is lost, no alert is there twice', async () => {
  const round = await awayRound({
    ...away,
    outage: { begin: fallWithoutStandby, end: returnPromoted },
    awayMs: 1_000,
    seed,
  })
  expect(round.meanwhile).toEqual({ http: 0, mqtt: 0 })
  expect([...round.answers.keys()].filter((status) => ![200, 503].includes(status))).toEqual([])
  expect(round.isStreamEnded).toBe(false)
  expect(round.findings, `SEED=${seed}`).toEqual([])
  expect(away.product.starts).toBe(1)

  const { rows } = await away.database.pool.query("select a.action, a.before, a.after from audit_log a where a.resource = 'database'")
  expect(rows).toMatchObject([
    { action: 'switched', before: { host: `127.0.0.1:${pair.primary.port}` }, after: { host: `127.0.0.1:${pair.standby.port}` } },
  ])
  const command = join(import.meta.dirname, '../../src/command.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'unlock', 'admin'], {
    env: { ...process.env, DATABASE_URL: pair.url },
  })
  expect(stdout).toContain('ロックされていません')
}, 300_000)
