import { afterAll, beforeAll, expect, test } from 'vitest'
import { booleans, doubles, instants, integers, jsons, reals, smallints } from './binary-columns.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

const same = <Value>(value: Value): Value => value

const times = [
  '0001-01-01T00:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
  '1999-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00Z',
  '2026-11-23T01:02:03.456Z',
  '9999-12-31T23:59:59.999Z',
]

test.each([
  ['boolean', booleans([true, null, false], same), '{t,null,f}'],
  ['smallint', smallints([0, -32_768, null, 32_767], same), '{0,-32768,null,32767}'],
  ['int', integers([0, -2_147_483_648, 2_147_483_647], same), '{0,-2147483648,2147483647}'],
  ['real', reals([29.4, -0.1, null, 101_325.5, 1e-30], same), '{29.4,-0.1,null,101325.5,1e-30}'],
  ['float8', doubles([35.681_236, null, -139.767_125], same), '{35.681236,null,-139.767125}'],
  ['timestamptz', instants(times, (time) => Date.parse(time)), `{${times.join()}}`],
  ['timestamptz', instants([0, null, 1.9], same), '{1970-01-01T00:00:00Z,null,1970-01-01T00:00:00.001Z}'],
])('%s in binary is what its text says', async (type, binary, text) => {
  const { rows } = await database.pool.query(`select $1::${type}[] = $2::${type}[] as same, $1::${type}[]::text as read`, [binary, text])
  expect(rows).toEqual([{ same: true, read: expect.any(String) }])
})

test('a column of nulls is filled up beside another', async () => {
  const { rows } = await database.pool.query('select * from unnest($1::int[], $2::smallint[]) as x (id, level)', [
    integers([7, 8], same),
    smallints([null, null], same),
  ])
  expect(rows).toEqual([
    { id: 7, level: null },
    { id: 8, level: null },
  ])
})

test('JSON in binary is what its text says, and a column of nulls is filled up', async () => {
  const texts = ['[1,"軽い, \\"作業\\" {1}\\\\n"]', null, '{"kind": "heat"}', '"Āƽ"']
  const { rows } = await database.pool.query('select * from unnest($1::int[], $2::json[], $3::json[]) as x (id, judge, reason)', [
    integers([1, 2, 3, 4], same),
    jsons(texts, same),
    jsons([null, null, null, null], same),
  ])
  expect(rows).toEqual(texts.map((text, index) => ({ id: index + 1, judge: text === null ? null : JSON.parse(text), reason: null })))
})
