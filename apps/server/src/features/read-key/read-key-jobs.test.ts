import { afterAll, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { japanDayRange } from '../../platform/japan-time.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { makeReadKey } from '../../shared/access-keys/test-read-key.ts'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { forgetKeyUsesJob } from './forget-key-uses-job.ts'
import { readKeyEndsJob } from './read-key-ends-job.ts'

const { context, time, drop } = await createTestContext()
const { db } = context
const office = await makeOffice(db)
const { company_id } = office
afterAll(drop)

const turnOn = async (at: string) => {
  time.now = new Date(at)
  await takeTurn(context, readKeyEndsJob)
  const mails = await db.selectFrom('outbox_mail').select(['subject', 'recipients', 'body', 'company_id']).orderBy('mail_id').execute()
  await db.deleteFrom('outbox_mail').execute()
  return mails
}

test('the administrators of the company are notified a week and a day before a key ends, once each, of none that is stopped', async () => {
  await makeUser(db, 'AdminUnitContract', office, { email: 'Anzen@example.jp' })
  const { to: ends_at } = japanDayRange('2026-07-31')
  const { secret } = await makeReadKey(db, company_id, { name: '勤怠システム', ends_at })
  await makeReadKey(db, company_id, { ends_at, stopped_at: new Date('2026-07-01T00:00:00+09:00') })
  expect(await turnOn('2026-07-24T23:59:00+09:00')).toEqual([])
  const [mail, ...others] = await turnOn('2026-07-25T00:00:00+09:00')
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    company_id,
    recipients: { to: ['anzen@example.jp'] },
    subject: '【見守り】読み取りのトークン「勤怠システム」の期限は2026/07/31です',
    body: expect.stringContaining('期限を延ばしてください') as string,
  })
  expect(mail?.body).not.toContain(secret)
  expect(await turnOn('2026-07-25T01:00:00+09:00')).toEqual([])
  expect(await turnOn('2026-07-31T09:00:00+09:00')).toHaveLength(1)
  expect(await turnOn('2026-08-01T00:00:00+09:00')).toEqual([])
})

test('uses of keys are kept for a month', async () => {
  const { keyId: key_id } = await makeReadKey(db, company_id)
  const use = { company_id, key_id, method: 'GET', path: '/api/Map', result: 'given', address: '203.0.113.1', reads: 1 }
  const [old, recent] = [new Date('2026-06-30T11:59:00+09:00'), new Date('2026-07-01T12:00:00+09:00')]
  await db
    .insertInto('read_key_use')
    .values([old, recent].map((minute) => ({ ...use, minute, last_at: minute })))
    .execute()
  time.now = new Date('2026-07-30T12:00:00+09:00')
  await takeTurn(context, forgetKeyUsesJob)
  expect(await db.selectFrom('read_key_use').select('minute').execute()).toEqual([{ minute: recent }])
})
