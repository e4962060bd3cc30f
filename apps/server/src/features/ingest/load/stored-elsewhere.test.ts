import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

it('a reading that is stored under who wore the device by the records of then is answered as a repeat, and the rest is stored', async () => {
  const { user, tag } = await crew.makeWearer()
  await crew.send(tag, [{ minute: 0, heartRate: 100 }])
  // The wear was somebody else's all along: nothing of the new wearer is known, so the batch looks new.
  const other = await makeUser(crew.db, 'User', crew.office)
  await crew.db.deleteFrom('wear').where('wear.user_id', '=', user.user_id).execute()
  await makeWear(crew.db, other.user_id, tag.device_id)
  await crew.send(
    tag,
    [
      { minute: 0, heartRate: 100 },
      { minute: 1, heartRate: 101 },
    ],
    true,
  )
  const rows = await crew.db
    .selectFrom('reading as r')
    .select(['r.at', 'r.user_id'])
    .where('r.device_id', '=', tag.device_id)
    .orderBy('r.at')
    .execute()
  expect(rows).toEqual([
    { at: crew.at(0), user_id: user.user_id },
    { at: crew.at(1), user_id: other.user_id },
  ])
})
