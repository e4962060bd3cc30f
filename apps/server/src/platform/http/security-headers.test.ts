import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'
import { openStream } from './test-stream.ts'
import { testConfig } from '../test-context.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let plain: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  product = await createTestApp({ config: testConfig({ publicUrl: 'https://mimamori.example', tileUrl: undefined }) })
  plain = await createTestApp()
})
afterAll(async () => {
  await product.close()
  await plain.close()
})

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test.each([
  ['a page', '/home'],
  ['the description of the calls', '/api/docs/'],
  ['a sign of life', '/healthz'],
])('%s carries every header that guards a browser', async (_, path) => {
  const { headers } = await product.ask('GET', path)
  expect(headers).toMatchObject(always)
  expect(headers['permissions-policy']).toContain('geolocation=()')
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)')
  const policy = String(headers['content-security-policy']).split(';')
  for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(part)
  const scripts = policy.find((part) => part.startsWith('script-src ')) ?? ''
  expect(scripts).toMatch(/^script-src 'self'( 'sha256-[\w+/]+=')* 'wasm-unsafe-eval'$/)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test.each(['/api/UserInfo', '/api/nowhere'])('what %s answers in JSON can be no page, and says so in few words', async (path) => {
  const { headers } = await product.ask('GET', path)
  expect(headers).toMatchObject({ ...always, 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'")
  expect(headers).not.toHaveProperty('permissions-policy')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('so does a live stream', async () => {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  const person = await makeUser(product.context.db, 'AdminUnitService')
  const stream = await openStream(`http://127.0.0.1:${port}/api/live`, await product.as(person))
  expect(stream.headers).toMatchObject(always)
  expect(stream.headers['permissions-policy']).toContain('microphone=()')
  stream.close()
})

test('without HTTPS nothing is said that only means something there', async () => {
  const { headers } = await plain.ask('GET', '/home')
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(headers).not.toHaveProperty('cross-origin-opener-policy')
})
