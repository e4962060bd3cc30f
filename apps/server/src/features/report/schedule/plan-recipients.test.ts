import { beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '../../../shared/organisation/test-factories.ts'
import { sheetOf, startPlanMails } from './test-plan-mails.ts'

const site = await startPlanMails()
const { db, office } = site
beforeEach(() => site.reset())

const remove = async (people: readonly { readonly user_id: number }[]) => {
  for (const person of people) await db.deleteFrom('app_user').where('user_id', '=', person.user_id).execute()
}

const sendTo = async (addresses: string) => {
  await site.add({ addresses, roles: ['GroupLeader'] })
  site.setClock('2026-07-21 17:00')
  await site.turn()
  return site.mails()
}

it('of leaders of two groups gets the plan of each, once', async () => {
  const other = await makeUser(db, 'GroupLeader', { ...office, group_id: site.crane.group_id })
  const same = await makeUser(db, 'GroupLeader', { ...office, group_id: site.crane.group_id })
  for (const user of [other, same]) await site.setPerson(user, { email: 'LEAD@example.com' })
  const mails = await sendTo('lead@example.com')
  expect(mails.map(({ body }) => [body.includes('足場班'), body.includes('揚重班')])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(mails.map(({ recipients }) => recipients)).toMatchObject([{ to: ['lead@example.com'] }, { to: ['LEAD@example.com'] }])
  await remove([other, same])
})

it('is what a group costs a sheet for: leaders without one get their notice alone', async () => {
  await site.setPerson(site.leader, { email: '' })
  await site.subscribe(site.leader)
  expect(await sendTo('gate@example.com')).toHaveLength(1)
  expect(await db.selectFrom('outbox_file').select('file_id').execute()).toHaveLength(1)
  const [notice] = await db.selectFrom('outbox_push').select('payload').execute()
  expect(JSON.stringify(notice?.payload)).toContain('中止 足場班')
})

describe('an address outside', () => {
  const outsideAndInside = async () => {
    const mails = await sendTo('gate@example.com,chief@example.com')
    const [inside, outside] = ['chief@example.com', 'gate@example.com'].map((to) =>
      mails.find(({ recipients }) => JSON.stringify(recipients).includes(to)),
    )
    const sheets = await Promise.all([inside, outside].map((mail) => sheetOf(db, mail?.file_id ?? null)))
    return { bodies: [inside?.body, outside?.body], sheets }
  }
  const counts = (text: string | undefined) => [
    /働ける時間に限りがある人|慣れていない\d+人/.test(text ?? ''),
    /朝礼用\d+人|日（火）のアラート/.test(text ?? ''),
  ]

  it('of a site of few people gets its heat and rests, without counts of people and alerts', async () => {
    const { bodies, sheets } = await outsideAndInside()
    expect(counts(bodies[0])).toEqual([true, false])
    expect(counts(bodies[1])).toEqual([false, false])
    expect(bodies[1]).toContain('作業者：5人より少ないため、個人のことが分からないよう、人数とアラートは載せていません。')
    for (const text of ['足場班：基準値28℃', 'WBGT 28℃以上：9時間']) expect(bodies[1]).toContain(text)
    expect(counts(sheets[0])[1]).toBe(true)
    expect(counts(sheets[1])).toEqual([false, false])
  })

  it('of a larger site gets the counts', async () => {
    const more = await Promise.all([1, 2, 3].map(() => makeUser(db, 'User', office)))
    const { bodies, sheets } = await outsideAndInside()
    expect(counts(bodies[1])[0]).toBe(true)
    expect(counts(sheets[1])[1]).toBe(true)
    await remove(more)
  })
})
