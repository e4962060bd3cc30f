import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createTestContext } from '../test-context.ts'

const { context, drop } = await createTestContext()
afterAll(drop)

test('/healthz names the version of the changelog', async () => {
  const app = await buildApp(context)
  const answer = await app.inject('/healthz')
  expect(answer.json()).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  await app.close()
})

test.each([
  [{ broker: true, connectionsRefused: false }, 200, { status: 'ok', parts: { database: true, broker: true }, warnings: [] }],
  [
    { broker: true, connectionsRefused: true },
    200,
    { status: 'limited', parts: { database: true, broker: true }, warnings: ['connectionsRefused'] },
  ],
  [{ broker: false, connectionsRefused: false }, 503, { status: 'unavailable', parts: { database: true, broker: false }, warnings: [] }],
])('of %o /readyz says that', async ({ broker, connectionsRefused }, status, body) => {
  const app = await buildApp(context, { readiness: { broker: () => broker }, warnings: { connectionsRefused: () => connectionsRefused } })
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
  await app.close()
})
