import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext } from '../../../platform/test-context.ts'
import { deviceColumns } from './store-devices.ts'
import { readingColumns } from './store-readings.ts'
import { workerColumns } from './worker-columns.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
})
afterAll(() => made.drop())

/** The types of a table's columns by their names. */
const typesOf = async (table: string) => {
  const { rows } = await made.context.pool.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}

it.each([
  ['reading', readingColumns, {}],
  ['worker_state', workerColumns, { moved: 'boolean', located_at: 'timestamp with time zone' }],
  ['device_state', deviceColumns, { located_at: 'timestamp with time zone' }],
])('each column of %s is sent as the type that it has, once', async (table, columns, own) => {
  const types = new Map([...(await typesOf(table)), ...Object.entries(own)])
  // PostgreSQL reads both kinds of JSON from the same text.
  const sent = columns.map(({ name, type }) => [name, types.get(name) === 'jsonb' && type === 'json' ? 'jsonb' : type])
  expect(sent).toEqual(columns.map(({ name }) => [name, types.get(name)]))
  expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length)
})

it('a stored reading has a value for every column', async () => {
  const { company_id: company, ...others } = Object.fromEntries(await typesOf('reading'))
  expect(company).toBe('integer')
  expect(readingColumns.map(({ name }) => name).toSorted()).toEqual(Object.keys(others).toSorted())
})
