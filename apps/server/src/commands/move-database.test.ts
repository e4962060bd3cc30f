import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { type DatabaseMove, keepMoved, markMoved } from '@mimamori/embedded-postgres/move-mark'
import { makeOffice, makeUser } from '../shared/organisation/test-factories.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { placeOfDatabase } from '../platform/database/database-place.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import type { Db } from '../platform/context.ts'
import { secretInDatabase } from '../platform/secrets/product-secret.ts'
import { moveDatabase } from './move-database.ts'
import { openTarget } from './move-target.ts'
import { undoMove } from './undo-move.ts'
import { parseEnvironmentFile } from '../platform/config/environment-file.ts'

const log = pino({ level: 'silent' })
const command = join(import.meta.dirname, '../command.ts')
let dataDir: string
let file: string
let target: TestDatabase

const namesIn = async (db: Db) =>
  (await db.selectFrom('app_user as u').select('u.full_name').orderBy('u.user_id').execute()).map(({ full_name }) => full_name)

const withEmbedded = async <Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> => {
  const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  await migrate({ url: server.url, log })
  const { db, close } = connectDatabase({ url: server.url, log, max: 1 })
  return work(db)
    .finally(close)
    .finally(() => server.stop())
}

/** A session is still counted for a moment after its client has left. */
const untilNobodyIsInTarget = async () => {
  const admin = new pg.Client({ connectionString: inject('testServerUrl') })
  await admin.connect()
  const sessions = `select from pg_stat_activity a where a.datname = $1 and a.backend_type = 'client backend'`
  const isEmpty = async () => (await admin.query(sessions, [new URL(target.url).pathname.slice(1)])).rowCount === 0
  await vi.waitUntil(isEmpty, { timeout: 60_000 })
  await admin.end()
}

/** A session of the other database, as a product has one that still runs. */
const inTarget = async <Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> => {
  const { db, close } = connectDatabase({ url: target.url, log, max: 1 })
  const answer = await work(db).finally(close)
  await untilNobodyIsInTarget()
  return answer
}

const environment = () => ({ ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, MIMAMORI_ENV_FILE: file })

const run = async (args: readonly string[], input = '') => {
  const ended = await new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
    const env = { ...environment(), DATABASE_URL: undefined }
    const child = execFile(process.execPath, [command, ...args], { env }, (_, out, wrong) =>
      resolve({ code: child.exitCode ?? -1, out, wrong }),
    )
    child.stdin?.end(input)
  })
  await untilNobodyIsInTarget()
  return ended
}

const runAndKill = async (words: string, ...args: string[]) => {
  const env = { ...environment(), LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stderr })) if (line.includes(words)) child.kill('SIGKILL')
  expect((await exited)[1]).toBe('SIGKILL')
  await untilNobodyIsInTarget()
}

let people: string[]
let whileRunning: Awaited<ReturnType<typeof run>>
let office: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-move-'))
  await chmod(dataDir, 0o755)
  file = join(dataDir, 'mimamori.env')
  await writeFile(file, '# Where the database is.\n#DATABASE_URL=postgresql://example\n\nLOG_LEVEL=warn\n', { mode: 0o640 })
  await writeFile(join(dataDir, 'jwt-secret'), `${'s'.repeat(40)}\n`)
  target = await createTestDatabase({ migrated: false })
  people = await withEmbedded(async (db) => {
    const place = await makeOffice(db)
    office = place.name
    for (let n = 0; n < 3; n += 1) await makeUser(db, 'User', place)
    // Of another database of one's own, from whose backup this one was once restored.
    await secretInDatabase(db)
    whileRunning = await run(['move-database', target.url])
    return namesIn(db)
  })
})
afterAll(async () => {
  await target.drop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const refused = (words: string) => ({ code: 1, out: '', wrong: expect.stringContaining(words) as string })
/** As the command does where its settings are in no file. */
const undo = (isSure: boolean) => {
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('DATABASE_URL', target.url)
  vi.stubEnv('MIMAMORI_ENV_FILE', '')
  return undoMove(isSure, log).finally(() => vi.unstubAllEnvs())
}
const cluster = () => join(dataDir, 'postgres/cluster')
const marked = () => readFile(join(dataDir, 'postgres/moved.json'), 'utf8').then((text) => JSON.parse(text) as DatabaseMove)

test('a database that is not fit is refused before anything is done', async () => {
  expect(whileRunning).toEqual(refused('見守りが動いています'))
  expect(await moveDatabase({ usage: 'mimamori move-database', args: ['--what'] })).toBe(2)
  await expect(openTarget('postgresql://a:secret@127.0.0.1:1/b', log)).rejects.toThrow('移す先 127.0.0.1:1/b に接続できません')
  await inTarget((db) => sql`create function one() returns integer language sql as 'select 1'`.execute(db))
  await expect(openTarget(target.url, log)).rejects.toThrow('ほかのもの（public.one など）が入っています')
  await inTarget((db) => sql`drop function one()`.execute(db))
})

test('the embedded database is moved whole, whatever was killed before, and nothing starts the old one by mistake', async () => {
  await runAndKill('"migration":"0010-', 'move-database', target.url)

  const moved = await run(['move-database', '-'], `${target.url}\n`)
  expect(moved).toMatchObject({ code: 0, wrong: '' })
  expect(moved.out).not.toContain(new URL(target.url).password || target.url)
  expect(await inTarget(namesIn)).toEqual(people)
  const secret = await inTarget((db) => db.selectFrom('product_secret as s').select('s.value').where('s.name', '=', 'jwt').execute())
  expect(secret).toEqual([{ value: 's'.repeat(40) }])
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')[2]).toMatch(/^DATABASE_URL=/)
  expect(parseEnvironmentFile(text).get('DATABASE_URL')).toBe(target.url)
  expect((await stat(file)).mode & 0o777).toBe(0o640)

  await expect(withEmbedded(namesIn)).rejects.toThrow(/へ移してあります.*move-database --undo/)
  expect(await run(['move-database', target.url])).toEqual(refused('DATABASE_URL が設定されている'))

  await rename(cluster(), `${dataDir}/away`)
  await expect(undo(true)).rejects.toThrow('元のデータベースが')
  await rename(`${dataDir}/away`, cluster())
  await inTarget(async (db) => {
    // No row more than before.
    await db.updateTable('office').set({ name: '別の名' }).execute()
    await expect(undo(true)).rejects.toThrow('は使われています（1 件の接続）')
  })
  await expect(undo(false)).rejects.toThrow('移した後の記録（1 個の表）は失われます')
  await inTarget((db) => db.updateTable('office').set({ name: office }).execute())

  // As it was: nobody has to be asked.
  expect(await run(['move-database', '--undo'])).toMatchObject({ code: 0, wrong: '' })
  expect(await readFile(file, 'utf8')).toBe(text.replace(/^DATABASE_URL=.*\n/m, ''))
  // The other database is no longer empty: what is in it is left alone.
  expect(await run(['move-database', target.url])).toEqual(refused('すでにデータがあります'))
})

test('the mark stays until the product starts without the other database, where the operator changes the settings', async () => {
  await markMoved(dataDir, { to: placeOfDatabase(target.url), at: '2026-07-01T00:00:00Z', tables: {} })
  expect(await undo(true)).toContain('DATABASE_URL の設定を外してから')
  await keepMoved(dataDir)
  await expect(withEmbedded(namesIn)).rejects.toThrow('へ移してあります')

  await undo(true)
  expect(await marked()).toMatchObject({ isUndone: true })
  expect(await withEmbedded(namesIn)).toEqual(people)
  await expect(marked()).rejects.toThrow('ENOENT')
})
