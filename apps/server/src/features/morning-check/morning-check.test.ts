import { type AnswerOf, morningCheck, writeCheckQuestions } from '@mimamori/contract'
import { z } from 'zod'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeGroup, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { checkAgeJob } from './check-age-job.ts'

const product = await startTestApp()
const { context, askAs, time } = product
const { db } = context
const { people, office, group } = await makeTenants(db)

type Person = { readonly user_id: number }
const at = (clock: string) => new Date(`2026-07-${clock}:00+09:00`)
const newWorker = (more: Parameters<typeof makeUser>[3] = {}) =>
  makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: '江口　陸', furigana: 'エグチ　リク', ...more })
const answer = (who: Person, answers: object, more: object = {}, actor: Person = people.leader) =>
  askAs(actor, 'POST', '/api/MorningCheck', { userId: who.user_id, answers, ...more })
const readDay = async (actor: Person = people.leader, more = ''): Promise<AnswerOf<typeof morningCheck.day>> => {
  const { status, body } = await askAs(actor, 'GET', `/api/MorningCheck?OfficeId=${office.office_id}${more}`)
  expect(status).toBe(200)
  return morningCheck.day.answer.parse(body)
}
const rowOf = async (who: Person, actor?: Person, more?: string) =>
  (await readDay(actor, more)).data.find(({ userId }) => userId === who.user_id)
const attentionOf = async (who: Person) =>
  (await db.selectFrom('app_user as u').select('u.attention').where('u.user_id', '=', who.user_id).executeTakeFirstOrThrow()).attention

beforeEach(() => void (time.now = at('20T07:30')))

describe('answers', () => {
  test('are those of the working day, with what of them counts and who entered them', async () => {
    const worker = await newWorker()
    expect(await rowOf(worker)).toMatchObject({ state: 'none', answers: null, attention: false, answeredAt: null })
    const answers = { sleep: 'poor', breakfast: 'poor', alcohol: 'fair', illness: 'fair', water: 'good' }
    expect(await answer(worker, answers)).toEqual({ status: 200, body: { attention: true } })
    expect(await rowOf(worker)).toMatchObject({
      fullName: '江口　陸',
      state: 'answered',
      answers,
      counted: ['sleep', 'breakfast'],
      attention: true,
      answeredAt: '2026-07-20T07:30:00+09:00',
      source: 'leader',
      talkedAt: null,
    })
    time.now = at('21T07:30')
    expect(await rowOf(worker)).toMatchObject({ state: 'none' })
    expect(await rowOf(worker, people.leader, '&Date=2026-07-20')).toMatchObject({ state: 'answered', answers })
  })

  test('may be true for poor and false for good, and are refused where no question has them', async () => {
    const worker = await newWorker()
    await answer(worker, { alcohol: true, water: false })
    expect(await rowOf(worker)).toMatchObject({ answers: { alcohol: 'poor', water: 'good' }, counted: ['alcohol'] })
    for (const wrong of [{ mood: 'poor' }, { water: 'fair' }, { sleep: 'worst' }, {}])
      expect((await answer(worker, wrong)).status).toBe(400)
    expect((await answer(worker, { sleep: 'poor' }, { refused: true })).status).toBe(400)
  })

  test('of later replace those of before; older ones that come late do not', async () => {
    const worker = await newWorker()
    await answer(worker, { sleep: 'poor' })
    time.now = at('20T07:50')
    expect(await answer(worker, { sleep: 'good' }, { at: at('20T07:20').toISOString() })).toMatchObject({
      status: 409,
      body: { message: '江口　陸さんの朝礼チェックは、7/20 07:30 に答えが出ています。いまの答えを確かめてください。' },
    })
    expect(await answer(worker, { sleep: 'good' })).toMatchObject({ body: { attention: false } })
    expect(await rowOf(worker)).toMatchObject({ answers: { sleep: 'good' }, attention: false })
    expect(await attentionOf(worker)).toBe('{["2026-07-19 22:30:00+00","2026-07-19 22:50:00+00")}')
  })

  test('may be refused, which marks nobody and replaces what was said before', async () => {
    const worker = await newWorker()
    await answer(worker, { sleep: 'poor' })
    time.now = at('20T07:35')
    expect(await askAs(worker, 'POST', '/api/MorningCheck', { userId: worker.user_id, refused: true })).toEqual({
      status: 200,
      body: { attention: false },
    })
    expect(await rowOf(worker)).toMatchObject({ state: 'refused', answers: null, attention: false, source: 'self' })
  })

  test('sent twice with one key count once', async () => {
    const worker = await newWorker()
    const headers = { ...(await product.as(people.leader)), 'idempotency-key': 'one' }
    const payload = { userId: worker.user_id, answers: { sleep: 'poor' } }
    for (let sent = 0; sent < 2; sent++)
      expect((await product.ask('POST', '/api/MorningCheck', { headers, payload })).body).toEqual({ attention: true })
    const entries = (await product.recordedOf('user')).filter(({ resource_id: id }) => id === String(worker.user_id))
    expect(entries).toMatchObject([{ action: 'answerCheck', after: { source: 'leader' } }])
  })
})

