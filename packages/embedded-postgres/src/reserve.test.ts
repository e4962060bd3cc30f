import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { durableSettings } from './settings.ts'
import { makeReserve, releaseReserve } from './reserve.ts'

const log = pino({ level: 'silent' })
let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'mimamori-reserve-'))
})
afterEach(() => rm(path, { recursive: true, force: true }))

test('the reserve takes blocks of the disk, and is kept while there is room', async () => {
  const home = { path, user: undefined }
  await makeReserve(home)
  const { size, blocks } = await stat(join(path, 'reserve'))
  expect(size).toBe(67_108_864)
  expect(blocks * 512).toBeGreaterThanOrEqual(size)
  await makeReserve(home)
  await releaseReserve(home, log)
  expect((await stat(join(path, 'reserve'))).size).toBe(size)
})

test('the log of the server takes 2 GB at most, and an eighth of a small disk', () => {
  expect(durableSettings(path, 2 ** 40)['max_wal_size']).toBe('2048MB')
  expect(durableSettings(path, 4 * 2 ** 30)['max_wal_size']).toBe('512MB')
  expect(durableSettings(path, 2 ** 28)['max_wal_size']).toBe('96MB')
})
