import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeIngestKey, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { japanDayRange } from '../../platform/japan-time.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { keyEndsJob } from './key-ends-job.ts'

const { context, time, drop } = await createTestContext()
const { db } = context
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  office = await makeOffice(db)
})
beforeEach(async () => {
  await db.deleteFrom('outbox_mail').execute()
})
afterAll(drop)

/** The key ends with the last day of July. */
const keyThatEnds = async () => {
  const { keyId } = await makeIngestKey(db, office.office_id)
  const { to } = japanDayRange('2026-07-31')
  await db.updateTable('ingest_key').set({ ends_at: to }).where('ingest_key.key_id', '=', keyId).execute()
  return keyId
}

const turnOn = async (at: string) => {
  time.now = new Date(at)
  await takeTurn(context, keyEndsJob)
  const mails = await db.selectFrom('outbox_mail').select(['subject', 'recipients', 'body']).orderBy('mail_id').execute()
  await db.deleteFrom('outbox_mail').execute()
  return mails
}

test('the administrators of the company are notified a month before, a week before and a day before, once each', async () => {
  const admin = await makeUser(db, 'AdminUnitContract', office, { email: 'Anzen@example.jp' })
  await makeUser(db, 'AdminUnitContract', office, { email: 'gone@example.jp', deleted_at: new Date() })
  await makeUser(db, 'HeadquartersAdmin', office, { email: 'site@example.jp' })
  const keyId = await keyThatEnds()
  expect(await turnOn('2026-07-01T00:00:00+09:00')).toEqual([])
  expect(await turnOn('2026-07-02T00:00:00+09:00')).toMatchObject([
    {
      recipients: { to: ['anzen@example.jp'] },
      subject: expect.stringContaining('期限は2026/07/31です') as string,
      body: expect.stringContaining('見守りが止まります') as string,
    },
  ])
  expect(await turnOn('2026-07-02T01:00:00+09:00')).toEqual([])
  expect(await turnOn('2026-07-26T09:00:00+09:00')).toHaveLength(1)
  expect(await turnOn('2026-07-31T09:00:00+09:00')).toHaveLength(1)
  expect(await turnOn('2026-08-01T00:00:00+09:00')).toEqual([])
  await db.deleteFrom('ingest_key').where('ingest_key.key_id', '=', keyId).execute()
  await db.updateTable('app_user').set({ email: null }).where('app_user.user_id', '=', admin.user_id).execute()
})

test('if nobody of the company has an address the administrators of the service are notified; of a revoked key nobody is', async () => {
  await makeUser(db, 'AdminUnitService', office, { email: 'service@example.jp' })
  const keyId = await keyThatEnds()
  expect(await turnOn('2026-07-25T09:00:00+09:00')).toMatchObject([{ recipients: { to: ['service@example.jp'] } }])
  await db.updateTable('ingest_key').set({ revoked_at: time.now }).where('ingest_key.key_id', '=', keyId).execute()
  expect(await turnOn('2026-07-31T09:00:00+09:00')).toEqual([])
})
