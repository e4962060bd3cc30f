import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { clientBeside } from './client-beside.ts'
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
    connect: () => clientBeside(database.pool),
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

test('whatever was committed before a position has been heard when the position is reached', async () => {
  const { listener, heard } = await listen()
  let isWriting = true
  const written: { own: number; committedBefore: number }[] = []
  let next = 0
  const write = async () => {
    for (let count = 0; count < 150; count += 1) {
      const own = (next += 1)
      await sql`select pg_notify('numbers', ${own}::text)`.execute(database.db)
      const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(database.db)
      written.push({ own, committedBefore: rows[0]?.at ?? 0 })
    }
  }
  const reached: { position: number; heardBefore: number }[] = []
  const reach = async () => {
    while (isWriting) reached.push({ position: await listener.reach(), heardBefore: heard.length })
  }
  const reaching = reach()
  await Promise.all(Array.from({ length: 6 }, write))
  isWriting = false
  await reaching
  for (const { position, heardBefore } of reached) {
    const known = new Set(heard.slice(0, heardBefore))
    expect(written.filter(({ own, committedBefore }) => committedBefore <= position && !known.has(own))).toEqual([])
  }
  expect(reached.length).toBeGreaterThan(20)
  await listener.stop()
})

test('positions are moments of the database’s clock, and never go back', async () => {
  const { listener } = await listen()
  const at = async () => (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db)).rows[0]?.at.getTime() ?? 0
  const moments = [await at(), await listener.reach(), await at(), await listener.reach(), await at()]
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect(moments.every(Number.isInteger)).toBe(true)
  await listener.stop()
})

test('while the connection is away nothing is reached, and it comes back by itself', async () => {
  const { listener, connections } = await listen()
  const name = new URL(database.url).pathname.slice(1)
  const admin = new pg.Client({ connectionString: inject('testServerUrl') })
  await admin.connect()
  // It would be back within a tenth of a second.
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(a.pid) from pg_stat_activity a where a.datname = $1', [name])
  await expect(listener.reach()).rejects.toThrow()
  await admin.query(`alter database ${name} allow_connections true`)
  await admin.end()
  await expect.poll(connections).toBeGreaterThan(1)
  expect(await listener.reach()).toBeGreaterThan(0)
  await listener.stop()
  await expect(listener.reach()).rejects.toThrow()
})
