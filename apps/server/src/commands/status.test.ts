import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../platform/database/test-database.ts'
import { testConfig } from '../platform/test-context.ts'
import { version } from '../platform/version.ts'
import { startServer } from '../start.ts'

test('status says how the product is, and ends with 1 where it does not answer or something needs a hand', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-status-'))
  const settings = { ...testConfig(), port: 0, host: '127.0.0.1', databaseUrl: database.url, dataDir }
  const server = await startServer(settings, { log: pino({ level: 'silent' }), print: () => undefined })
  const run = () =>
    new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
      const command = join(import.meta.dirname, '../command.ts')
      const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: new URL(server.url).port }
      const child = execFile(process.execPath, [command, 'status'], { env }, (_, out, wrong) =>
        resolve({ code: child.exitCode ?? -1, out, wrong }),
      )
    })
  try {
    const parts = [`Mimamori ${version}\n`, '動いています（/readyz 200 ', '移行 / migrated to：\\d{4}-', '正常　データベース：']
    // Asked again while a busy machine makes the database slow, which is named.
    await expect
      .poll(run, { timeout: 60_000 })
      .toMatchObject({ code: 0, wrong: '', out: expect.stringMatching(new RegExp(parts.join('[^]*'))) })
    const since = new Date()
    await database.db
      .insertInto('operation_state')
      .values({ part: 'alarms', state: 'needsHand', since })
      .onConflict((conflict) => conflict.column('part').doUpdateSet({ state: 'needsHand', since }))
      .execute()
    expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('手当てが必要　アラートの通知：') })
  } finally {
    await server.stop()
  }
  expect(await run()).toMatchObject({ code: 1, out: expect.stringContaining('応答がありません') })
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
