import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { createTestContext } from '../test-context.ts'

const { context, drop } = await createTestContext()
afterAll(drop)

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
