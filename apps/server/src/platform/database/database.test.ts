import { createServer } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectDatabase } from './database.ts'
import { createTestDatabase } from './test-database.ts'

test('hands over values as the product uses them', async () => {
  const database = await createTestDatabase({ migrated: false })
  const { rows } = await database.pool.query(`
    select 9007199254740991::bigint as big, 1.5::numeric as exact, '2026-07-20'::date as day,
      timestamptz '2026-07-20 13:05:00+09' as instant, array[1, null]::bigint[] as bigs,
      array['2026-07-20']::date[] as days, current_setting('TimeZone') as zone`)
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      exact: 1.5,
      day: '2026-07-20',
      instant: new Date('2026-07-20T04:05:00Z'),
      bigs: [1, null],
      days: ['2026-07-20'],
      zone: 'UTC',
    },
  ])
  await expect(database.pool.query('select 9007199254740993::bigint')).rejects.toThrow('does not fit a number')
  await database.drop()
})

test('the server ends the sessions of a host that has lost its power within half a minute', async () => {
  const database = await createTestDatabase({ migrated: false })
  // As asked for: over a Unix socket, which no power failure leaves behind, none of it is in force.
  const { rows } = await database.pool.query<{ name: string; reset_val: string }>(
    `select name, reset_val from pg_settings where name like 'tcp%' order by name`,
  )
  expect(rows.map(({ name, reset_val }) => [name, reset_val])).toEqual([
    ['tcp_keepalives_count', '3'],
    ['tcp_keepalives_idle', '10'],
    ['tcp_keepalives_interval', '5'],
    ['tcp_user_timeout', '20000'],
  ])
  await database.drop()
})

test('gives up on a database that takes connections but does not answer, sooner where less patience is asked for', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `postgresql://u:p@127.0.0.1:${port}/d`
  const log = pino({ level: 'silent' })
  const [patient, impatient] = [connectDatabase({ url, log }), connectDatabase({ url, log, patienceMs: 100 })]
  const gaveUp: string[] = []
  const tried = async ({ pool }: typeof patient, name: string) => {
    await expect(pool.query('select 1')).rejects.toThrow(/timeout/)
    gaveUp.push(name)
  }
  await Promise.all([tried(patient, 'patient'), tried(impatient, 'impatient')])
  expect(gaveUp).toEqual(['impatient', 'patient'])
  await Promise.all([patient.close(), impatient.close()])
  silent.close()
})
