import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { lockOut, makeGroup, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { forgetPushesJob } from './forget-pushes.ts'
import { startPushing } from './test-pushing.ts'

const at = await startPushing()

beforeEach(() => at.empty())

const refuse =
  (status: number, headers: Record<string, string> = {}) =>
  (_: string, response: ServerResponse) =>
    void response.writeHead(status, headers).end()
const titles = () => at.service.received.map(({ notice }) => notice.title)

test('a notice reaches the browser, readable there alone and signed by the product', async () => {
  await at.withBrowser(at.leader, 'gate')
  expect(await at.tell(at.leader)).toEqual(new Set([at.leader.user_id]))
  await at.turn()
  await at.turn()
  expect(at.service.received).toHaveLength(1)
  const [{ notice, headers, vapid } = expect.fail('nothing came')] = at.service.received
  expect(notice).toMatchObject({ title: '緊急　東雲　足場班　13:00', body: '佐々木　隆さん', emergency: true })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400', urgency: 'high' })
  expect(headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(vapid).toMatchObject({ holds: true, header: { alg: 'ES256' } })
  expect(vapid.claims).toMatchObject({ aud: `http://${at.service.host}`, sub: 'mailto:mimamori@example.jp' })
  const { headers: own } = await at.withBrowser(at.leader, 'other')
  expect((await at.ask('GET', '/api/Push/Subscription', { headers: own })).body).toMatchObject({ publicKey: vapid.publicKey })
  expect(await at.rows()).toMatchObject([{ sent_at: at.time.now, failed_at: null, error: null }])
})

test('it goes to each browser of its reader, and to nobody who has switched none on', async () => {
  await at.withBrowser(at.leader, 'office')
  await at.withBrowser(at.leader, 'phone')
  expect(await at.tell(at.leader)).toEqual(new Set([at.leader.user_id]))
  expect(await at.tell(at.worker)).toEqual(new Set())
  await at.turn()
  expect(at.service.received.map(({ browser }) => browser).toSorted()).toEqual(['office', 'phone'])
})

test('what can wait does not wake a phone that sleeps', async () => {
  await at.withBrowser(at.leader, 'gate')
  await at.tell(at.leader, { emergency: false, level: 1 })
  await at.turn()
  expect(at.service.received[0]?.headers['urgency']).toBe('normal')
})

test('a text too long for a push service leaves its body behind', async () => {
  await at.withBrowser(at.leader, 'gate')
  await at.tell(at.leader, { body: '長い名前'.repeat(400) })
  await at.turn()
  expect(at.service.received[0]?.notice).toMatchObject({ title: '緊急　東雲　足場班　13:00', body: '' })
})

test.each([404, 410])('a browser that is gone (%i) is removed with what waits for it; the others stay', async (status) => {
  await at.withBrowser(at.leader, 'gone')
  await at.withBrowser(at.leader, 'there')
  at.service.respond = (name, response) => void response.writeHead(name === 'gone' ? status : 201).end()
  await at.tell(at.leader)
  await at.turn()
  expect(at.service.received.map(({ browser }) => browser)).toEqual(['there'])
  expect((await at.browsers()).map(({ endpoint }) => endpoint)).toEqual([`http://${at.service.host}/there`])
  expect(await at.rows()).toHaveLength(1)
})

test('a push service that asks to be left alone is, until then, and nothing is lost', async () => {
  await at.withBrowser(at.leader, 'gate')
  at.service.respond = refuse(429, { 'retry-after': '90' })
  await at.tell(at.leader)
  await at.turn()
  at.service.respond = (_, response) => void response.writeHead(201).end()
  await at.tell(at.leader, { title: '後から' })
  at.later(89)
  await at.turn()
  expect(at.service.received).toEqual([])
  expect((await at.rows())[0]).toMatchObject({ attempts: 1, error: 'HTTP 429', sent_at: null })
  at.later(1)
  await at.turn()
  expect(titles()).toEqual(['緊急　東雲　足場班　13:00', '後から'])
})

test('while a push service fails or is away nothing is lost, every try waits longer, and what is half a shift old is given up', async () => {
  await at.withBrowser(at.leader, 'gate')
  at.service.respond = refuse(503)
  await at.tell(at.leader)
  const waits: number[] = []
  for (let n = 0; n < 7; n += 1) {
    await at.turn()
    const [row] = await at.rows()
    expect(row).toMatchObject({ attempts: n + 1, error: 'HTTP 503', sent_at: null, failed_at: null })
    const wait = ((row?.next_try_at.getTime() ?? 0) - at.time.now.getTime()) / 1_000
    waits.push(wait)
    at.later(wait)
  }
  expect(waits).toEqual([5, 10, 30, 60, 120, 300, 300])
  at.service.respond = (_, response) => void response.destroy()
  await at.turn()
  expect((await at.rows())[0]).toMatchObject({ error: 'ECONNRESET', sent_at: null, failed_at: null })
  at.later(4 * 3_600)
  at.service.respond = refuse(201)
  await at.turn()
  expect(at.service.received).toEqual([])
  expect((await at.rows())[0]).toMatchObject({ failed_at: at.time.now, error: 'too old' })
})

test('what got through late is kept by the push service only as long as it is of use', async () => {
  await at.withBrowser(at.leader, 'gate')
  await at.tell(at.leader)
  at.later(3_600)
  await at.turn()
  expect(at.service.received[0]?.headers['ttl']).toBe(String(3 * 3_600))
})

test('a notice whose process died over it is taken up by another a minute later', async () => {
  await at.withBrowser(at.leader, 'gate')
  let hanging: ServerResponse | undefined
  at.service.respond = (_, response) => void (hanging = response)
  await at.tell(at.leader)
  const killed = new AbortController()
  const turn = at.turn(killed.signal)
  await expect.poll(() => hanging).toBeDefined()
  const [claimed] = await at.rows()
  killed.abort()
  await turn
  // As the killed process left it: claimed, and nobody there to say what became of it.
  await at.context.db.updateTable('outbox_push').set({ next_try_at: claimed?.next_try_at, attempts: 0, error: null }).execute()
  at.service.respond = refuse(201)
  at.later(59)
  await at.turn()
  expect(at.service.received).toHaveLength(0)
  at.later(1)
  await at.turn()
  expect(at.service.received).toHaveLength(1)
})

test('a push service that does not answer holds up its own browsers alone', async () => {
  const slow = await makeUser(at.context.db, 'HeadquartersAdmin', at.office)
  await at.withBrowser(slow, 'slow')
  await at.withBrowser(at.leader, 'gate')
  let hanging: ServerResponse | undefined
  at.service.respond = (name, response) => {
    if (name === 'slow') hanging = response
    else response.writeHead(201).end()
  }
  await at.tell(slow)
  const turn = at.turn()
  await expect.poll(() => hanging).toBeDefined()
  await at.tell(at.leader)
  await expect.poll(() => at.service.received.map(({ browser }) => browser)).toEqual(['gate'])
  // It was not given up before.
  expect(hanging?.destroyed).toBe(false)
  hanging?.writeHead(201).end()
  await turn
})

test('a flood comes as five notices and then one digest a minute, in which emergencies do not wait', async () => {
  await at.withBrowser(at.leader, 'gate')
  const warn = (n: number, over = {}) => at.tell(at.leader, { title: `警戒 ${n}`, emergency: false, level: 2, ...over })
  for (let n = 1; n <= 9; n += 1) await warn(n)
  await at.turn()
  expect(titles()).toEqual(['警戒 1', '警戒 2', '警戒 3', '警戒 4', '警戒 5', 'アラート4件　最も重いものは警戒　13:00'])
  expect(at.service.received[5]?.notice.body).toBe('警戒 6\n警戒 7\n警戒 8\nほか1件')
  at.service.received.length = 0
  await warn(10)
  await warn(11, { level: 3 })
  await at.tell(at.leader)
  at.later(59)
  await at.turn()
  expect(titles()).toEqual(['緊急　東雲　足場班　13:00'])
  at.later(1)
  await at.turn()
  expect(titles().slice(1)).toEqual(['アラート2件　最も重いものは危険　13:01'])
  at.later(60)
  await warn(12)
  await at.turn()
  at.later(120)
  await warn(13)
  await at.turn()
  expect(titles().slice(2)).toEqual(['警戒 12', '警戒 13'])
})

test('somebody who was deleted or logged out meanwhile is not notified; somebody whom others locked out is', async () => {
  const { db } = at.context
  const person = () => makeUser(db, 'HeadquartersAdmin', at.office)
  const [deleted, locked, loggedOut] = [await person(), await person(), await person()]
  await at.withBrowser(deleted, 'deleted')
  await at.withBrowser(locked, 'locked')
  const { sessionId } = await at.withBrowser(loggedOut, 'loggedOut')
  const change = async () => {
    await db.updateTable('app_user').set({ deleted_at: at.time.now }).where('user_id', '=', deleted.user_id).execute()
    await lockOut(db, locked, at.time.now)
    await db.updateTable('session').set({ ended_at: at.time.now, ended_reason: 'logout' }).where('session_id', '=', sessionId).execute()
  }
  const everybody = [deleted, locked, loggedOut]
  for (const user of everybody) expect(await at.tell(user)).toEqual(new Set([user.user_id]))
  await change()
  await at.turn()
  for (const user of [deleted, loggedOut]) expect(await at.tell(user)).toEqual(new Set())
  expect(await at.tell(locked)).toEqual(new Set([locked.user_id]))
  await at.turn()
  expect(at.service.received.map(({ browser }) => browser)).toEqual(['locked', 'locked'])
})

test('nobody is notified that nobody has answered once somebody has', async () => {
  await at.withBrowser(at.leader, 'gate')
  const { company_id: companyId, user_id: userId } = at.leader
  const queueNotice = async (title: string, handling: 'open' | 'acknowledged', of: typeof at.worker) => {
    const alert = await at.newAlert(of)
    await at.context.db.updateTable('alert').set({ handling, ended_at: null }).where('alert_id', '=', alert.alert_id).execute()
    const payload = at.notice({ title, tag: `alert-${alert.alert_id}` })
    await queuePush(at.context, [{ companyId, userId, at: at.time.now, alertId: alert.alert_id, escalated: true, payload }])
  }
  await queueNotice('未対応', 'open', at.worker)
  await queueNotice('対応済み', 'acknowledged', await makeUser(at.context.db, 'User', { ...at.office, group_id: at.group.group_id }))
  await at.turn()
  expect(titles()).toEqual(['未対応'])
  expect((await at.rows())[1]).toMatchObject({ sent_at: null, failed_at: at.time.now, error: 'answered meanwhile' })
})

test('nobody is notified of what they may no longer see', async () => {
  const { db } = at.context
  const there = await makeOffice(db, { company_id: at.office.company_id })
  const otherGroup = await makeGroup(db, { office_id: at.office.office_id })
  const people = {
    contract: await makeUser(db, 'AdminUnitContract', at.office),
    base: await makeUser(db, 'HeadquartersAdmin', at.office),
    movedBase: await makeUser(db, 'HeadquartersAdmin', there),
    leader: await makeUser(db, 'GroupSubLeader', { ...at.office, group_id: at.group.group_id }),
    movedLeader: await makeUser(db, 'GroupSubLeader', { ...at.office, group_id: otherGroup.group_id }),
    worker: at.worker,
    otherWorker: await makeUser(db, 'User', { ...at.office, group_id: at.group.group_id }),
  }
  for (const [name, user] of Object.entries(people)) {
    await at.withBrowser(user, name)
    await at.tell(user)
  }
  await at.turn()
  expect(at.service.received.map(({ browser }) => browser).toSorted()).toEqual(['base', 'contract', 'leader', 'worker'])
  const given = (await at.rows()).filter(({ failed_at }) => failed_at !== null)
  expect(given.map(({ error }) => error)).toEqual(Array.from({ length: 3 }, () => 'no longer for this reader'))
})

test('notices are kept a day, and browsers as long as their session', async () => {
  const { sessionId } = await at.withBrowser(at.leader, 'out')
  await at.withBrowser(at.leader, 'in')
  await at.tell(at.leader)
  at.later(86_401)
  await at.tell(at.leader)
  await at.context.db
    .updateTable('session')
    .set({ ended_at: at.time.now, ended_reason: 'logout' })
    .where('session_id', '=', sessionId)
    .execute()
  await takeTurn(at.context, forgetPushesJob)
  expect((await at.browsers()).map(({ endpoint }) => endpoint)).toEqual([`http://${at.service.host}/in`])
  expect(await at.rows()).toMatchObject([{ created_at: at.time.now }])
})
