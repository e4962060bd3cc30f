import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { testConfig } from '../../../platform/test-context.ts'
import { retryWaitMs } from './retry-schedule.ts'
import { signedRequest } from './signed-request.ts'
import { newSigningSecret, noSigning, openSigning, rotated, sealSigning } from './signing-secret.ts'
import { webhookOutcome } from './webhook-outcome.ts'

const url = 'https://portal.example/hook'
const body = '{"type":"alert.opened","data":{"place":"3階　東"}}'
const requestWith = (secrets: readonly string[]) => signedRequest({ url, webhookId: 'evt_1', body, secrets, now: new Date() })
const verify = (secret: string, request: ReturnType<typeof requestWith>) => new Webhook(secret).verify(request.body, { ...request.headers })

test('a secret has the form of Standard Webhooks, and none is like another', () => {
  const secret = newSigningSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(newSigningSecret()).not.toBe(secret)
})

test('the library on the other side takes a request by either secret, and by no other', () => {
  const [former, newest] = [newSigningSecret(), newSigningSecret()]
  const both = requestWith([newest, former])
  expect(verify(former, both)).toEqual(JSON.parse(body))
  expect(verify(newest, both)).toEqual(JSON.parse(body))
  expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  expect(() => verify(newSigningSecret(), both)).toThrow('No matching signature')
  expect(() => verify(newest, { ...both, body: body.replace('東', '西') })).toThrow('No matching signature')
})

test('a former secret signs until its day is over, and opens for its own webhook alone', () => {
  const config = testConfig()
  const key = { companyId: 1, channelId: 'a' }
  const now = new Date('2026-07-20T13:00:00+09:00')
  const before = { ...noSigning, sealed_signing: sealSigning(config, key, 'whsec_Zm9ybWVy') }
  const { secret, until, columns } = rotated(config, key, before, now) ?? expect.fail('it was not replaced')
  expect(openSigning(config, key, columns, new Date(until.getTime() - 1))).toEqual([secret, 'whsec_Zm9ybWVy'])
  expect(openSigning(config, key, columns, until)).toEqual([secret])
  expect(openSigning(config, { ...key, companyId: 2 }, columns, now)).toEqual([])
})

test('the waits are those of Standard Webhooks, a tenth more or less, and then it is given up', () => {
  const hours = (chance: number) => Array.from({ length: 10 }, (_, n) => retryWaitMs(n + 1, chance)).map((ms) => ms && ms / 3_600_000)
  expect(hours(0.5)).toEqual([5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24, undefined])
  expect(retryWaitMs(2, 0)).toBe(270_000)
  expect(retryWaitMs(2, 1)).toBe(330_000)
})

test('what an answer means', () => {
  const now = new Date('2026-07-20T04:00:00Z')
  const outcome = (status: number, headers: Record<string, string> = {}) =>
    webhookOutcome({ status, headers: new Headers(headers), body: '' }, now)
  for (const status of [200, 202, 204]) expect(outcome(status)).toEqual({ kind: 'sent' })
  expect(outcome(410)).toEqual({ kind: 'refused', failure: 'gone' })
  for (const status of [302, 400, 401, 403, 404, 408, 422, 500, 502]) expect([status, outcome(status).kind]).toEqual([status, 'retry'])
  for (const status of [429, 503]) expect(outcome(status, { 'retry-after': '90' })).toMatchObject({ kind: 'retry', retryAfterMs: 90_000 })
  expect(outcome(503, { 'retry-after': 'Mon, 20 Jul 2026 04:02:00 GMT' })).toMatchObject({ retryAfterMs: 120_000 })
})
