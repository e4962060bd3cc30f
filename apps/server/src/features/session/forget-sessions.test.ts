import { expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { forgetSessionsJob } from './forget-sessions.ts'

test('sessions are forgotten a month after their time', async () => {
  const { context, time, drop } = await createTestContext()
  const { user_id } = await makeUser(context.db, 'AdminUnitService')
  const [old, current] = [await signInAs(context, user_id), await signInAs(context, user_id)]
  const end = (sessionId: string, days: number) =>
    context.db
      .updateTable('session')
      .set({ expires_at: new Date(time.now.getTime() - days * 86_400_000) })
      .where('session.session_id', '=', sessionId)
      .execute()
  await end(old.sessionId, 31)
  await end(current.sessionId, 29)
  await takeTurn(context, forgetSessionsJob)
  expect(await context.db.selectFrom('session').select('session.session_id').execute()).toEqual([{ session_id: current.sessionId }])
  await drop()
})

test('one whose browser takes notices stays until it is ended, however long its reader has no need of the console', async () => {
  const { context, time, drop } = await createTestContext()
  const { db } = context
  const { user_id, company_id } = await makeUser(db, 'AdminUnitService')
  const { sessionId: session_id } = await signInAs(context, user_id)
  const browser = { endpoint: 'https://push.example.com/1', p256dh: 'p', auth: 'a', created_at: time.now }
  await db
    .insertInto('push_subscription')
    .values({ company_id, session_id, ...browser })
    .execute()
  time.now = new Date(time.now.getTime() + 90 * 86_400_000)
  const left = async () => {
    await takeTurn(context, forgetSessionsJob)
    return (await db.selectFrom('session').select('session.session_id').execute()).length
  }
  expect(await left()).toBe(1)
  await db.updateTable('session').set({ ended_at: time.now, ended_reason: 'logout' }).execute()
  expect(await left()).toBe(0)
  await drop()
})

test('an address that nobody signs in from for three months is forgotten; what others try is counted on', async () => {
  const { context, time, drop } = await createTestContext()
  const { db } = context
  const { user_id, company_id } = await makeUser(db, 'AdminUnitService')
  const place = (address: string, days: number | null) => ({
    company_id,
    user_id,
    address,
    seen_at: days === null ? null : new Date(time.now.getTime() - days * 86_400_000),
  })
  await db
    .insertInto('sign_in_place')
    .values([place('192.0.2.1', 91), place('192.0.2.2', 89), place('', null)])
    .execute()
  await takeTurn(context, forgetSessionsJob)
  const left = await db.selectFrom('sign_in_place as p').select('p.address').orderBy('p.address').execute()
  expect(left.map(({ address }) => address)).toEqual(['', '192.0.2.2'])
  await drop()
})
