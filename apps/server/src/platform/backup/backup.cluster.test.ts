import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { writeBackup } from './backup.ts'
import { openBackup } from './open-backup-place.ts'
import { createFolderStore } from '../files/folder-store.ts'
import { distribute } from '../database/distribute.ts'
import { restoreDatabase } from './restore.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'

const log = pino({ level: 'silent' })

let source: TestDatabase
let target: TestDatabase
let folder: string
beforeAll(async () => {
  source = await createTestDatabase()
  target = await createTestDatabase({ migrated: false })
  folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
})
afterAll(async () => {
  await Promise.all([source.drop(), target.drop()])
  await rm(folder, { recursive: true })
})

const people = async ({ pool }: TestDatabase) =>
  (await pool.query('select u.company_id, u.user_id, u.login_id, u.full_name from app_user u order by 1, 2')).rows as unknown[]

test('what lies on several nodes comes back into a database that no start has laid out yet, and is laid out by the first', async () => {
  for (let n = 0; n < 8; n++) await makeUser(source.db, 'User', await makeOffice(source.db))
  const stored = await openBackup(join(folder, 'cluster.gz'))
  const { rows } = await writeBackup({ url: source.url, files: createFolderStore(folder) }, stored)
  expect(await restoreDatabase({ url: target.url, source: stored, log })).toMatchObject({ rows })
  expect(await distribute({ url: target.url, log })).toHaveLength(2)
  expect(await people(target)).toEqual(await people(source))
  expect(await people(target)).toHaveLength(8)

  await expect(restoreDatabase({ url: target.url, source: stored, log })).rejects.toThrow('クラスターの各ノードに分けられている')
  expect(await people(target)).toHaveLength(8)
})
