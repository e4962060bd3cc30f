import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Config, readConfig } from './config/config.ts'
import type { Context } from './context.ts'
import { createFolderStore } from './files/folder-store.ts'
import { createFreeSpace } from './files/free-space.ts'
import { createTestDatabase } from './database/test-database.ts'

/** The configuration of a product that nobody configured, with a secret. */
export const testConfig = (overrides: Partial<Config> = {}): Config => ({
  ...readConfig({}),
  mqttPort: 0,
  // No matter how full the disk of the test machine is.
  diskFloorMegabytes: 0,
  jwtSecrets: ['a secret that only tests know, long enough'],
  ...overrides,
})

/** A clock that does not move until it is set. */
export type TestTime = { now: Date }

/** A context on a database of its own. `time.now` is what its clock says: a summer's afternoon in Japan. */
export const createTestContext = async (overrides: Partial<Context> = {}) => {
  const database = await createTestDatabase()
  const folder = join(tmpdir(), `mimamori-test-${randomUUID()}`)
  const time: TestTime = { now: new Date('2026-07-20T13:00:00+09:00') }
  const context: Context = {
    config: testConfig(),
    db: database.db,
    pool: database.pool,
    pipelined: database.pipelined,
    primary: undefined,
    isDivided: database.isDivided,
    files: createFolderStore(folder),
    space: createFreeSpace(overrides.config ?? testConfig()),
    log: pino({ level: 'silent' }),
    clock: () => time.now,
    ...overrides,
  }
  const drop = async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
  return { context, time, url: database.url, drop }
}
