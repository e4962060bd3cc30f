import { type RawBuilder, sql } from 'kysely'
import type { TestDatabase } from '../../apps/server/src/platform/database/test-database.ts'

type Statement = (database: TestDatabase) => Promise<unknown>

const readAll = async <Row>({ db }: TestDatabase, { rows }: { readonly rows: () => RawBuilder<Row> }): Promise<Row[]> =>
  (await rows().execute(db)).rows

const readFirst = async <Row extends object>({ pool }: TestDatabase, text: string): Promise<Row | undefined> =>
  (await pool.query<Row>(text)).rows[0]

const readPage = async <Row>(
  database: TestDatabase,
  { where, columns }: { readonly where: RawBuilder<boolean>; readonly columns: RawBuilder<unknown> },
): Promise<{ data: Row[]; count: number }> => {
  const data = await readAll(database, { rows: () => sql<Row>`select ${columns} where ${where}` })
  return { data, count: data.length }
}

/** Statements that promise what they do not give, and what the rule says of each. */
export const wrong: Readonly<Record<string, Statement>> = {
  'n is a number; promised is string': ({ db }) => sql<{ n: string }>`select 1::bigint as n where false`.execute(db),
  'at is a Date; promised is number': ({ db }) => sql<{ at: number }>`select now() as at`.execute(db),
  'day is a string; promised is Date': ({ pool }) => pool.query<{ day: Date }>(`select '2026-07-20'::date as day`),
  'name was null; promised is string': ({ db }) => sql<{ name: string }>`select null::text as name`.execute(db),
  'kind was "belt"; promised is "tag" | "vital"': ({ db }) => sql<{ kind: 'tag' | 'vital' }>`select 'belt' as kind`.execute(db),
  'ids [] is a number; promised is string[]': ({ db }) => sql<{ ids: string[] }>`select array[1, 2] as ids`.execute(db),
  'ids is a string; promised is number[]': ({ db }) => sql<{ ids: number[] }>`select '1,2' as ids`.execute(db),
  'state .since was null; promised is { since: number; }': ({ db }) =>
    sql<{ state: { since: number } }>`select '{"since": null}'::json as state`.execute(db),
  'item .until was missing; promised is { until: string | null; }': ({ db }) =>
    sql<{ item: { until: string | null } }>`select '{}'::jsonb as item`.execute(db),
  'office is promised, and no column has that name': ({ db }) => sql<{ a: number; office: number }>`select 1 as a`.execute(db),
  'office_id is a column that nobody is promised': ({ db }) => sql<{ b: number }>`select 1 as b, 2 as office_id`.execute(db),
  'x is the name of two columns': ({ db }) => sql<{ x: number }>`select 1 as x, 2 as x`.execute(db),
  'b is a string; promised is number': ({ db }) => sql<Record<string, number>>`select 1 as a, 'x' as b`.execute(db),
  'built is a string; promised is boolean': ({ db }) => db.selectNoFrom(sql<boolean>`'yes'::text`.as('built')).executeTakeFirstOrThrow(),
  'client is a boolean; promised is string': async ({ pool }) => {
    const client = await pool.connect()
    return client.query<{ client: string }>('select true as client').finally(() => client.release())
  },
  'generic is a number; promised is string': (database) => readAll(database, { rows: () => sql<{ generic: string }>`select 1 as generic` }),
  'later is a number; promised is string': async (database) => {
    await database.db.selectFrom('company').select('name').execute()
    return readAll(database, { rows: () => sql<{ later: string }>`select 1 as later` })
  },
  'paged is a number; promised is string': (database) =>
    readPage<{ paged: string }>(database, { where: sql<boolean>`true`, columns: sql`1 as paged` }),
  'first is a number; promised is string': async (database) => {
    const row = await readFirst<{ first: string }>(database, 'select 1 as first')
    return row
  },
}

/** Statements that give what they promise. */
export const right: readonly Statement[] = [
  ({ db }) => sql<Record<string, number>>`select 1 as a, 2 as b`.execute(db),
  ({ db }) =>
    sql<{ n: number; at: Date; day: string; is_open: boolean; hash: Buffer; none: string | null; kind: 'a' | 'b'; level?: 1 | 2 }>`
      select 1::bigint as n, now() as at, current_date as day, true as is_open, '\\x00'::bytea as hash, null as none, 'a' as kind, 2 as level`.execute(
      db,
    ),
  ({ db }) =>
    sql<{ days: string[]; deep: { items: ({ a: number } | { b: string })[]; open?: true }; any: unknown }>`
      select array[current_date] as days, '{"items": [{"a": 1}, {"b": "x"}]}'::jsonb as deep, '[]'::json as any`.execute(db),
  ({ db }) => db.selectFrom('alert').selectAll().executeTakeFirst(),
  ({ db }) => db.selectFrom('office').select(['office_id', 'name']).where('office_id', '=', -1).execute(),
  ({ pool }) => pool.query('select 1 as whatever'),
]