describe('who reads and writes', () => {
  test('a leader those of the group, the site’s administrators all, and nobody above them', async () => {
    await answer(people.neighbour, { sleep: 'poor' }, {}, people.base)
    expect(await rowOf(people.neighbour)).toBeUndefined()
    expect(await rowOf(people.neighbour, people.base)).toMatchObject({ counted: ['sleep'] })
    expect((await answer(people.neighbour, { sleep: 'good' })).status).toBe(404)
    const [contract, service] = [await makeUser(db, 'AdminUnitContract', office), await makeUser(db, 'AdminUnitService')]
    for (const above of [contract, service]) {
      expect((await askAs(above, 'GET', `/api/MorningCheck?OfficeId=${office.office_id}`)).status).toBe(403)
      expect((await answer(people.neighbour, { sleep: 'good' }, {}, above)).status).toBe(200)
    }
  })

  test('a worker answers for themselves, and reads of it only that they did', async () => {
    const [worker, other] = [await newWorker(), await newWorker()]
    expect((await answer(other, { sleep: 'good' }, {}, worker)).status).toBe(404)
    const own = async () => (await askAs(worker, 'GET', '/api/MorningCheck/Own')).body
    expect(await own()).toMatchObject({ state: 'none', answeredAt: null, date: '2026-07-20', attention: false })
    await answer(worker, { water: 'poor' }, {}, worker)
    expect(await own()).toMatchObject({ state: 'answered', answeredAt: '2026-07-20T07:30:00+09:00', attention: true })
    expect(JSON.stringify(await own())).not.toContain('"water":')
    expect((await askAs(worker, 'GET', `/api/MorningCheck?OfficeId=${office.office_id}`)).status).toBe(403)
  })

  test('the reference value falls for those who may see 要注意; of the person’s account it is the usual one', async () => {
    const worker = await newWorker({ acclimatised: true })
    const service = await makeUser(db, 'AdminUnitService')
    const referenceOf = async (viewer: Person) => {
      const detail = await askAs(viewer, 'GET', `/api/HealthCondition/${worker.user_id}/0`)
      const account = await askAs(viewer, 'GET', `/api/UserRole/${worker.user_id}`)
      const reference = z.object({ referenceWbgt: z.number() })
      return [detail, account].map(({ body }) => reference.parse(body).referenceWbgt)
    }
    for (const viewer of [people.base, service]) expect(await referenceOf(viewer)).toEqual([28, 28])
    await answer(worker, { sleep: 'poor' })
    expect(await referenceOf(people.base)).toEqual([26, 28])
    expect(await referenceOf(service)).toEqual([28, 28])
  })

  test('reads are on the log, answers are not', async () => {
    const worker = await newWorker()
    await answer(worker, { sleep: 'poor' })
    await readDay(people.base)
    expect(await product.recordedOf('morningCheck')).toContainEqual(
      expect.objectContaining({ action: 'read', after: expect.objectContaining({ peopleSeen: expect.any(Number) as number }) as object }),
    )
    const log = await db.selectFrom('audit_log').select(['after', 'before']).execute()
    expect(JSON.stringify(log)).not.toContain('poor')
  })

  test('at an archived site nothing is answered', async () => {
    const worker = await newWorker()
    await db.updateTable('office').set({ archived_at: time.now }).where('office_id', '=', office.office_id).execute()
    expect((await answer(worker, { sleep: 'poor' })).status).toBe(403)
    await db.updateTable('office').set({ archived_at: null }).where('office_id', '=', office.office_id).execute()
    expect(await attentionOf(worker)).toBe('{}')
  })
})

