import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import { claimHome } from '@mimamori/embedded-postgres/owner-lock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '../platform/database/test-database.ts'
import { makeUser } from '../shared/organisation/test-factories.ts'

test('right after the installation the database is waited for, then its schema and its first account', async () => {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-reset-'))
  onTestFinished(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await database.drop()
  })
  // This process is the product that starts.
  const home = homePlace(dataDir)
  await mkdir(home)
  await claimHome(home)
  const { db } = database
  const last = await db.selectFrom('schema_migration').selectAll().orderBy('name', 'desc').limit(1).executeTakeFirstOrThrow()
  await db.deleteFrom('schema_migration').where('name', '=', last.name).execute()

  let [out, wrong] = ['', '']
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const child = execFile(process.execPath, [join(import.meta.dirname, '../command.ts'), 'reset-password', 'admin'], { env })
  const ended = once(child, 'close')
  child.stdout?.on('data', (text: string) => (out += text))
  child.stderr?.on('data', (text: string) => (wrong += text))
  await vi.waitFor(() => expect(wrong).toContain('見守りは起動中です'), { timeout: 60_000 })
  await writeFile(join(home, 'url'), database.url)
  await db.insertInto('schema_migration').values(last).execute()
  await makeUser(db, 'AdminUnitService', undefined, { login_id: 'admin' })
  // Only then is all read that it printed.
  expect(await ended).toEqual([0, null])
  expect(out).toContain('新しいパスワード')
  expect(wrong.match(/起動中/g)).toHaveLength(1)
})
