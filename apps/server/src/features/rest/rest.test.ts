import { beforeEach, describe, expect, test } from 'vitest'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { restLimitJob } from './rest-limit-job.ts'
import { startRests } from './test-rests.ts'

const site = await startRests()
const { db, office, people, otherGroup } = site

const rowOf = async (person: { user_id: number }) => (await site.day()).data.find(({ userId }) => userId === person.user_id)
const statusOf = async (person: { user_id: number }) => {
  const { body } = await site.askAs(people.leader, 'GET', '/api/HealthCondition?limit=100')
  return (body as { data: { userId: number; resting: string | null }[] }).data.find(({ userId }) => userId === person.user_id)?.resting
}

beforeEach(() => site.setTime('20T13:42'))

describe('a leader sends people to rest', () => {
  test('from now on, with the rest that their work calls for; it is on the log and at their row', async () => {
    const worker = await site.newWorker()
    await site.hear(worker, '20T13:41', { excess: 1.4 })
    const { status, done } = await site.set('begin', [worker])
    expect({ status, done }).toMatchObject({
      status: 200,
      done: {
        conflicts: [],
        data: [
          {
            userId: worker.user_id,
            fullName: '江口　陸',
            from: '2026-07-20T13:42:00+09:00',
            to: null,
            source: 'leader',
            due: 30,
            taken: 0,
            sentAt: '2026-07-20T13:42:00+09:00',
            arrivedAt: null,
          },
        ],
      },
    })
    site.setTime('20T14:00')
    expect(await rowOf(worker)).toMatchObject({ to: null, taken: 18, due: 30 })
    expect(await statusOf(worker)).toBe('2026-07-20T13:42:00+09:00')
    const entries = (await site.recordedOf('user')).filter(({ resource_id: id }) => id === String(worker.user_id))
    expect(entries).toMatchObject([{ action: 'beginRest', after: { at: '2026-07-20T13:42:00+09:00' } }])
  })

  test('and back to work', async () => {
    const worker = await site.newWorker()
    await site.set('begin', [worker])
    site.setTime('20T14:12')
    expect((await site.set('end', [worker])).done?.data).toMatchObject([{ to: '2026-07-20T14:12:00+09:00', taken: 30, due: null }])
    expect(await statusOf(worker)).toBeNull()
    expect(await site.restsOf(worker)).toEqual([
      { began_at: site.at('20T13:42'), ended_at: site.at('20T14:12'), source: 'leader', ended_by: 'leader' },
    ])
  })

  test('as a group; those who rest already are sent again, and stay where they are', async () => {
    const [first, second] = [await site.newWorker(), await site.newWorker()]
    await site.set('begin', [first])
    site.setTime('20T13:50')
    const { done } = await site.set('begin', [first, second])
    expect(done?.data.map(({ from, sentAt }) => [from, sentAt])).toEqual([
      ['2026-07-20T13:42:00+09:00', '2026-07-20T13:50:00+09:00'],
      ['2026-07-20T13:50:00+09:00', '2026-07-20T13:50:00+09:00'],
    ])
    expect(await site.restsOf(first)).toHaveLength(1)
  })

  test('of their own group alone', async () => {
    const foreigner = people.neighbour
    expect(otherGroup.group_id).toBe(foreigner.group_id)
    const own = await site.newWorker()
    expect((await site.set('begin', [own, foreigner])).status).toBe(404)
    expect(await site.restsOf(own)).toEqual([])
    expect((await site.set('begin', [foreigner], {}, people.base)).status).toBe(200)
    expect((await site.day()).data.some(({ userId }) => userId === foreigner.user_id)).toBe(false)
    expect((await site.day(people.base)).data.some(({ userId }) => userId === foreigner.user_id)).toBe(true)
  })
})

test('pages of a day are parts of the whole, in its order, with what belongs to them', async () => {
  site.setTime('21T09:00')
  for (let n = 0; n < 5; n++) await site.set('begin', [await site.newWorker()])
  const whole = await site.day(people.base)
  expect(whole.count).toBe(whole.data.length)
  const pages = await Promise.all([0, 3, whole.count - 2, whole.count].map((offset) => site.day(people.base, `&limit=3&offset=${offset}`)))
  expect(pages.map(({ data, count }) => ({ data, count }))).toEqual(
    [0, 3, whole.count - 2, whole.count].map((offset) => ({ data: whole.data.slice(offset, offset + 3), count: whole.count })),
  )
  expect((await site.day(people.base, '&offset=2')).data).toEqual(whole.data.slice(2))
})

