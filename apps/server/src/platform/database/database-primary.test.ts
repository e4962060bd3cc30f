import { pino } from 'pino'
import { expect, test } from 'vitest'
import { clientBeside } from './client-beside.ts'
import { connectDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'
import type { Verdict } from './database-host-watch.ts'
import { type DatabaseHost, readDatabaseHosts } from './database-hosts.ts'
import { choosePrimary, primaryUrl } from './database-primary.ts'
import { createTestDatabase } from './test-database.ts'
import { openTestHost } from '../http/test-host.ts'
import { freePort } from '../test-port.ts'

const hosts = readDatabaseHosts('postgresql://u:p@a,b,c/m')
const [a, b, c] = hosts as unknown as [DatabaseHost, DatabaseHost, DatabaseHost]
const on = (timeline: number): Verdict => ({ timeline })
const closed: Verdict = { reason: 'read-only' }
const away: Verdict = { reason: 'ECONNREFUSED' }

test.each<[string, DatabaseHost | undefined, [Verdict, Verdict, Verdict?], DatabaseHost | undefined]>([
  ['the one that takes writes', undefined, [closed, on(1), away], b],
  ['none where none takes writes', undefined, [closed, away, away], undefined],
  ['the present one while it takes writes', a, [on(1), closed], a],
  ['the promoted one once the present one is gone', a, [away, on(2), closed], b],
  ['the promoted one although the present one takes writes', a, [on(1), on(2), away], b],
  ['the promoted one at the start, wherever it stands in the list', undefined, [on(1), on(1), on(2)], c],
  ['the present one although another takes writes too', b, [on(1), on(1), away], b],
  ['the present one although a former primary came back', b, [on(1), on(2), away], b],
  ['the present one while none takes writes', b, [closed, away, away], b],
  ['the first of two that are alike', undefined, [away, on(1), on(1)], b],
])('uses %s', (_, present, [ofA, ofB, ofC], expected) => {
  const verdicts = new Map([[a, ofA], [b, ofB], ...(ofC === undefined ? [] : [[c, ofC] as const])])
  expect(choosePrimary(hosts, verdicts, present)).toBe(expected)
})

const log = pino({ level: 'silent' })

/** The address of a test's database on other hosts than its own. */
const addressOn = (url: string, ...names: string[]): string => url.replace(/@[^/]+\//, `@${names.join(',')}/`)

/** A host where nobody listens. */
const closedHost = async (): Promise<string> => `127.0.0.1:${await freePort()}`

test('an address of several hosts leads to the one that takes writes, for commands too', async () => {
  const own = await createTestDatabase({ migrated: false })
  const [gone, there] = [await closedHost(), await openTestHost(own.url)]
  const url = addressOn(own.url, gone, there.name)
  const { pool, pipelined, close } = connectDatabase({ url, log })
  await pool.query('create table one (n int)')
  await pipelined.query('insert into one values (1)')
  expect((await own.pool.query('select n from one')).rows).toEqual([{ n: 1 }])
  expect(await primaryUrl(url, log)).toBe(addressOn(own.url, there.name))
  await close()
  await there.close()
  await own.drop()
})

test('where no host takes writes the error says so of each, and is one of a database that is away', async () => {
  const own = await createTestDatabase({ migrated: false })
  await own.pool.query(`alter database ${new URL(own.url).pathname.slice(1)} set default_transaction_read_only = on`)
  const [gone, readOnly] = [await closedHost(), await openTestHost(own.url)]
  const url = addressOn(own.url, gone, readOnly.name)
  const { pool, close } = connectDatabase({ url, log })
  const error: unknown = await pool.query('select 1').catch((cause: unknown) => cause)
  expect(isDatabaseAway(error)).toBe(true)
  expect((error as Error).message).toBe(`no host takes writes: ${gone} ECONNREFUSED, ${readOnly.name} read-only`)
  await expect(primaryUrl(url, log)).rejects.toThrow('no host takes writes')
  await close()
  await readOnly.close()
  await own.drop()
})

test('when the host falls silent and another takes writes, connections to the first fail and new ones go to the other', async () => {
  const own = await createTestDatabase({ migrated: false })
  const [first, second] = [await openTestHost(own.url), await openTestHost(own.url)]
  const { pool, primary, close } = connectDatabase({ url: addressOn(own.url, first.name, second.name), log })
  const moved = new Promise((resolve) => primary?.onMoved(resolve))
  const [idle, line] = [await pool.connect(), clientBeside(pool)]
  idle.release()
  const ended = new Promise<void>((resolve) => line.on('error', () => undefined).once('end', resolve))
  await line.connect()
  const hanging = pool.query('select pg_sleep(60)').catch((cause: unknown) => cause)
  first.fallSilent()
  expect(await moved).toMatchObject({ from: first.name, to: second.name, timeline: 1 })
  expect(isDatabaseAway(await hanging)).toBe(true)
  await ended
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  expect(primary?.hasStandby()).toBe(false)
  await close()
  await Promise.all([first.close(), second.close()])
  await own.drop()
})
