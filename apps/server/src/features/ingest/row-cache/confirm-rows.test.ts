import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'
import { decode } from '../decode.ts'
import { preparedName } from '../../../platform/database/prepared.ts'
import { ingest } from '../pipeline.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

/** The same object, of which one method is another. */
const withMethod = <Target extends object>(target: Target, name: keyof Target, method: (...values: unknown[]) => unknown): Target =>
  new Proxy(target, {
    get: (own, key) => {
      const value: unknown = key === name ? method : Reflect.get(own, key)
      return typeof value === 'function' ? (...values: unknown[]): unknown => Reflect.apply(value, own, values) : value
    },
  })

const nameOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'name' in statement ? String(statement.name) : String(statement)

const recordingClient = (client: PoolClient, statements: string[]): PoolClient =>
  withMethod(client, 'query', (...values) => {
    statements.push(nameOf(values[0]))
    return Reflect.apply(client.query, client, values)
  })

type Device = Awaited<ReturnType<typeof makeDevice>>

// One pool throughout: the cache belongs to it.
let pipelined: Pool
const statements: string[] = []
beforeAll(() => {
  const pool = crew.context.pipelined
  pipelined = withMethod(pool, 'connect', async () => recordingClient(await pool.connect(), statements))
})

/** Stores one reading, and answers the statements of it that the row cache is about, with the beginnings of transactions. */
const send = async (tag: Device, minute: number, behind = 0) => {
  crew.time.now = crew.at(minute)
  const decoded = decode({ kind: 'vital', device: tag.serial, at: crew.at(minute - behind).toISOString(), heartRate: 100 })
  if ('reason' in decoded) throw new Error(decoded.reason)
  statements.length = 0
  const received = {
    ...decoded,
    companyId: tag.company_id,
    officeId: tag.office_id,
    receivedAt: crew.time.now.getTime(),
    index: 0,
  }
  expect(await ingest({ ...crew.context, pipelined }, [received])).toEqual(['accepted'])
  const expected = ['begin', 'ingest-devices', 'ingest-wears', 'ingest-lock-clocks', 'ingest-lock-workers', 'ingest-versions', 'rollback']
  return statements.filter((name) => expected.includes(name))
}

const steady = ['begin', 'ingest-lock-workers', 'ingest-versions']

it('a batch reads what is not in the cache, and asks for versions once, after its locks', async () => {
  const [first, { tag }] = [await crew.makeWearer(), await crew.makeWearer()]
  // The first reading of a week has its table made, and runs again for that.
  await send(first.tag, 0)
  // The first reading of somebody makes their state, whose lock may wait: then the question is asked after it again.
  expect(await send(tag, 0)).toEqual([
    'begin',
    'ingest-devices',
    'ingest-wears',
    'ingest-lock-workers',
    'ingest-versions',
    'ingest-lock-workers',
    'ingest-versions',
  ])
  expect(await send(tag, 1)).toEqual(steady)
})

it('a batch of people whose site is known sends eight statements, the beginning and the end included', async () => {
  const { tag } = await crew.makeWearer()
  for (const minute of [1, 2]) await send(tag, minute)
  await send(tag, 3)
  expect(statements.map((statement) => preparedName(statement) ?? statement)).toEqual([
    'begin',
    'ingest-lock-workers',
    'ingest-versions',
    'ingest-sources',
    'ingest-store',
    'ingest-workers-minute',
    'announce',
    'commit',
  ])
})

it('a batch whose rows have changed runs again, and reads those alone', async () => {
  const { user, tag } = await crew.makeWearer()
  await send(tag, 10)
  await crew.db.updateTable('app_user').set({ date_of_birth: '1960-01-01' }).where('user_id', '=', user.user_id).execute()
  expect(await send(tag, 11)).toEqual([...steady, 'rollback', 'begin', 'ingest-wears', 'ingest-lock-workers', 'ingest-versions'])
  await crew.db.updateTable('device').set({ altitude_offset_cm: 40 }).where('device_id', '=', tag.device_id).execute()
  expect(await send(tag, 12)).toEqual([...steady, 'rollback', 'begin', 'ingest-devices', 'ingest-lock-workers', 'ingest-versions'])
  expect(await send(tag, 13)).toEqual(steady)
})

it('a batch that locks a clock asks no second time', async () => {
  const { tag } = await crew.makeWearer()
  await send(tag, 20)
  const sent = await send(tag, 21, 120)
  expect(sent).toContain('ingest-lock-clocks')
  expect(sent.filter((name) => name !== 'ingest-lock-clocks')).toEqual(steady)
})