describe('what was done before it is sent', () => {
  test('counts from its time, at most 24 hours ago and not ahead', async () => {
    const worker = await site.newWorker()
    expect((await site.set('begin', [worker], { at: '2026-07-20T13:44:00+09:00' })).status).toBe(400)
    expect((await site.set('begin', [worker], { at: '2026-07-19T13:41:00+09:00' })).status).toBe(400)
    await site.set('begin', [worker], { at: '2026-07-20T13:10:00+09:00' })
    await site.set('end', [worker], { at: '2026-07-20T13:30:00+09:00' })
    expect(await site.restsOf(worker)).toMatchObject([{ began_at: site.at('20T13:10'), ended_at: site.at('20T13:30') }])
  })

  test('and what happened meanwhile is a conflict in words', async () => {
    const worker = await site.newWorker()
    await site.set('begin', [worker])
    const early = { at: '2026-07-20T13:20:00+09:00' }
    expect(await site.set('end', [worker], early)).toMatchObject({
      status: 409,
      body: { userId: worker.user_id, fullName: '江口　陸', message: expect.stringContaining('7/20 13:42') as string },
    })
    site.setTime('20T14:00')
    await site.set('end', [worker])
    expect(await site.set('begin', [worker], early)).toMatchObject({
      status: 409,
      body: { message: '江口　陸さんの休憩は、7/20 14:00 に終わっています。いまの状態を確かめて、もう一度伝えてください。' },
    })
    expect(await site.set('end', [worker])).toMatchObject({ status: 409, body: { message: '江口　陸さんは、休憩中ではありません。' } })
    expect(await site.restsOf(worker)).toHaveLength(1)
  })

  test('is done for those for whom it can be', async () => {
    const [rested, resting] = [await site.newWorker('西田　光'), await site.newWorker()]
    await site.set('begin', [resting])
    const { status, done } = await site.set('end', [rested, resting])
    expect([status, done?.data.length]).toEqual([200, 1])
    expect(done?.conflicts).toEqual([{ userId: rested.user_id, fullName: '西田　光', message: '西田　光さんは、休憩中ではありません。' }])
  })

  test('sent twice with one key is done once', async () => {
    const worker = await site.newWorker()
    const headers = { ...(await site.as(people.leader)), 'idempotency-key': 'rest-1' }
    const ask = () => site.ask('POST', '/api/Rest', { headers, payload: { userIds: [worker.user_id], state: 'begin' } })
    const first = await ask()
    await site.set('end', [worker])
    expect(await ask()).toMatchObject({ status: 200, body: first.body })
    expect(await site.restsOf(worker)).toHaveLength(1)
  })

  test('by two people at once begins one rest', async () => {
    const worker = await site.newWorker()
    const answers = await Promise.all([site.set('begin', [worker]), site.set('begin', [worker], {}, people.base)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await site.restsOf(worker)).toHaveLength(1)
  })
})

test('who was sent ten minutes ago and is heard elsewhere than at the resting place does not rest', async () => {
  const worker = await site.newWorker()
  await site.set('begin', [worker])
  site.setTime('20T13:52')
  await setState(db, worker.user_id, site.time.now, { excess: 2 })
  expect((await rowOf(worker))?.notResting).toBe(false)
  const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '詰所' })
  await db
    .insertInto('named_place')
    .values({ company_id: office.company_id, office_id: office.office_id, name: '詰所', rest_place: true })
    .execute()
  expect(await rowOf(worker)).toMatchObject({ notResting: true, due: 30, taken: null })
  site.setTime('20T14:05')
  expect((await rowOf(worker))?.notResting).toBe(false)
  await setState(db, worker.user_id, site.time.now)
  expect((await rowOf(worker))?.notResting).toBe(true)
  await site.set('begin', [worker])
  expect((await rowOf(worker))?.notResting).toBe(false)
  await site.set('end', [worker])
  expect((await rowOf(worker))?.taken).toBeNull()
  await db.deleteFrom('device').where('device.device_id', '=', gateway.device_id).execute()
})

test('a rest that nobody ends is over after four hours, and nobody knows how long it was', async () => {
  const worker = await site.newWorker()
  await site.set('begin', [worker])
  site.setTime('20T17:41')
  await takeTurn(site.context, restLimitJob)
  expect((await rowOf(worker))?.to).toBeNull()
  site.setTime('20T17:43')
  await takeTurn(site.context, restLimitJob)
  expect(await rowOf(worker)).toMatchObject({ to: '2026-07-20T17:42:00+09:00', taken: null })
  expect(await site.restsOf(worker)).toMatchObject([{ ended_by: 'limit' }])
})
