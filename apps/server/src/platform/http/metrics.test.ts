import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { createHttp } from './http.ts'
import { registerMetrics } from './metrics.ts'
import { testConfig } from '../test-context.ts'

const apps: Awaited<ReturnType<typeof createHttp>>[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const asker = async (overrides: Partial<Config>) => {
  const config = testConfig({ trustedProxies: 'loopback, 10.0.0.1', ...overrides })
  const app = await createHttp(config, pino({ level: 'silent' }))
  apps.push(app)
  registerMetrics(app, config, async () => new Registry())
  return async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const { statusCode, body } = await app.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })
    expect(body.includes('process_cpu_seconds_total')).toBe(statusCode === 200)
    return statusCode
  }
}

test('without anything set, the computer itself may read them and nobody else, through no proxy either', async () => {
  const ask = await asker({})
  for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await ask(here), here).toBe(200)
  for (const elsewhere of ['10.0.0.1', '192.168.0.9', '198.51.100.7']) expect(await ask(elsewhere), elsewhere).toBe(403)
  expect(await ask('198.51.100.7', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) expect(await ask('127.0.0.1', { [name]: '127.0.0.1' })).toBe(403)
})

test('with a token, anybody who sends it', async () => {
  const token = 'prometheus-shows-this'
  const ask = await asker({ metricsToken: token })
  expect(await ask('198.51.100.7', { authorization: `Bearer ${token}` })).toBe(200)
  for (const authorization of ['', token, `Basic ${token}`, `Bearer ${token.slice(1)}`, `Bearer ${token}x`, 'Bearer'])
    expect(await ask('127.0.0.1', { authorization }), authorization).toBe(401)
  expect(await (await asker({ metricsToken: token, metricsPort: 1 }))('127.0.0.1')).toBe(401)
})

test('on a separate port, anybody who reaches it', async () => {
  expect(await (await asker({ metricsPort: 1 }))('10.4.4.4')).toBe(200)
})
