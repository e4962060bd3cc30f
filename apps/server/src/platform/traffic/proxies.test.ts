import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '../http/http.ts'
import { callerAddress, readProxies } from './proxies.ts'
import { testConfig } from '../test-context.ts'

let app: Awaited<ReturnType<typeof createHttp>>
beforeAll(async () => {
  app = await createHttp(testConfig({ trustedProxies: 'loopback, 10.1.0.0/16, 2001:db8:9::/48' }), pino({ level: 'silent' }))
  app.get('/whence', (request, reply) => reply.send(callerAddress(request)))
  await app.ready()
})
afterAll(() => app.close())

const whence = async (remoteAddress: string, forwarded?: string) => {
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.inject({ method: 'GET', url: '/whence', remoteAddress, headers })).body
}

test.each([
  ['a stranger says nothing', '198.51.100.7', undefined, '198.51.100.7'],
  ['a stranger names somebody else', '198.51.100.7', '203.0.113.1', '198.51.100.7'],
  ['the proxy names the caller', '127.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['the caller names others, the proxy adds who it was', '127.0.0.1', '192.0.2.66, 127.0.0.1, 203.0.113.1', '203.0.113.1'],
  ['two proxies in a row', '::1', '192.0.2.66, 203.0.113.1, 10.1.2.3', '203.0.113.1'],
  ['a proxy that is none of ours', '::1', '192.0.2.66, 203.0.113.1, 10.2.2.3', '10.2.2.3'],
  ['the proxy names the port too', '127.0.0.1', '192.0.2.66, 203.0.113.1:51034', '203.0.113.1'],
  ['ports of proxies, and IPv6', '::ffff:127.0.0.1', '[2001:db8::1]:443, [2001:db8:9::5]:51034', '2001:db8::1'],
  ['what stands there is no address', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['a text far too long', '127.0.0.1', `203.0.113.1, ${'x'.repeat(9_000)}`, '127.0.0.1'],
  ['nobody but proxies', '127.0.0.1', '10.1.0.9', '10.1.0.9'],
])('%s', async (_, connection, forwarded, caller) => {
  expect(await whence(connection, forwarded)).toBe(caller)
})

test('what is neither an address nor a range nor a name of one is no list of proxies', () => {
  for (const text of ['proxy', '10.0.0.0/33', '10.0.0.0/x', '10.0.0', 'loopback, 1', '::/129', '1.2.3.4/8/9'])
    expect(readProxies(text), text).toBeUndefined()
  expect(readProxies('uniquelocal,, linklocal')?.('192.168.4.4')).toBe(true)
  expect(readProxies('uniquelocal')?.('127.0.0.1')).toBe(false)
})