test('everybody is listed by group and reading, those without a group last, and pages are parts of that', async () => {
  const early = await makeGroup(db, { office_id: office.office_id, name: 'あ班' })
  const inGroup = (group_id: number | null, furigana: string, full_name: string) =>
    makeUser(db, 'User', { ...office, group_id }, { furigana, full_name })
  const [second, first, alone] = [
    await inGroup(early.group_id, 'ヤマ　ニ', '山　二'),
    await inGroup(early.group_id, 'アキ　イチ', '秋　一'),
    await inGroup(null, 'アア　ヒトリ', '阿　独'),
  ]
  await answer(second, { sleep: 'poor' }, {}, people.base)
  const whole = await readDay(people.base)
  expect(whole.count).toBe(whole.data.length)
  const places = [first, second, alone].map(({ user_id }) => whole.data.findIndex(({ userId }) => userId === user_id))
  expect(places[1]).toBe((places[0] ?? 0) + 1)
  expect(whole.data.slice(places[2]).every(({ groupId }) => groupId === null)).toBe(true)
  expect(whole.data[places[1] ?? 0]).toMatchObject({ groupName: 'あ班', state: 'answered', counted: ['sleep'] })
  for (const offset of [0, 2, whole.count - 1]) {
    const { data, count } = await readDay(people.base, `&limit=2&offset=${offset}`)
    expect({ data, count }).toEqual({ data: whole.data.slice(offset, offset + 2), count: whole.count })
  }
})

describe('what was done about it', () => {
  const follow = (who: Person, more: object, actor: Person = people.leader) =>
    askAs(actor, 'POST', '/api/MorningCheck/FollowUp', { userId: who.user_id, ...more })

  test('is recorded with time and name, and stays as long as the same answers count', async () => {
    const worker = await newWorker()
    expect(await follow(worker, { done: 'talked' })).toMatchObject({ status: 400 })
    await answer(worker, { sleep: 'poor' })
    time.now = at('20T07:50')
    expect((await follow(worker, { done: 'talked', at: at('20T07:48').toISOString() })).status).toBe(200)
    expect((await follow(worker, { done: 'moved', movedTo: '詰所の片付け' })).status).toBe(200)
    const done = {
      talkedAt: '2026-07-20T07:48:00+09:00',
      talkedBy: people.leader.full_name,
      movedAt: '2026-07-20T07:50:00+09:00',
      movedTo: '詰所の片付け',
    }
    expect(await rowOf(worker)).toMatchObject(done)
    await answer(worker, { sleep: 'poor', water: 'good' })
    expect(await rowOf(worker)).toMatchObject(done)
    await answer(worker, { sleep: 'poor', illness: 'poor' })
    expect(await rowOf(worker)).toMatchObject({ talkedAt: null, movedAt: null, movedTo: null })
  })
})

describe('the questions', () => {
  const set = async (value: string) => {
    const rows = [{ type: 'MORNING_CHECK_SETTING', key: 'QUESTIONS', value }]
    return (await askAs(people.base, 'PUT', `/api/MasterSetting/Office/${office.office_id}`, rows)).status
  }

  test('are the site’s own, with own texts and from which answer on they count', async () => {
    const medicine = { key: 'own1', counts: 'poor', text: { ja: '薬' }, choices: { good: { ja: 'なし' }, poor: { ja: '飲んだ' } } } as const
    const questions = [{ key: 'sleep', counts: 'fair' }, { key: 'water', counts: 'none' }, medicine] as const
    expect(await set(writeCheckQuestions(questions))).toBe(200)
    expect((await readDay()).questions).toEqual(questions)
    const worker = await newWorker()
    expect((await answer(worker, { sleep: 'fair', water: 'poor' })).body).toEqual({ attention: true })
    expect((await answer(worker, { sleep: 'good', water: 'poor' })).body).toEqual({ attention: false })
    expect((await answer(worker, { own1: 'poor' })).body).toEqual({ attention: true })
    expect((await answer(worker, { breakfast: 'poor' })).status).toBe(400)
    expect(await set('[]')).toBe(200)
    expect((await answer(worker, { sleep: 'poor' })).status).toBe(400)
    expect(await set('nonsense')).toBe(400)
    expect(await set(writeCheckQuestions([{ key: 'sleep', counts: 'poor' }]))).toBe(200)
  })
})

test('answers are deleted after 30 days, and with them when somebody was 要注意 once no measure needs it', async () => {
  const worker = await newWorker()
  await answer(worker, { sleep: 'poor' })
  const count = async () => (await db.selectFrom('morning_check').select('day').where('user_id', '=', worker.user_id).execute()).length
  const after = async (days: number) => {
    time.now = new Date(at('20T07:30').getTime() + days * 86_400_000)
    await takeTurn(context, checkAgeJob)
    return { checks: await count(), attention: (await attentionOf(worker)) !== '{}' }
  }
  expect(await after(29.9)).toEqual({ checks: 1, attention: true })
  time.now = at('20T07:30')
  expect(await after(30.1)).toEqual({ checks: 0, attention: true })
  expect(await after(33)).toEqual({ checks: 0, attention: false })
})
