import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

/** Keeps the process busy for so long, a second at a time. */
const beBusy = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    const end = performance.now() + 1_000
    while (performance.now() < end);
    await new Promise(setImmediate)
  }
}

test('a process that is busy itself does not take the database for one that stopped', async () => {
  const database = await createTestDatabase({ migrated: false })
  const client = await database.pool.connect()
  const waiting = client.query('select pg_sleep(10)')
  await Promise.all([expect(waiting).resolves.toMatchObject({ rowCount: 1 }), beBusy(9)])
  client.release()
  await database.drop()
})
