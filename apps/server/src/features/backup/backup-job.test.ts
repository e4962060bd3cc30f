import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackupState, beginRun } from '../../platform/backup/backup-runs.ts'
import { nameOfBackup, timeOfBackup } from '../../platform/backup/schedule.ts'
import type { BackupSettings } from '../../platform/config/config.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext, testConfig } from '../../platform/test-context.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { backupJob } from './backup-job.ts'

const identity = await generateX25519Identity()
const job = backupJob(new URL('../../backup-thread.ts', import.meta.url))

let made: Awaited<ReturnType<typeof createTestContext>>
let folder: string
let place: string
const secret = 'a secret that lies in the folder of the data'
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-scheduled-'))
  place = join(folder, 'backups')
  await mkdir(join(folder, 'data', 'files'), { recursive: true })
  await writeFile(join(folder, 'data', 'files', 'plan-1.png'), 'a plan')
  await writeFile(join(folder, 'data', 'jwt-secret'), secret)
  made = await createTestContext({ config: testConfig({ dataDir: join(folder, 'data'), jwtSecrets: [secret] }) })
  await makeUser(made.context.db, 'User', await makeOffice(made.context.db))
})
afterAll(async () => {
  await made.drop()
  await rm(folder, { recursive: true, force: true })
})

const turn = (settings: Partial<BackupSettings> = {}) => {
  const backup = { place, key: identity, hour: 3, days: 1, weeks: 0, ...settings }
  return takeTurn({ ...made.context, config: { ...made.context.config, backup } }, job)
}
const state = () => readBackupState(made.context.db)
const stored = async () => (await readdir(place)).toSorted()

test('a folder that is not there is no place for backups: the failure is noted in words, and tried again an hour later', async () => {
  await turn()
  const failed = { kind: 'backup', state: 'failed', error: 'BACKUP_DIR のフォルダーがありません。', startedAt: made.time.now }
  expect(await state()).toMatchObject({ lastGood: null, lastBackup: failed })
  await mkdir(place)
  await turn()
  expect(await stored()).toEqual([])
})

test('the first backup is made at once and checked by restoring it', async () => {
  made.time.now = new Date(made.time.now.getTime() + 3_600_000)
  await turn()
  const file = nameOfBackup(made.time.now)
  expect(await stored()).toEqual([file, 'mimamori-erasures.json'])
  const { lastGood, lastCheck } = await state()
  expect(lastGood).toMatchObject({ file, state: 'done', files: 1, isEncrypted: true, error: null })
  expect(lastGood?.bytes).toBe((await readFile(join(place, file))).length)
  expect(lastCheck).toMatchObject({ file, state: 'done', rows: lastGood?.rows, files: 1 })
  expect(await readdir(join(folder, 'data'))).toEqual(['files', 'jwt-secret'])
})

test('a backup is made each night, and old ones go once the new one is whole', async () => {
  const first = made.time.now
  for (const day of [1, 2]) {
    made.time.now = new Date(Date.parse('2026-07-20T03:00:00+09:00') + day * 86_400_000)
    await turn()
    await turn()
  }
  const names = await stored()
  expect(names.filter((name) => timeOfBackup(name) !== undefined)).toHaveLength(2)
  expect(names).not.toContain(nameOfBackup(first))
  // One that fails removes nothing.
  made.time.now = new Date(made.time.now.getTime() + 10 * 86_400_000)
  await turn({ key: 'age1nonsense and more' })
  expect((await state()).lastBackup).toMatchObject({ state: 'failed', error: 'BACKUP_KEY の鍵の形が違います。' })
  expect(await stored()).toEqual(names)
})

test('a backup that was altered fails its check, in words', async () => {
  const { lastGood } = await state()
  await sql`delete from backup_run where kind = 'check'`.execute(made.context.db)
  const path = join(place, lastGood?.file ?? '')
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(0, -1))
  await turn()
  expect((await state()).lastCheck).toMatchObject({ state: 'failed', error: expect.stringContaining('壊れているか') })
  await writeFile(path, whole)
})

test('what a killed process left half written is removed, and its run has failed', async () => {
  made.time.now = new Date(made.time.now.getTime() + 60_000)
  const file = nameOfBackup(made.time.now)
  await beginRun(made.context.db, { kind: 'backup', file, isEncrypted: true }, made.time.now)
  const script = join(folder, 'write-on-and-on.ts')
  await writeFile(
    script,
    `import { createFolderPlace } from ${JSON.stringify(new URL('../../platform/backup/folder-place.ts', import.meta.url).href)}
     const endless = async function* () { for (;;) { yield Buffer.alloc(65536); process.send('written') } }
     await createFolderPlace(${JSON.stringify(place)}).write(${JSON.stringify(file)}, endless())`,
  )
  const writer = fork(script, { execArgv: [] })
  await once(writer, 'message')
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  expect((await stored()).some((name) => name.startsWith(file) && name.endsWith('.partial'))).toBe(true)
  made.time.now = new Date(made.time.now.getTime() + 60_000)
  await turn()
  expect((await state()).lastBackup).toMatchObject({ file, state: 'failed', error: 'プロセスが途中で終わりました。' })
  made.time.now = new Date(made.time.now.getTime() + 3_600_000)
  await turn()
  expect((await state()).lastBackup).toMatchObject({ state: 'done' })
  expect((await stored()).filter((name) => name.includes('partial'))).toEqual([])
})

test('with the public half of a key a backup cannot be checked here, and that is said', async () => {
  await sql`delete from backup_run`.execute(made.context.db)
  await turn({ key: await identityToRecipient(identity) })
  expect(await state()).toMatchObject({
    lastGood: { state: 'done', isEncrypted: true },
    lastCheck: { state: 'impossible', error: expect.stringContaining('restore --check') },
  })
})

test('a process that stops breaks its backup off, and nothing of it is left', async () => {
  await sql`delete from backup_run`.execute(made.context.db)
  made.time.now = new Date(made.time.now.getTime() + 86_400_000)
  const before = await stored()
  const stopping = new AbortController()
  const backup = { place, key: undefined, hour: 3, days: 1, weeks: 0 }
  const turning = takeTurn({ ...made.context, config: { ...made.context.config, backup } }, job, stopping.signal)
  stopping.abort(new Error('the process stops'))
  await turning
  expect(await stored()).toEqual(before)
  expect(await state()).toEqual({ lastGood: null, lastBackup: null, lastCheck: null })
})
