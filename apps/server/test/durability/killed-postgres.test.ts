import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectDatabase } from '../../src/platform/database/database.ts'
import { makeOpenFolder } from './open-folder.ts'
import { OwnDatabase } from './own-database.ts'
import { postmasterOf } from './product.ts'

test('a killed database ends no process: queries fail and later ones succeed', async () => {
  const dataDir = await makeOpenFolder('killed')
  const database = new OwnDatabase(dataDir)
  await database.start()
  const { pool, close } = connectDatabase({ url: database.url, log: pino({ level: 'silent' }) })
  const lent = await pool.connect()
  await lent.query('begin')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await expect(lent.query('select pg_sleep(5)')).rejects.toThrow()
  lent.release(true)
  await expect
    .poll(
      () =>
        pool.query('select 1').then(
          () => 'answers',
          () => 'away',
        ),
      { timeout: 60_000 },
    )
    .toBe('answers')
  await close()
  await close()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})
