import { expect, test } from 'vitest'
import { takeTurn } from '../platform/recurring.ts'
import { createTestContext } from '../platform/test-context.ts'
import { makeUser, signInAs } from '../organisation/test-factories.ts'
import { forgetSessionsJob } from './forget-sessions.ts'

test('sessions are forgotten a month after their time', async () => {
  const { context, time, drop } = await createTestContext()
  const { user_id } = await makeUser(context.db, 'AdminUnitService')
  const [old, kept] = [await signInAs(context, user_id), await signInAs(context, user_id)]
  const end = (sessionId: string, days: number) =>
    context.db
      .updateTable('session')
      .set({ expires_at: new Date(time.now.getTime() - days * 86_400_000) })
      .where('session.session_id', '=', sessionId)
      .execute()
  await end(old.sessionId, 31)
  await end(kept.sessionId, 29)
  await takeTurn(context, forgetSessionsJob)
  expect(await context.db.selectFrom('session').select('session.session_id').execute()).toEqual([{ session_id: kept.sessionId }])
  await drop()
})
