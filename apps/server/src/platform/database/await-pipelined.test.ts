import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { awaitPipelined } from './await-pipelined.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase({ migrated: false })
  await made.pool.query('create table kept (n integer primary key)')
})
beforeEach(() => made.pool.query('truncate kept'))
afterAll(() => made.drop())

const insert = 'insert into kept select $1::int'
const storedNumbers = async () => (await made.pool.query<{ n: number }>('select n from kept order by n')).rows.map(({ n }) => n)

/** Does the work in a transaction of a pipelined connection, as the ingestion does. */
const inTransaction = async (work: (put: (n: number) => Promise<unknown>) => Promise<unknown>) => {
  const client = await made.pipelined.connect()
  try {
    await awaitPipelined([client.query('begin'), work((n) => client.query(insert, [n]))])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

test('what is sent together is stored in its order, and each answer comes to the statement that asked', async () => {
  const client = await made.pipelined.connect()
  try {
    const answers = await awaitPipelined([1, 2, 3].map((n) => client.query<{ n: number }>('select $1::int as n', [n])))
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
  } finally {
    client.release()
  }
  await inTransaction((put) => awaitPipelined([put(1), put(2)]))
  expect(await storedNumbers()).toEqual([1, 2])
})

test('where one fails nothing is stored, not even what another continues with, and its own reason is given', async () => {
  const goesOn = async (put: (n: number) => Promise<unknown>) => {
    await put(1)
    await put(2)
  }
  await expect(inTransaction((put) => awaitPipelined([goesOn(put), put(7), put(7), put(8)]))).rejects.toMatchObject({ code: '23505' })
  expect(await storedNumbers()).toEqual([])
})

test('the reason is given also if an error that only follows from it comes before it', async () => {
  const late = async (put: (n: number) => Promise<unknown>) => {
    await put(3)
    await put(4)
  }
  await expect(inTransaction((put) => awaitPipelined([late(put), put(5), put(5)]))).rejects.toMatchObject({ code: '23505' })
})
