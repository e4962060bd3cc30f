import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../src/shared/organisation/test-factories.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

/** Long enough for a busy machine to look at the alarm before. */
const windowSeconds = 10

/** A worker with a band at a site that waits for `windowSeconds` until it calls. */
const makeWearer = async () => {
  const office = await makeOffice(db)
  const { company_id, office_id } = office
  const { bearer } = await makeIngestKey(db, office_id)
  const user = await makeUser(db, 'User', office)
  const band = await makeDevice(db, 'vital', office_id)
  await makeWear(db, user.user_id, band.device_id)
  const set = (type: string, key: string, value: string) =>
    db.insertInto('master_setting').values({ company_id, office_id, type, key, value }).execute()
  await set('GENERAL_ALERT_SETTING', 'ALARM_CANCEL_SECONDS', String(windowSeconds))
  await set('EMAIL_ALERT_SETTING', 'TO', 'anzen@example.com')
  return { bearer, serial: band.serial, userId: user.user_id }
}

test('kill -9 while an alarm of a device is pending: people are notified of it after the restart, once', { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-alarm-'))
  const { bearer, serial, userId } = await makeWearer()
  const product = new Product({ dataDir, port: await freePort(), env: { DATABASE_URL: database.url, ROLES: 'api,ingest,jobs' } })
  const alarmsOf = () => db.selectFrom('device_alarm').select(['device_alarm.state', 'device_alarm.due_at']).execute()
  const alertsOf = () => db.selectFrom('alert').select(['alert.alert_id', 'alert.kind', 'alert.user_id']).execute()
  try {
    await product.ready()
    const answer = await fetch(`${product.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({
        readings: [{ kind: 'vital', device: serial, at: new Date().toISOString(), heartRate: 90, interval: 1, alarm: 'fall' }],
      }),
    })
    expect(await answer.json()).toMatchObject({ accepted: 1 })
    product.kill()
    expect(await alarmsOf()).toMatchObject([{ state: 'pending' }])
    expect(await alertsOf()).toEqual([])

    const [opened] = await eventually(async () => {
      const alerts = await alertsOf()
      return alerts.length > 0 && alerts
    }, 'the alarm calls')
    expect(opened).toMatchObject({ kind: 'fall', user_id: userId })
    expect(product.starts).toBe(2)
    const mails = await eventually(async () => {
      const outgoing = await db.selectFrom('outbox_mail').select('outbox_mail.recipients').execute()
      return outgoing.length > 0 && outgoing
    }, 'its mail is on its way')
    expect(mails).toMatchObject([{ recipients: { to: ['anzen@example.com'] } }])
    const again = await db
      .selectFrom('alert_event')
      .select('alert_event.event')
      .where('alert_event.event', 'in', ['opened', 'raised'])
      .execute()
    expect(again).toEqual([{ event: 'opened' }])
    expect(await alarmsOf()).toMatchObject([{ state: 'opened' }])
    expect(await alertsOf()).toHaveLength(1)
  } finally {
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
