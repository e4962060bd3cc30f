import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { makeOffice, makeUser } from '../shared/organisation/test-factories.ts'
import { connectDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import type { Db } from '../platform/context.ts'
import { parseEnvironmentFile } from '../platform/config/environment-file.ts'

const log = pino({ level: 'silent' })
const command = join(import.meta.dirname, '../command.ts')
let dataDir: string
let file: string
let target: TestDatabase

const namesIn = async (db: Db) =>
  (await db.selectFrom('app_user as u').select('u.full_name').orderBy('u.user_id').execute()).map(({ full_name }) => full_name)

const withEmbedded = async <Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  await migrate({ url: server.url, log })
  const { db, close } = connectDatabase({ url: server.url, log, max: 1 })
  return work(db)
    .finally(close)
    .finally(() => server.stop())
}

const environment = () => ({ ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, MIMAMORI_ENV_FILE: file })

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; wrong: string }>((resolve) => {
    const env: NodeJS.ProcessEnv = environment()
    delete env['DATABASE_URL']
    const child = execFile(process.execPath, [command, ...args], { env }, (_, out, wrong) =>
      resolve({ code: child.exitCode ?? -1, out, wrong }),
    )
  })

const runAndKill = async (words: string, ...args: string[]) => {
  const env = { ...environment(), LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stderr })) if (line.includes(words)) child.kill('SIGKILL')
  expect((await exited)[1]).toBe('SIGKILL')
}

let people: string[]
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimamori-move-'))
  await chmod(dataDir, 0o755)
  file = join(dataDir, 'mimamori.env')
  await writeFile(file, '# Where the database is.\n#DATABASE_URL=postgresql://example\n\nLOG_LEVEL=warn\n', { mode: 0o640 })
  await writeFile(join(dataDir, 'jwt-secret'), `${'s'.repeat(40)}\n`)
  target = await createTestDatabase({ migrated: false })
  people = await withEmbedded(async (db) => {
    const office = await makeOffice(db)
    for (let n = 0; n < 3; n += 1) await makeUser(db, 'User', office)
    return namesIn(db)
  })
})
afterAll(async () => {
  await target.drop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('the embedded database is moved whole, whatever was killed before, and nothing starts the old one by mistake', async () => {
  await withEmbedded(async () => {
    expect(await run('move-database', target.url)).toMatchObject({ code: 1, wrong: expect.stringContaining('見守りが動いています') })
  })
  await runAndKill('"migration":"0010-', 'move-database', target.url)
  expect(await withEmbedded(namesIn)).toEqual(people)

  const moved = await run('move-database', target.url)
  expect(moved).toMatchObject({ code: 0, wrong: '' })
  expect(moved.out).not.toContain(new URL(target.url).password || target.url)
  expect(await namesIn(target.db)).toEqual(people)
  const secret = await target.db.selectFrom('product_secret as s').select('s.value').where('s.name', '=', 'jwt').execute()
  expect(secret).toEqual([{ value: 's'.repeat(40) }])
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')[2]).toMatch(/^DATABASE_URL=/)
  expect(parseEnvironmentFile(text).get('DATABASE_URL')).toBe(target.url)
  expect((await stat(file)).mode & 0o777).toBe(0o640)

  await expect(withEmbedded(namesIn)).rejects.toThrow(/へ移してあります.*move-database --undo/)
  expect(await run('move-database', target.url)).toMatchObject({ code: 1, wrong: expect.stringContaining('DATABASE_URL が設定されている') })

  // Nothing was written since: nobody has to be asked.
  expect(await run('move-database', '--undo')).toMatchObject({ code: 0, wrong: '' })
  expect(await readFile(file, 'utf8')).toContain('\n#DATABASE_URL=')
  expect(await withEmbedded(namesIn)).toEqual(people)

  // The other database is no longer empty: what is in it is left alone, and the old one is the one in use.
  expect(await run('move-database', target.url)).toMatchObject({ code: 1, wrong: expect.stringContaining('すでにデータがあります') })
  expect(await withEmbedded(namesIn)).toEqual(people)
})
