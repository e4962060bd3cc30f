import { message } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { startDuty } from './test-duty.ts'

const site = await startDuty()
const { people, foreign } = site
site.setTime('20T06:00')
await site.save({ employers: [{ affiliation: '三協型枠', person: '髙橋　誠', phone: '090-0000-0000' }] })

beforeEach(() => site.setTime('20T07:50'))

const missing = async (actor = people.base) => (await site.briefings('?missing=1', actor)).data.map(({ userId }) => userId)

describe('a group is briefed at a meeting', () => {
  test('by their leader: from then on they are not missing, and it is on the log once', async () => {
    const [one, other] = [await site.newWorker(), await site.newWorker('大南設備')]
    expect(await missing()).toEqual(expect.arrayContaining([one.user_id, other.user_id]))
    const { status, briefed } = await site.brief([one, other], { language: 'vi', speaker: '岩本　鉄男' })
    expect({ status, briefed }).toMatchObject({
      status: 200,
      briefed: {
        version: 1,
        left: [],
        data: [{ at: '2026-07-20T07:50:00+09:00', means: 'meeting', language: 'vi', by: '岩本　鉄男', version: 1 }, {}],
      },
    })
    expect(await missing()).not.toEqual(expect.arrayContaining([one.user_id]))
    expect((await site.briefings(`?userId=${one.user_id}`)).data).toMatchObject([{ affiliation1: '三協型枠', by: '岩本　鉄男' }])
    const entries = (await site.recordedOf('duty')).filter(({ action }) => action === 'brief')
    expect(entries).toMatchObject([{ after: { version: 1, means: 'meeting', userIds: [one.user_id, other.user_id] } }])
  })

  test('without a network: it counts from its time, for the version they were briefed of, and once however often it is sent', async () => {
    const worker = await site.newWorker()
    site.setTime('20T09:00')
    await site.save({ procedures: '新しい手順' })
    site.setTime('20T10:00')
    const briefing = { at: '2026-07-20T07:50:00+09:00', version: 1 }
    await site.brief([worker], briefing)
    await site.brief([worker], briefing)
    expect((await site.briefings(`?userId=${worker.user_id}`)).data).toMatchObject([{ version: 1, at: briefing.at }])
    expect(await missing()).toContain(worker.user_id)
    expect((await site.brief([worker], { at: '2026-07-19T09:00:00+09:00' })).status).toBe(400)
    expect((await site.brief([worker], { version: 99 })).body).toMatchObject({ message: message('dutyVersionUnknown', { version: '99' }) })
  })

  test('of their own group; who is not theirs any more is left out for the others', async () => {
    const own = await site.newWorker()
    expect((await site.brief([people.neighbour])).status).toBe(404)
    const { briefed } = await site.brief([own, people.neighbour, people.foreign])
    expect(briefed?.left).toEqual([people.neighbour.user_id, people.foreign.user_id])
    expect(briefed?.data.map(({ userId }) => userId)).toEqual([own.user_id])
    expect((await site.brief([people.neighbour], {}, people.base)).status).toBe(200)
    expect((await site.briefings('', people.leader)).data.some(({ userId }) => userId === people.neighbour.user_id)).toBe(false)
    expect(await missing(people.leader)).not.toContain(people.neighbour.user_id)
  })

  test('but nobody reads for another', async () => {
    expect((await site.brief([people.worker], { means: 'page' })).body).toEqual([message('dutyPageByOneself')])
  })
})

test('pages are parts of the whole in its order, the last ones too', async () => {
  for (const at of ['20T07:10', '20T07:20']) {
    site.setTime(at)
    await site.brief([await site.newWorker(), await site.newWorker('大南設備', { furigana: 'アオキ' }), await site.newWorker()])
  }
  for (const query of ['?', '?missing=1&']) {
    const whole = await site.briefings(query)
    expect(whole.count).toBe(whole.data.length)
    for (let offset = 0; offset <= whole.count; offset += 2)
      expect(await site.briefings(`${query}limit=2&offset=${offset}`)).toEqual({
        data: whole.data.slice(offset, offset + 2),
        count: whole.count,
      })
  }
})

