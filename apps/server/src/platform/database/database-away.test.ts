import { pino } from 'pino'
import { expect, test } from 'vitest'
import { connectDatabase } from './database.ts'
import { isDatabaseAway } from './database-away.ts'

const failure = async (url: string) => {
  const { db, close } = connectDatabase({ url, log: pino({ level: 'silent' }) })
  const error: unknown = await db
    .selectFrom('company')
    .selectAll()
    .execute()
    .catch((caught: unknown) => caught)
  await close()
  return error
}

test.each([
  ['nobody listens', 'postgres://u:p@127.0.0.1:1/x'],
  ['no socket', 'postgres://u:p@/x?host=/no/such/folder'],
  ['no such host', 'postgres://u:p@nowhere.invalid/x'],
])('%s', async (_, url) => {
  expect(isDatabaseAway(await failure(url))).toBe(true)
})

test('a closed pool is away', async () => {
  const { db, close } = connectDatabase({ url: 'postgres://u:p@127.0.0.1:1/x', log: pino({ level: 'silent' }) })
  await close()
  expect(
    isDatabaseAway(
      await db
        .selectFrom('company')
        .selectAll()
        .execute()
        .catch((error: unknown) => error),
    ),
  ).toBe(true)
})

test('a full disk is away, so that readings are sent again rather than called faulty', () => {
  expect(isDatabaseAway(Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }))).toBe(true)
})

test('other faults are not the database being away', () => {
  expect(isDatabaseAway(new Error('x is not a function'))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('duplicate'), { code: '23505' }))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false)
})
