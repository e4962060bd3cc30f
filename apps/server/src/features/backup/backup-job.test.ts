import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { beginRun, endRun, readBackupState } from '../../platform/backup/backup-runs.ts'
import { nameOfBackup } from '../../platform/backup/schedule.ts'
import type { BackupSettings } from '../../platform/config/config.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext, testConfig } from '../../platform/test-context.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { backupJob } from './backup-job.ts'

const identity = await generateX25519Identity()
const thread = new URL('../../backup-thread.ts', import.meta.url)
const job = backupJob(thread, 'mimamori-erasures.json')

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
const state = () => readBackupState(made.context.db, made.time.now)
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

test('a spoilt ledger of erasures is named, and costs no backup', async () => {
  made.time.now = new Date(made.time.now.getTime() + 86_400_000)
  const ledger = join(place, 'mimamori-erasures.json')
  const whole = await readFile(ledger)
  await writeFile(ledger, '')
  const before = await stored()
  await turn()
  expect((await state()).lastBackup).toMatchObject({ state: 'failed', error: `${ledger} は消去の台帳ではありません。` })
  expect(await stored()).toEqual(before)
  await writeFile(ledger, whole)
})

test('a place that is empty, and was not, is no place for backups until somebody says so', async () => {
  const away = `${place}-away`
  await rename(place, away)
  await mkdir(place)
  made.time.now = new Date(made.time.now.getTime() + 3_600_000)
  await turn()
  const { lastGood, lastBackup, lastCheck } = await state()
  expect(lastBackup).toMatchObject({ state: 'failed', error: expect.stringContaining('マウント') })
  expect(lastCheck).toMatchObject({ state: 'failed', error: `最後のバックアップ（${lastGood?.file}）が BACKUP_DIR にありません。` })
  expect(await stored()).toEqual([])
  await rm(place, { recursive: true })
  await rename(away, place)
})

test('a backup is made each night, and old ones go once the new one is whole', async () => {
  made.time.now = new Date('2026-07-21T03:00:00+09:00')
  const file = nameOfBackup(made.time.now)
  const begun = await beginRun(made.context.db, { kind: 'backup', file, place, isEncrypted: true }, made.time.now)
  await endRun(made.context.db, begun, { state: 'done', bytes: 5, rows: 1, files: 0, error: null }, made.time.now)
  await writeFile(join(place, file), 'whole')
  made.time.now = new Date('2026-07-22T03:00:00+09:00')
  await turn({ key: await identityToRecipient(identity) })
  await turn()
  const names = await stored()
  const { lastGood, lastPassed } = await state()
  // The one that was checked is kept as well, until another one is.
  expect(names).toEqual([lastPassed?.file, lastGood?.file, 'mimamori-erasures.json'])
  expect(names).not.toContain(file)
  // One that fails removes nothing.
  made.time.now = new Date(made.time.now.getTime() + 10 * 86_400_000)
  await turn({ key: 'age1nonsense and more' })
  expect((await state()).lastBackup).toMatchObject({ state: 'failed', error: 'BACKUP_KEY の鍵の形が違います。' })
  expect(await stored()).toEqual(names)
})

test('a backup that was altered fails its check, in words, and one that is shorter needs no key for it', async () => {
  const { lastGood } = await state()
  await sql`delete from backup_run where kind = 'check'`.execute(made.context.db)
  const path = join(place, lastGood?.file ?? '')
  const whole = await readFile(path)
  const altered = Buffer.from(whole)
  altered.writeUInt8(altered.readUInt8(altered.length - 1) ^ 1, altered.length - 1)
  await writeFile(path, altered)
  await turn()
  expect((await state()).lastCheck).toMatchObject({ state: 'failed', error: expect.stringContaining('壊れているか') })
  await sql`delete from backup_run where kind = 'check'`.execute(made.context.db)
  await writeFile(path, whole.subarray(0, -1))
  await turn({ key: await identityToRecipient(identity) })
  expect((await state()).lastCheck).toMatchObject({ state: 'failed', error: expect.stringContaining('大きさ') })
  await writeFile(path, whole)
})

test('with the public half of a key a backup cannot be checked here, and that is said', async () => {
  await sql`delete from backup_run where kind = 'check'`.execute(made.context.db)
  await turn({ key: await identityToRecipient(identity) })
  expect((await state()).lastCheck).toMatchObject({ state: 'impossible', error: expect.stringContaining('restore --check') })
})

test('what a killed process left is removed, its run has failed, and a clock that was ahead is passed over', async () => {
  await sql`delete from backup_run`.execute(made.context.db)
  made.time.now = new Date(made.time.now.getTime() + 60_000)
  const ahead = new Date('2030-01-01T00:00:00Z')
  const future = await beginRun(made.context.db, { kind: 'backup', file: nameOfBackup(ahead), place, isEncrypted: true }, ahead)
  await endRun(made.context.db, future, { state: 'done', bytes: 5, rows: 1, files: 0, error: null }, ahead)
  const file = nameOfBackup(made.time.now)
  await beginRun(made.context.db, { kind: 'backup', file, place, isEncrypted: true }, made.time.now)
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
  const scratch = join(folder, 'data', 'backup-check')
  await mkdir(join(scratch, 'postgres'), { recursive: true })
  made.time.now = new Date(made.time.now.getTime() + 60_000)
  await takeTurn(made.context, backupJob(thread, 'mimamori-erasures.json'))
  expect(await readdir(join(folder, 'data'))).not.toContain('backup-check')
  await turn()
  expect((await state()).lastBackup).toMatchObject({ file, state: 'failed', error: 'プロセスが途中で終わりました。' })
  made.time.now = new Date(made.time.now.getTime() + 3_600_000)
  await turn({ key: 'age1nonsense and more' })
  expect((await state()).lastBackup).toMatchObject({ state: 'failed', error: 'BACKUP_KEY の鍵の形が違います。' })
  expect((await stored()).filter((name) => name.includes('partial'))).toEqual([])
})

test('a process that stops breaks its backup off: nothing of it is left but a trace, by which it may be late', async () => {
  await sql`delete from backup_run`.execute(made.context.db)
  await writeFile(join(folder, 'data', 'files', 'large.png'), randomBytes(64 * 2 ** 20))
  made.time.now = new Date(made.time.now.getTime() + 86_400_000)
  const before = await stored()
  const stopping = new AbortController()
  const backup = { place, key: undefined, hour: 3, days: 1, weeks: 0 }
  const turning = takeTurn({ ...made.context, config: { ...made.context.config, backup } }, job, stopping.signal)
  await vi.waitFor(async () => expect((await stored()).some((name) => name.includes('.backup.'))).toBe(true), {
    timeout: 60_000,
    interval: 5,
  })
  stopping.abort(new Error('the process stops'))
  await turning
  expect(await stored()).toEqual(before)
  expect(await state()).toEqual({ lastGood: null, lastBackup: null, lastCheck: null, lastPassed: null, firstAt: made.time.now })
})
