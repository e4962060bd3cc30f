import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFileStore } from '../files/open-file-store.ts'
import type { BackupPlace } from './backup-place.ts'
import { roomIn } from './backup-room.ts'
import { createS3Place } from './s3-place.ts'
import { openBackup, openBackupPlace } from './open-backup-place.ts'

let folder: string
let s3: S3rver
const places: Record<string, BackupPlace> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-places-'))
  await mkdir(join(folder, 'backups'))
  const configureBuckets = [{ name: 'safe' }]
  // Its own signature of a bucket's list lacks the slash at the end of the path; those of objects are checked in file-store.test.ts.
  const listed = { configureBuckets, allowMismatchedSignatures: true }
  s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 's3'), ...listed })
  const { port } = await s3.run()
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'ap-northeast-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  places['a folder'] = await openBackupPlace(join(folder, 'backups'))
  places['S3 under a prefix'] = await openBackupPlace('s3://safe/mimamori/')
})
afterAll(async () => {
  await s3.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function* pieces(count: number, breaks = false): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n++) yield Buffer.alloc(1_000_000, n)
  if (breaks) throw new Error('broken off')
}

describe.each(['a folder', 'S3 under a prefix'])('%s', (name) => {
  const place = () => places[name] as BackupPlace

  test('gives back what was written, in one part or several, lists and removes it', async () => {
    for (const count of [2, 40]) {
      expect(await place().write(`of-${count}`, pieces(count))).toBe(count * 1_000_000)
      const read = await place().read(`of-${count}`)
      const content = read === undefined ? Buffer.alloc(0) : await buffer(read)
      expect([content.length, content[1_500_000], content.at(-1)]).toEqual([count * 1_000_000, 1, count - 1])
    }
    expect((await place().list()).toSorted((one, other) => one.bytes - other.bytes)).toEqual([
      { name: 'of-2', bytes: 2_000_000 },
      { name: 'of-40', bytes: 40_000_000 },
    ])
    for (const count of [2, 40]) await place().remove(`of-${count}`)
    expect(await place().list()).toEqual([])
    expect(await place().read('of-2')).toBeUndefined()
  })

  test.each([2, 40])('nothing is there of what is broken off after %i pieces, and what was there before stays', async (count) => {
    await place().write('broken', pieces(1))
    await expect(place().write('broken', pieces(count, true))).rejects.toThrow('broken off')
    expect(await place().list()).toEqual([{ name: 'broken', bytes: 1_000_000 }])
    await place().remove('broken')
  })
})

test('a file in a folder is for its owner alone, and what is left of a killed process is removed by its name', async () => {
  const place = places['a folder'] as BackupPlace
  await place.write('mine', pieces(1))
  expect((await stat(join(folder, 'backups', 'mine'))).mode & 0o777).toBe(0o600)
  await writeFile(join(folder, 'backups', 'ours.12.partial'), '')
  await writeFile(join(folder, 'backups', 'theirs.12.partial'), '')
  await place.removeBroken((broken) => broken === 'ours')
  expect((await readdir(join(folder, 'backups'))).toSorted()).toEqual(['mine', 'theirs.12.partial'])
})

test('what a killed process of the same number was writing is in nobody’s way', async () => {
  const place = places['a folder'] as BackupPlace
  await writeFile(join(folder, 'backups', `again.${process.pid}.partial`), 'half')
  expect(await place.write('again', pieces(1))).toBe(1_000_000)
})

test('a bucket that takes a connection and never answers is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const usual = process.env['AWS_ENDPOINT_URL']
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const place = createS3Place('s3://safe/silent', 100)
  for (const work of [() => place.write('x', pieces(1)), () => place.read('x'), () => place.list()])
    await expect(work()).rejects.toThrow(/timed? ?out/i)
  vi.stubEnv('AWS_ENDPOINT_URL', usual)
  silent.close()
})

test('the room for the check of a backup is that of the disk where its database really is', async () => {
  const scratch = join(folder, 'scratch')
  await mkdir(scratch)
  await expect(roomIn(scratch, 1)()).resolves.toBeUndefined()
  // A file system without any room.
  await symlink('/proc', join(scratch, 'postgres'))
  await expect(roomIn(scratch, 1)()).rejects.toThrow('Less than 1 MB')
})

test('files in a bucket are listed by their keys, without what lies deeper', async () => {
  const files = await openFileStore({ filesUrl: 's3://safe/files', dataDir: folder })
  expect(await files.list()).toEqual([])
  await files.put('plan-1.png', import.meta.filename, 'image/png')
  const deeper = await openFileStore({ filesUrl: 's3://safe/files/deeper', dataDir: folder })
  await deeper.put('plan-2.png', import.meta.filename, 'image/png')
  expect(await files.list()).toEqual(['plan-1.png'])
})

test('a backup is named by its path, its address or its place in a bucket', async () => {
  const path = join(folder, 'backups', 'a.backup')
  for (const text of [path, pathToFileURL(path).href]) {
    const { place, name } = await openBackup(text)
    expect(place.describe(name)).toBe(path)
  }
  const { place, name } = await openBackup('s3://safe/mimamori/a.backup')
  expect(place.describe(name)).toBe('s3://safe/mimamori/a.backup')
})
