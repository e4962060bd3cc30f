import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testConfig } from '../test-context.ts'
import { createHttp } from './http.ts'

const rows = Array.from({ length: 40 }, (_, n) => ({ userId: n, fullName: `作業　${n}`, locationName: '東側 外部足場 3段目' }))
const text = JSON.stringify(rows)

let app: FastifyInstance
beforeAll(async () => {
  app = await createHttp(testConfig(), pino({ level: 'silent' }))
  app.get('/api/many', async () => rows)
  app.get('/api/one', async () => rows[0])
  app.get('/api/file', async (_, reply) => reply.type('text/csv').send(text))
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) => app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test('rows come by Brotli to browsers, by gzip to others, and as they are to who unpacks neither', async () => {
  const packed = await get('/api/many', 'gzip, deflate, br, zstd')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-store' })
  expect(packed.headers['content-type']).toContain('application/json')
  expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
  expect(packed.rawPayload.length).toBeLessThan(text.length / 5)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(text)

  const zipped = await get('/api/many', 'gzip')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(text)

  for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0', 'zstd']) {
    const plain = await get('/api/many', accepted)
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe(text)
  }
})

test('what fits into one packet goes as it is, and so do files', async () => {
  expect((await get('/api/one', 'br')).headers).not.toHaveProperty('content-encoding')
  expect((await get('/api/file', 'br')).headers).not.toHaveProperty('content-encoding')
})
