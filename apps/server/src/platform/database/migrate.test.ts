import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, MigrationError, migrationLock } from './migrate.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false })
  folder = await mkdtemp(join(tmpdir(), 'mimamori-migrations-'))
  await write('0001-first', 'create table first (id integer);')
  await write('0002-second', 'create table second (id integer);\ninsert into second values (1);')
})

afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function write(name: string, sql: string): Promise<void> {
  await writeFile(join(folder, `${name}.sql`), sql)
}

function run(options: { upTo?: string; log?: Logger } = {}): Promise<string[]> {
  return migrate({ url: database.url, log, folder, ...options })
}

test('applies each migration once, whatever number of processes start at the same time', async () => {
  const runs = await Promise.all([run(), run(), run(), run()])
  expect(runs.flat().toSorted()).toEqual(['0001-first', '0002-second'])
  const { rows } = await database.pool.query('select (select count(*) from second) as rows, count(*) as applied from schema_migration')
  expect(rows).toEqual([{ rows: 1, applied: 2 }])
})

test('applies what is new, up to a given one', async () => {
  expect(await run({ upTo: '0001-first' })).toEqual(['0001-first'])
  expect(await run()).toEqual(['0002-second'])
  expect(await run()).toEqual([])
})

test('refuses a migration that was changed after it had been applied, but not other line ends', async () => {
  await run()
  await write('0002-second', 'create table second (id integer);\r\ninsert into second values (1);')
  expect(await run()).toEqual([])
  await write('0002-second', 'create table second (id bigint);')
  await expect(run()).rejects.toThrow('Migration 0002-second was changed')
})

test('refuses a database of a newer release and a migration that comes too late', async () => {
  await run()
  await unlink(join(folder, '0002-second.sql'))
  await expect(run()).rejects.toThrow('データベースは、この版より新しい見守りのものです（0002-second）')
  await expect(run()).rejects.toThrow('a newer release (migration 0002-second): start that release, or restore a backup')
  await write('0003-third', '')
  await expect(run()).rejects.toThrow('0002-second, whose file is missing: it was made by another Mimamori')
  await write('0002-second', 'create table second (id integer);\ninsert into second values (1);')
  await write('0003-third', '')
  await run()
  await database.pool.query(`delete from schema_migration where name = '0001-first'`)
  await expect(run()).rejects.toThrow('0001-first comes before 0003-third')
})

test('undoes a failing migration, keeps those before it and names the line', async () => {
  await write('0003-third', 'create table third (id integer);\ncreate table fourth (id nonsense);')
  await expect(run()).rejects.toThrow(/0003-third line 2 failed.*nonsense/)
  await expect(run()).rejects.toThrow(/この変更の前のまま.*更新の前のバックアップ.*docs\/install\.md/)
  await expect(run()).rejects.toThrow(MigrationError)
  const { rows } = await database.pool.query(`select to_regclass('second') is not null as second, to_regclass('third') as third`)
  expect(rows).toEqual([{ second: true, third: null }])
})

test('one that waits for another process says so, and by whom it is held up', async () => {
  const holder = await database.pool.connect()
  await holder.query(`set application_name = 'stopped'`)
  await holder.query('select pg_advisory_lock($1)', [migrationLock])
  const lines: { msg: string; heldBy?: { application: string; pid: number } }[] = []
  const waiting = run({ log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as never) }) })
  const said = () => lines.filter(({ msg }) => msg === 'another process is bringing the schema up to date: waiting for it')
  await expect.poll(said).toMatchObject([{ heldBy: { application: 'stopped', pid: expect.any(Number) as number } }])
  await holder.query('select pg_advisory_unlock($1)', [migrationLock])
  expect(await waiting).toEqual(['0001-first', '0002-second'])
  holder.release()
})

test('reports the progress of a long migration', async () => {
  await write('0003-third', `do $$ begin raise notice 'rows: 1 of 2'; raise notice 'rows: 2 of 2'; end $$;`)
  const reported: unknown[] = []
  const telling = pino({ base: null, timestamp: false }, { write: (line: string) => void reported.push(JSON.parse(line)) })
  await run({ log: telling })
  expect(reported.slice(-4)).toEqual([
    { level: 30, migration: '0003-third', msg: 'applying a migration' },
    { level: 30, progress: 'rows: 1 of 2', msg: 'a migration goes on' },
    { level: 30, progress: 'rows: 2 of 2', msg: 'a migration goes on' },
    { level: 30, migration: '0003-third', msg: 'applied a migration' },
  ])
})

test('refuses two migrations of one number', async () => {
  await write('0002-other', '')
  await expect(run()).rejects.toThrow('0002-second.sql must be named NNNN-name.sql with a number of its own')
})
