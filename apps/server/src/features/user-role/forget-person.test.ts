import { expect, test } from 'vitest'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startImportTests } from './test-import.ts'

const { people, upload, fileOf } = await startImportTests()
const { db, office, base, time } = people

type Person = Awaited<ReturnType<typeof makeUser>>

test.each([
  ['by hand', ({ user_id }: Person) => people.call(base, 'DELETE', `/api/UserRole/${user_id}`)],
  ['by a file', async ({ login_id }: Person) => upload(base, office.office_id, await fileOf([{ ログインID: login_id, 削除: '1' }]))],
] as const)('what a doctor said of somebody ends when they are deleted %s, and why it was said is removed', async (_, deletePerson) => {
  const person = await makeUser(db, 'User', office)
  const { company_id, user_id } = person
  const before = time.now
  const word = { company_id, user_id, kind: 'doctor', share: 30, reason: '産業医の意見', set_at: before, set_by: base.user_id }
  await db
    .insertInto('acclimatisation_override')
    .values([{ ...word, ended_at: before, ended_by: base.user_id }, word])
    .execute()
  time.now = new Date(before.getTime() + 60_000)
  expect(await deletePerson(person)).toMatchObject({ status: 200 })
  const rows = await db
    .selectFrom('acclimatisation_override')
    .select(['reason', 'share', 'ended_at', 'ended_by'])
    .where('user_id', '=', user_id)
    .orderBy('override_id')
    .execute()
  expect(rows).toEqual([
    { reason: '', share: 30, ended_at: before, ended_by: base.user_id },
    { reason: '', share: 30, ended_at: time.now, ended_by: null },
  ])
})
