import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SavedChannel, WebhookBody } from '@mimamori/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { startReceiver } from '../../src/shared/channels/test-receiver.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../src/shared/organisation/test-factories.ts'
import { eventually, freePort, Product } from './product.ts'

const [database, receiver] = [await createTestDatabase(), await startReceiver()]
const { db } = database
afterAll(async () => {
  await receiver.close()
  await database.drop()
})

/** A worker with a band whose alarm calls at once. */
const makeWearer = async () => {
  const office = await makeOffice(db)
  const { company_id, office_id } = office
  const { bearer } = await makeIngestKey(db, office_id)
  const band = await makeDevice(db, 'vital', office_id)
  await makeWear(db, (await makeUser(db, 'User', office)).user_id, band.device_id)
  await db
    .insertInto('master_setting')
    .values({ company_id, office_id, type: 'GENERAL_ALERT_SETTING', key: 'ALARM_CANCEL_SECONDS', value: '0' })
    .execute()
  return { bearer, serial: band.serial, companyId: company_id, officeId: office_id }
}

const jsonOf = async (answer: Response) => (await answer.json()) as object

test('kill -9 between an event and its delivery: it is delivered after the restart, under one id', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-webhook-'))
  const { bearer, serial, companyId, officeId } = await makeWearer()
  const product = new Product({
    dataDir,
    port: await freePort(),
    env: { DATABASE_URL: database.url, ROLES: 'api,ingest,jobs', CHANNEL_HOSTS: receiver.host },
  })
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  try {
    await product.ready()
    const login = (await jsonOf(await post('/api/Authenticate/Login', { username: 'admin', password: 'Admin-1234' }))) as { token: string }
    const draft = { companyId, officeId, type: 'webhook', name: 'ポータル', url: receiver.url }
    const made = await post('/api/NotificationChannel', draft, { authorization: `Bearer ${login.token}` })
    const { secret = '' } = (await jsonOf(made)) as SavedChannel
    // It takes the request and dies before the answer could be noted.
    receiver.state.reply = () => 'hang'
    const at = new Date().toISOString()
    const sent = await post(
      '/api/ingest',
      { readings: [{ kind: 'vital', device: serial, at, heartRate: 90, interval: 1, alarm: 'fall' }] },
      { authorization: bearer },
    )
    expect(await sent.json()).toMatchObject({ accepted: 1 })
    const [event] = await eventually(async () => {
      const rows = await db.selectFrom('channel_delivery').select(['webhook_id', 'sent_at', 'event_type']).execute()
      return rows.length > 0 && rows
    }, 'the event is queued')
    expect(event).toMatchObject({ event_type: 'alert.opened', sent_at: null })
    await eventually(async () => receiver.received.length > 0, 'it is under way')
    product.kill()
    receiver.state.reply = { status: 204 }
    await eventually(
      async () => (await db.selectFrom('channel_delivery').select('delivery_id').where('sent_at', 'is not', null).execute()).length === 1,
      'it is delivered',
    )
    expect(product.starts).toBe(2)
    const last = receiver.received.at(-1) ?? expect.fail('nothing came')
    const body = new Webhook(secret).verify(last.body, last.headers as Record<string, string>) as WebhookBody
    expect(body).toMatchObject({ type: 'alert.opened', data: { kind: 'fall', emergency: true } })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event?.webhook_id]))
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
