import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeIngestKey, makeOffice } from '../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { whenCollected } from './when-collected.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let keyId: string

beforeAll(async () => {
  made = await createTestContext()
  ;({ keyId } = await makeIngestKey(made.context.db, (await makeOffice(made.context.db)).office_id))
})
afterAll(() => made.drop())

const ask = (mqttUrl: string | undefined, mostAsks?: number) =>
  whenCollected({ ...made.context, config: { ...made.context.config, mqttUrl } }, keyId, mostAsks)
const outside = 'mqtt://broker.example'

test('the own broker, and one session outside for all keys, take what a new key sends at once', async () => {
  expect(await ask(undefined, 1)).toBe(true)
  expect(await ask(outside, 1)).toBe(true)
})

test('of several sessions one must have subscribed to it first', async () => {
  await made.context.pool.query('update broker_layout set shares = 8')
  expect(await ask(outside, 1)).toBe(false)
  const waited = ask(outside)
  await made.context.pool.query('update ingest_key set subscribed_at = now() where key_id = $1', [keyId])
  expect(await waited).toBe(true)
})

test('while the one session is being emptied, the key must be in those to come', async () => {
  await made.context.pool.query('update ingest_key set subscribed_at = null')
  await made.context.pool.query('update broker_layout set shares = 1, next_shares = 8, is_leaving = true')
  expect(await ask(outside, 1)).toBe(false)
})
