import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { awaitPipelined } from './await-pipelined.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let made: TestDatabase
beforeAll(async () => {
  made = await createTestDatabase({ migrated: false })
})
afterAll(() => made.drop())

test('statements of one turn leave in one write, and those of the next in another', async () => {
  const client = await made.pipelined.connect()
  const write = vi.spyOn(client.connection.stream, '_writev')
  try {
    const ask = (n: number) => client.query<{ n: number }>('select $1::int as n', [n])
    const answers = await awaitPipelined([1, 2, 3].map(ask))
    expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 2, 3])
    expect(write).toHaveBeenCalledTimes(1)
    await ask(4)
    expect(write).toHaveBeenCalledTimes(2)
  } finally {
    write.mockRestore()
    client.release()
  }
})
