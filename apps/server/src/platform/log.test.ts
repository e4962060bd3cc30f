import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTestDatabase } from './database/test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('secrets do not reach the log', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(
    { password: 'hidden', req: { headers: { authorization: 'Bearer hidden' } }, body: { newPassword: 'hidden', refreshToken: 'hidden' } },
    'said',
  )
  expect(lines.join('')).toContain('said')
  expect(lines.join('')).not.toContain('hidden')
})

const nobody = 'Yamada-Hanako'

test.each([
  ['the row that stands in the way', sql`insert into login (login_key, company_id) values (${nobody}, 1), (${nobody}, 1)`],
  ['the row that breaks a rule', sql`insert into login (login_key, company_id) values (${nobody}, null)`],
  ['the value that does not fit', sql`select ${nobody}::text::date`],
  ['the line of a procedure, with its values', sql.raw(`do $$ begin execute 'select ''${nobody}''::int'; end $$`)],
])('the log does not repeat %s', async (_, statement) => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const error: Error = await statement.execute(database.db).then(
    () => new Error('nothing went wrong'),
    (thrown: Error) => thrown,
  )
  log.error({ err: new Error('a job failed', { cause: new AggregateError([error]) }) }, 'not done')
  log.error({ err: error }, 'not done')
  const [wrapped, plain] = lines.map((line) => JSON.parse(line) as { err: Record<string, unknown> })
  expect(wrapped?.err).toMatchObject({ causes: [{ causes: [{ code: expect.stringMatching(/^2[23]/) }] }] })
  expect(plain?.err).toMatchObject({ code: expect.stringMatching(/^2[23]/), routine: expect.any(String) })
  expect(lines.join('')).not.toContain(nobody)
})
