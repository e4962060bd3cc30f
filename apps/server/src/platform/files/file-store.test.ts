import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { message } from '@mimamori/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refusalOf } from '../http/answer-error.ts'
import { type FileStore, FilesAway } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-files-'))
const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'sites' }],
})
const stores: Record<string, FileStore> = {}

const content = randomBytes(3_000_000)
const source = join(folder, 'source')

beforeAll(async () => {
  await writeFile(source, content)
  const { port } = await s3.run()
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'ap-northeast-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
  const open = (filesUrl: string | undefined) => openFileStore({ filesUrl, dataDir: folder })
  stores['the folder beside the database'] = await open(undefined)
  stores['a folder'] = await open(pathToFileURL(join(folder, 'elsewhere')).href)
  stores['S3'] = await open('s3://sites')
  stores['S3 under a prefix'] = await open('s3://sites/mimamori/files/')
})
afterAll(async () => {
  await s3.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['the folder beside the database', 'a folder', 'S3', 'S3 under a prefix'])('%s', (name) => {
  const store = () => stores[name] as FileStore

  test('gives back what it was given, and no more once it is deleted', async () => {
    await store().put('plan-1.png', source, 'image/png')
    const got = await store().get('plan-1.png')
    expect(got === undefined ? undefined : (await buffer(got)).equals(content)).toBe(true)
    // The server of the test cannot check the signature of a list: backup-place.test.ts lists a bucket.
    if (!name.startsWith('S3')) expect(await store().list()).toEqual(['plan-1.png'])
    await store().delete('plan-1.png')
    expect(await store().get('plan-1.png')).toBeUndefined()
    await store().delete('plan-1.png')
  })

  test('keeps nothing of a file that cannot be read', async () => {
    await expect(store().put('plan-2.png', join(folder, 'missing'), 'image/png')).rejects.toThrow(FilesAway)
    expect(await store().get('plan-2.png')).toBeUndefined()
  })
})

test('a key cannot lead out of the folder', async () => {
  const store = stores['a folder']
  for (const key of ['../source', '.hidden', 'a/b', '']) await expect(store?.get(key), key).rejects.toThrow(FilesAway)
})

test('a server that refuses or does not answer is said to be away', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
  const refused = await openFileStore({ filesUrl: 's3://sites', dataDir: folder })
  await expect(refused.put('plan-3.png', source, 'image/png')).rejects.toThrow(FilesAway)
  await expect(refused.get('plan-3.png')).rejects.toThrow(FilesAway)
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1')
  const silent = await openFileStore({ filesUrl: 's3://sites', dataDir: folder })
  await expect(silent.get('plan-3.png')).rejects.toThrow(FilesAway)
  const error: unknown = await silent.get('plan-3.png').catch((reason: unknown) => reason)
  expect(refusalOf(error)).toMatchObject({ status: 503, body: [message('filesAway')] })
})

test('what a killed process had acknowledged is there, whole', async () => {
  const killed = join(folder, 'killed')
  const script = join(folder, 'put-on-and-on.ts')
  await writeFile(
    script,
    `import { createFolderStore } from ${JSON.stringify(new URL('folder-store.ts', import.meta.url).href)}
     const store = createFolderStore(${JSON.stringify(killed)})
     for (let n = 0; ; n += 1) {
       await store.put('file-' + n, ${JSON.stringify(source)}, 'image/png')
       process.send('file-' + n)
     }`,
  )
  const acknowledged: string[] = []
  const process = fork(script, { execArgv: [] })
  process.on('message', (key: string) => {
    if (acknowledged.push(key) === 10) process.kill('SIGKILL')
  })
  await once(process, 'exit')
  const store = await openFileStore({ filesUrl: pathToFileURL(killed).href, dataDir: folder })
  for (const key of acknowledged) {
    const got = await store.get(key)
    expect(got === undefined ? undefined : (await buffer(got)).equals(content), key).toBe(true)
  }
  // At most the one it was at when it died, under no name that anybody asks for; deleting that key removes it too.
  for (const part of readdirSync(killed).filter((file) => file.endsWith('.part'))) await store.delete(part.slice(0, -'.part'.length))
  expect(readdirSync(killed).filter((file) => file.endsWith('.part'))).toEqual([])
  expect(existsSync(killed)).toBe(true)
})
