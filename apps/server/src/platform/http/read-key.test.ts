import { hiddenFromKeys, ofScope, vital } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asReadByKey, resultOfStatus, rowsIn } from './read-key.ts'

const Row = z.object({ name: z.string(), heartRate: vital(z.number().nullable()), phoneNumber: hiddenFromKeys(z.string()) })
const row = { name: '佐々木　隆', heartRate: 120, phoneNumber: '090' }
const bare = { name: row.name, heartRate: null, phoneNumber: null }

test.each([
  ['a list', z.object({ data: z.array(Row), count: z.number() }), { data: [row], count: 1 }, { data: [bare], count: 1 }],
  ['what may be absent', z.object({ now: Row.nullable().optional() }), { now: row }, { now: bare }],
  ['nothing', z.object({ now: Row.nullable() }), { now: null }, { now: null }],
  ['a record', z.record(z.string(), Row), { a: row }, { a: bare }],
  ['a choice', z.union([z.object({ kind: z.literal('none') }), Row]), row, bare],
  ['what is computed', z.object({ at: Row.transform((given) => given) }).pipe(z.object({ at: Row })), { at: row }, { at: bare }],
  ['what no schema describes', z.object({ before: z.unknown(), more: z.any() }), { before: row, more: row }, { before: null, more: null }],
  ['plain values', z.array(z.number()), [1, 2], [1, 2]],
])('%s is narrowed for a key without health values', (_, schema, value, expected) => {
  expect(asReadByKey(schema, value, [])).toEqual(expected)
})

test.each([
  ['a tuple', z.tuple([Row])],
  ['what is read late', z.lazy(() => Row)],
  ['both of two', z.intersection(Row, z.object({ name: z.string() }))],
])('%s is of no kind that is known here, and is left out', (_, schema) => {
  expect(asReadByKey(z.object({ of: schema }), { of: row }, ['vitals'])).toEqual({ of: null })
})

test('what is of another scope is shown to a key that has it as well', () => {
  const schema = z.object({ listAlert: ofScope('alerts', z.array(Row)) })
  expect(asReadByKey(schema, { listAlert: [row] }, ['condition', 'vitals'])).toEqual({ listAlert: null })
  expect(asReadByKey(schema, { listAlert: [row] }, ['condition', 'alerts'])).toEqual({ listAlert: [bare] })
})

test('health values are shown to a key that may see them, and how to reach somebody to none', () => {
  expect(asReadByKey(Row, row, ['vitals'])).toEqual({ ...row, phoneNumber: null })
})

test('rows are counted of lists, and the status says what became of a call', () => {
  expect([rowsIn([1, 2]), rowsIn({ data: [1], count: 9 }), rowsIn({ workers: 3 }), rowsIn(null)]).toEqual([2, 1, null, null])
  expect([200, 400, 401, 403, 404, 429, 500, 503].map(resultOfStatus)).toEqual([
    'given',
    'invalid',
    'scope',
    'scope',
    'notFound',
    'tooMany',
    'failed',
    'failed',
  ])
})
