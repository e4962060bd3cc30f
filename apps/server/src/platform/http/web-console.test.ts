import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { testConfig } from '../test-context.ts'
import { registerWebConsole } from './web-console.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-console-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'site-report.html'), '<title>alone</title>')
  await writeFile(join(folder, 'index.html'), '<title>見守り</title>')
  await writeFile(join(folder, 'assets/index-abc123.js'), 'plain')
  await writeFile(join(folder, 'assets/index-abc123.js.gz'), 'packed')
  await writeFile(join(folder, 'assets/index-abc123.js.br'), 'packed tighter')
  await writeFile(join(folder, 'home.html'), '<title>見守り</title><link rel="modulepreload" href="/assets/index-abc123.js">')
  await writeFile(join(folder, '.secret'), 'hidden')
  app = await createHttp(testConfig(), pino({ level: 'silent' }))
  await registerWebConsole(app, folder)
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

let address: string

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(`${address}${path}`, { method, headers: { 'accept-encoding': 'identity', ...headers } })
  // An unpacked body would be the same for both, and this one is no real gzip.
  const body = response.headers.has('content-encoding') ? '' : await response.text()
  return { status: response.status, body, headers: Object.fromEntries(response.headers) }
}

/** As fetch would not: without resolving the dots. */
const getUntidied = async (path: string) => {
  const { port } = new URL(address)
  const [response] = (await once(request({ port, path }).end(), 'response')) as [IncomingMessage]
  return text(response)
}

test.each(['/', '/home', '/physical-condition/list?companyId=1', '/worker/edit/5', '/ReferenceBarometer'])(
  '%s is the start page, requested again each time',
  async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.body).toContain('見守り')
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  },
)

test('a page that was built apart from the console is served at its path, requested again each time, and leaks no address', async () => {
  const page = await get('/site-report?from=poster')
  expect(page.body).toContain('alone')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' })
  expect((await get('/site-reports')).body).toContain('見守り')
})

test('files whose names carry their content are kept for ever, and come packed to who can unpack', async () => {
  const plain = await get('/assets/index-abc123.js')
  expect(plain.body).toBe('plain')
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const packed = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('Brotli comes first, then gzip, then the file as it is; each has its own tag and says that it depends on what was accepted', async () => {
  const accepts = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, deflate', none: 'identity' }
  const answers = await Promise.all(
    Object.values(accepts).map((accepted) => get('/assets/index-abc123.js', { 'accept-encoding': accepted }, 'HEAD')),
  )
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  for (const { headers } of answers)
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': expect.stringContaining('javascript') as string })
  expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3)
})

test('who has a file already is not sent it again, and who asks for a part of it gets that', async () => {
  const path = '/assets/index-abc123.js'
  // As browsers ask; Node's own fetch would ask for a new one in any case.
  const askAgain = async (known: string) => {
    const { etag = '' } = (await get(known)).headers
    return get(known, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
  }
  expect((await askAgain(path)).status).toBe(304)
  expect((await askAgain('/home')).status).toBe(304)
  const part = await get(path, { range: 'bytes=1-3' })
  expect(part).toMatchObject({ status: 206, body: 'lai', headers: { 'content-range': 'bytes 1-3/5' } })
})

test('the start page of a path names what the first screen there needs', async () => {
  expect((await get('/home?OfficeId=3')).body).toContain('modulepreload')
  expect((await get('/user')).body).not.toContain('modulepreload')
})

test('what is not there is not the start page', async () => {
  expect((await get('/assets/index-old.js')).status).toBe(404)
  expect((await get('/api/nothing')).headers['content-type']).toContain('application/json')
  expect((await get('/api')).status).toBe(404)
  expect((await get('/home', {}, 'POST')).status).toBe(404)
})

test('nothing outside the folder, and nothing hidden, is served', async () => {
  for (const path of ['/../package.json', '/..%2f..%2fetc/passwd', '/assets/../../package.json', '/.secret'])
    expect(await getUntidied(path)).not.toMatch(/hidden|"name"|root:/)
})
