import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { expect, test, vi } from 'vitest'
import { openBackup } from '../platform/backup/open-backup-place.ts'
import { createTestDatabase } from '../platform/database/test-database.ts'
import { createTestContext } from '../platform/test-context.ts'

const run = (url: string, ...more: string[]) =>
  new Promise<{ code: number; wrong: string }>((resolve) => {
    const command = join(import.meta.dirname, '../command.ts')
    const child = execFile(process.execPath, [command, 'backup', ...more], { env: { ...process.env, DATABASE_URL: url } }, (_, __, wrong) =>
      resolve({ code: child.exitCode ?? -1, wrong }),
    )
  })

test('where nobody can be asked a backup replaces no file unless the command says so', async () => {
  const { url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
  const file = join(folder, 'backup')
  expect(await run(url, file)).toEqual({ code: 0, wrong: '' })
  await writeFile(file, 'the only one')
  expect(await run(url, file)).toEqual({ code: 1, wrong: expect.stringContaining('--overwrite') })
  expect(await run(url, file, '--overwritten')).toMatchObject({ code: 2 })
  expect(await readFile(file, 'utf8')).toBe('the only one')
  expect(await run(url, file, '--overwrite')).toEqual({ code: 0, wrong: '' })
  expect(await readFile(file, 'utf8')).not.toBe('the only one')
  await rm(folder, { recursive: true })
  await drop()
})

test('a folder that the user of the service may not use is refused in words that say which one may be', async () => {
  const { url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
  await chmod(folder, 0)
  // As root everything may be used: then it is somebody else, as it is in the package.
  const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const words = (...args: string[]) =>
    new Promise<string>((resolve) => {
      const env = { ...process.env, DATABASE_URL: url, DATA_DIR: tmpdir() }
      execFile(process.execPath, args, { env, cwd: '/', ...somebody }, (_, __, wrong) => resolve(wrong))
    })
  const source = (path: string) => pathToFileURL(join(import.meta.dirname, path))
  const command = fileURLToPath(source('../command.ts'))
  // What comes first of a backup looks whether there is one already; this is what writes it.
  const writing = `
    const { createFolderPlace } = await import('${source('../platform/backup/folder-place.ts').href}')
    const { Readable } = await import('node:stream')
    await createFolderPlace(process.argv[1]).write('it', Readable.from(['x'])).catch(({ message }) => process.stderr.write(message))`
  const refusals = await Promise.all([
    words(command, 'backup', join(folder, 'backup')),
    words(command, 'restore', join(folder, 'backup')),
    words('--input-type=module', '-e', writing, folder),
  ])
  for (const wrong of refusals) {
    expect(wrong).toContain(`${folder} を利用者 `)
    expect(wrong).toContain('/var/backups/mimamori')
    expect(wrong).not.toContain('EACCES')
  }
  await chmod(folder, 0o700)
  await rm(folder, { recursive: true })
  await drop()
})

test('a backup in a bucket is replaced no more than a file', async () => {
  const { url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
  const options = { configureBuckets: [{ name: 'safe' }], allowMismatchedSignatures: true }
  const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, ...options })
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(await s3.run()).port}`)
  vi.stubEnv('AWS_REGION', 'ap-northeast-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  vi.stubEnv('BACKUP_KEY', 'a passphrase of the tests, long enough')
  const { place, name } = await openBackup('s3://safe/it.backup')
  await place.write(name, Readable.from([Buffer.from('the only one')]))
  expect(await run(url, 's3://safe/it.backup')).toEqual({ code: 1, wrong: expect.stringContaining('--overwrite') })
  expect(await place.list()).toEqual([{ name, bytes: 12 }])
  vi.unstubAllEnvs()
  await s3.close()
  await rm(folder, { recursive: true })
  await drop()
})

test('the ledger of erasures lies beside the backups, and the command that restores one hands it to the product', async () => {
  const { context, url, drop } = await createTestContext()
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-backup-'))
  const [older, newer] = [join(folder, 'older'), join(folder, 'newer')]
  expect(await run(url, older)).toMatchObject({ code: 0 })
  const ledger = join(folder, 'mimamori-erasures.json')
  expect(JSON.parse(await readFile(ledger, 'utf8'))).toMatchObject({ erasures: [] })
  const fresh = await createTestDatabase({ migrated: false })
  const restoreInto = (target: string, dataDir: string, file: string) =>
    new Promise<string>((resolve) => {
      const command = join(import.meta.dirname, '../command.ts')
      const env = { ...process.env, DATABASE_URL: target, DATA_DIR: join(folder, dataDir) }
      execFile(process.execPath, [command, 'restore', file], { env }, (_, out, wrong) => resolve(`${out}${wrong}`))
    })
  expect(await restoreInto(fresh.url, 'other', older)).toContain('the ledger of erasures is empty')
  await fresh.drop()
  const at = new Date('2026-07-20T13:00:00+09:00')
  const erasure_id = randomUUID()
  const digest = { salt: Buffer.from('s'), account: Buffer.from('a') }
  await context.db
    .insertInto('erasure')
    .values({ company_id: 0, erasure_id, user_id: 7, erased_at: at, noted_at: at, ...digest })
    .execute()
  expect(await run(url, newer)).toMatchObject({ code: 0 })
  expect((await stat(ledger)).mode & 0o777).toBe(0o600)
  await drop()

  const empty = await createTestDatabase({ migrated: false })
  const restore = (file: string) => restoreInto(empty.url, 'data', file)
  expect(await restore(older)).toContain('1 erasures are played again')
  expect(await readFile(join(folder, 'data', 'files', 'mimamori-erasures.json'), 'utf8')).toContain(erasure_id)
  await writeFile(ledger, 'something else')
  expect(await restore(older)).toContain('is no ledger of erasures')
  await empty.drop()
  await rm(folder, { recursive: true })
})
