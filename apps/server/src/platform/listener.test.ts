import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startListener } from './listener.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

const listen = async () => {
  const heard: number[] = []
  let connections = 0
  const connected = Promise.withResolvers<void>()
  const listener = startListener({
    connect: () => new pg.Client(database.pool.options),
    channel: 'numbers',
    log: pino({ level: 'silent' }),
    onAnnouncement: (payload) => heard.push(Number(payload)),
    onConnected: () => {
      connections += 1
      connected.resolve()
    },
  })
  await connected.promise
  return { listener, heard, connections: () => connections }
}

test('whatever was committed below a position has been heard when the position is reached', async () => {
  const { listener, heard } = await listen()
  let isWriting = true
  const written: number[] = []
  const write = async () => {
    for (let count = 0; count < 150; count += 1)
      await database.db.transaction().execute(async (db) => {
        const { rows } = await sql<{ own: string }>`select pg_current_xact_id()::text as own`.execute(db)
        const own = Number(rows[0]?.own)
        await sql`select pg_notify('numbers', ${own}::text)`.execute(db)
        written.push(own)
      })
  }
  const reached: { position: bigint; heardBefore: number }[] = []
  const reach = async () => {
    while (isWriting) reached.push({ position: await listener.reach(), heardBefore: heard.length })
  }
  const reaching = reach()
  await Promise.all(Array.from({ length: 6 }, write))
  isWriting = false
  await reaching
  for (const { position, heardBefore } of reached) {
    const known = new Set(heard.slice(0, heardBefore))
    expect(written.filter((own) => own < position && !known.has(own))).toEqual([])
  }
  expect(reached.length).toBeGreaterThan(20)
  await listener.stop()
})

test('positions never go back, and stand below a transaction that is under way', async () => {
  const { listener } = await listen()
  const client = await database.pool.connect()
  await client.query('begin')
  const { rows } = await client.query<{ own: string }>('select pg_current_xact_id()::text as own')
  const own = BigInt(rows[0]?.own ?? 0)
  const during = await listener.reach()
  await sql`select pg_notify('numbers', '1')`.execute(database.db)
  expect(await listener.reach()).toBe(during)
  expect(during).toBeLessThanOrEqual(own)
  await client.query('commit')
  client.release()
  // Positions are of the whole server: transactions of other databases hold them back too.
  await expect.poll(() => listener.reach()).toBeGreaterThan(own)
  await listener.stop()
})

test('while the connection is away nothing is reached, and it comes back by itself', async () => {
  const { listener, connections } = await listen()
  const { pool } = database
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
  await expect(listener.reach()).rejects.toThrow()
  while (connections() < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(await listener.reach()).toBeGreaterThan(0n)
  await listener.stop()
  await expect(listener.reach()).rejects.toThrow()
})