describe('a worker', () => {
  test('records that they have read it, once, and nothing else', async () => {
    const worker = await site.newWorker()
    expect((await site.brief([worker], {}, worker)).body).toEqual([message('dutyOwnPageOnly')])
    expect((await site.brief([people.worker], { means: 'page' }, worker)).status).toBe(404)
    await site.brief([worker], { means: 'page', language: 'vi' }, worker)
    site.setTime('20T08:04')
    await site.brief([worker], { means: 'page', language: 'ja' }, worker)
    expect((await site.briefings('', worker)).data).toMatchObject([
      { userId: worker.user_id, means: 'page', language: 'vi', at: '2026-07-20T07:50:00+09:00', by: worker.full_name },
    ])
    expect(await missing(worker)).toEqual([])
  })

  test('reads of no other site, and sees no register', async () => {
    expect((await site.askAs(people.worker, 'GET', site.path('', foreign.office_id))).status).toBe(404)
    expect((await site.askAs(people.worker, 'GET', site.path('/Register'))).status).toBe(403)
  })
})

describe('the register', () => {
  test('counts by employer, those with people to brief first, with who answers for them', async () => {
    const { data, version, people: all, briefed } = await site.register()
    const formwork = data.find(({ affiliation }) => affiliation === '三協型枠')
    expect(formwork).toMatchObject({ person: '髙橋　誠', phone: '090-0000-0000' })
    expect(data.find(({ affiliation }) => affiliation === '大南設備')).toMatchObject({ person: null, phone: null })
    expect(data.reduce((sum, row) => sum + row.people, 0)).toBe(all)
    expect(data.reduce((sum, row) => sum + row.briefed, 0)).toBe(briefed)
    const rows = await site.briefings(`?version=${version}&affiliation=${encodeURIComponent('三協型枠')}`)
    expect(new Set(rows.data.map(({ userId }) => userId)).size).toBe(formwork?.briefed)
    expect((await site.briefings(`?missing=1&affiliation=`)).data.every(({ affiliation1 }) => affiliation1 === null)).toBe(true)
    expect((await site.register(people.leader)).people).toBeLessThan(all)
  })

  test('is empty again with a new version; those who were briefed of an earlier one do not start', async () => {
    const known = await site.newWorker()
    await site.brief([known])
    site.setTime('20T12:00')
    await site.save({ procedures: 'もっと新しい手順' })
    const fresh = await site.newWorker()
    const { briefed, starting, people: all } = await site.register()
    expect(briefed).toBe(0)
    const { data, count } = await site.briefings('?missing=1')
    expect(count).toBe(all)
    expect(data.filter(({ isNew }) => isNew)).toHaveLength(starting)
    expect(data.find(({ userId }) => userId === known.user_id)).toMatchObject({ isNew: false, version: null, at: null, by: null })
    expect(data.find(({ userId }) => userId === fresh.user_id)).toMatchObject({ isNew: true })
    expect(data[0]?.isNew).toBe(true)
  })

  test('keeps who has left the site', async () => {
    const leaver = await site.newWorker()
    await site.brief([leaver])
    await site.askAs(people.contract, 'DELETE', `/api/UserRole/${leaver.user_id}`)
    expect((await site.briefings(`?userId=${leaver.user_id}`)).count).toBe(1)
    expect(await missing()).not.toContain(leaver.user_id)
  })
})

describe('a briefing that was recorded by mistake', () => {
  const withdraw = async (id: number | null | undefined, actor = people.leader) => {
    const { status, body } = await site.askAs(actor, 'DELETE', site.path(`/Told/${id ?? 0}`))
    return { status, body }
  }

  test('is withdrawn within a day, on the log; then the person is missing again', async () => {
    const worker = await site.newWorker()
    site.setTime('20T13:00')
    const { briefed } = await site.brief([worker], {}, people.base)
    const id = briefed?.data[0]?.id
    expect((await withdraw(id, people.foreignBase)).status).toBe(404)
    expect((await withdraw(id)).status).toBe(200)
    expect((await withdraw(id)).status).toBe(404)
    expect(await missing()).toContain(worker.user_id)
    expect((await site.recordedOf('duty')).at(-1)).toMatchObject({ action: 'withdrawBriefing', before: { userIds: [worker.user_id] } })
  })

  test('stays after a day, and where the person confirmed it', async () => {
    const worker = await site.newWorker()
    site.setTime('20T13:00')
    const own = await site.brief([worker], { means: 'page' }, worker)
    const refused = { status: 409, body: { message: message('dutyWithdrawLate') } }
    expect(await withdraw(own.briefed?.data[0]?.id)).toMatchObject(refused)
    const other = await site.newWorker()
    const { briefed } = await site.brief([other])
    site.setTime('21T13:01')
    expect(await withdraw(briefed?.data[0]?.id)).toMatchObject(refused)
    expect((await site.briefings(`?userId=${other.user_id}`)).count).toBe(1)
  })
})
