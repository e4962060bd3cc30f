import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import type { Wallboard } from '@mimamori/contract'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStream } from '../../platform/http/test-stream.ts'
import { makeAlert } from '../../shared/monitoring/workers/test-workers.ts'
import { announce, announceOffice } from '../../shared/announcements/announce.ts'
import { findSender } from '../../shared/access-keys/ingest-key.ts'
import { makeOffice, makeUser, makeOfficeLink, signInAs } from '../../shared/organisation/test-factories.ts'
import { findOfficeLink } from '../../shared/access-keys/office-link.ts'
import { registerRoutes } from '../../platform/http/register-routes.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { wallboardRoutes } from './routes.ts'
import type { boardPace } from './boards.ts'
import { startBoards } from './start-boards.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let office: Awaited<ReturnType<typeof makeOffice>>
let served: Awaited<ReturnType<typeof serve>>
let url = ''

const serve = async (pace: typeof boardPace) => {
  const boards = startBoards(made.context, undefined, pace)
  const app = fastify()
  app.addHook('preClose', () => boards.stop())
  registerRoutes(app, made.context, wallboardRoutes(made.context, boards), findSender, findOfficeLink)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/Wallboard`, close: () => app.close() }
}

// Often enough for a test to see what changes, and seldom enough for news to be what brings it.
const pace = { alertsEveryMs: 50, atMostEveryMs: 50, atLeastEveryMs: 60_000, siteEveryMs: 0, checkEveryMs: 100 }

beforeAll(async () => {
  made = await createTestContext()
  office = await makeOffice(made.context.db)
  served = await serve(pace)
  url = served.url
})
afterAll(async () => {
  await served.close()
  await made.drop()
})

const open = (headers: Record<string, string>, of = office, at = url) => openStream(`${at}/${of.office_id}/Live`, headers)
type Stream = Awaited<ReturnType<typeof open>>
const key = () => ({ companyId: office.company_id, officeId: office.office_id })
const shows = (stream: Stream, fits: (board: Wallboard) => boolean) =>
  stream.find(({ event, data }) => event === 'board' && fits(data as Wallboard))
const ended = async (stream: Stream) => {
  await stream.find(({ event }) => event === 'revoked')
  if (!stream.isEnded) await new Promise((resolve) => stream.response.once('close', resolve))
}

test('the whole board comes at once, and again with what changes at its office', async () => {
  const { db } = made.context
  const link = await makeOfficeLink(db, office.office_id)
  const stream = await open(link.headers)
  expect(stream.headers['content-type']).toContain('text/event-stream')
  await shows(stream, ({ officeId, emergencies }) => officeId === office.office_id && emergencies.length === 0)
  const person = await makeUser(db, 'User', office, { full_name: '馬場　昭彦' })
  const { alert_id } = await makeAlert(db, person, made.context.clock(), { kind: 'emergency', level: 3 })
  await announce(db, { ...key(), alertIds: [alert_id] })
  await shows(stream, ({ emergencies }) => emergencies[0]?.name === '馬場')
  const reported = await makeUser(db, 'User', office, { full_name: '江口　陸' })
  const report = await makeAlert(db, reported, made.context.clock(), { kind: 'report', source: 'self', level: null })
  await announce(db, { ...key(), alertIds: [report.alert_id] })
  await shows(stream, ({ people }) => people[0]?.name === '江口')
  stream.close()
})

test('no timer is waited for until a board shows an alert', async () => {
  const { db } = made.context
  const another = await makeOffice(db)
  const { companyId, officeId } = { companyId: another.company_id, officeId: another.office_id }
  const link = await makeOfficeLink(db, officeId)
  const own = await serve({ ...pace, alertsEveryMs: 0, atMostEveryMs: 3_600_000, checkEveryMs: 3_600_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const stream = await open(link.headers, another, own.url)
  const emergencies = () => stream.events.map(({ data }) => (data as Wallboard).emergencies.length).at(-1)
  await expect.poll(emergencies).toBe(0)
  const { alert_id } = await makeAlert(db, await makeUser(db, 'User', another), made.context.clock(), { kind: 'emergency', level: 3 })
  const announced = async () => {
    // Again, since it may not listen yet.
    await announce(db, { companyId, officeId, alertIds: [alert_id] })
    return emergencies()
  }
  await expect.poll(announced).toBe(1)
  stream.close()
  await own.close()
})

test('where boards are read slowly, alerts are gathered for twice as long as that took', async () => {
  const { db, pool } = made.context
  const [slow, other] = [await makeOffice(db), await makeOffice(db)]
  const own = await serve({ ...pace, alertsEveryMs: 0, atMostEveryMs: 10_000, checkEveryMs: 3_600_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const soon = (holds: () => unknown) => expect.poll(holds)
  const watch = async (of: typeof office) => {
    const stream = await open((await makeOfficeLink(db, of.office_id)).headers, of, own.url)
    const { alert_id } = await makeAlert(db, await makeUser(db, 'User', of), made.context.clock(), { kind: 'emergency', level: 3 })
    const boards = () => stream.events.filter(({ event }) => event === 'board').length
    await soon(boards).toBe(1)
    const where = { companyId: of.company_id, officeId: of.office_id }
    return { stream, boards, where, announceAlert: () => announce(db, { ...where, alertIds: [alert_id] }) }
  }
  const atSlow = await watch(slow)
  const readAgain = async () => {
    await announceOffice(db, atSlow.where)
    vi.advanceTimersByTime(10_000)
    return atSlow.boards()
  }
  // Again and again, since it may not listen yet.
  await soon(readAgain).toBeGreaterThan(1)
  // What was announced meanwhile is read before the table is blocked.
  const readWithin = async (ms: number) => {
    const known = atSlow.boards()
    vi.advanceTimersByTime(10_000)
    await after(ms)
    return atSlow.boards() - known
  }
  await soon(() => readWithin(1_000)).toBe(0)

  const blocker = await pool.connect()
  onTestFinished(() => blocker.release(true))
  await blocker.query('begin')
  await blocker.query('lock table alert in access exclusive mode')
  const since = Date.now()
  await announceOffice(db, atSlow.where)
  const waiting = `
    select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.relation = 'alert'::regclass and not l.granted`
  // In small steps: the announcement may still be on its way, and how long the read takes is measured by the same clock.
  const isWaiting = async () => {
    vi.advanceTimersByTime(100)
    return (await blocker.query(waiting)).rowCount
  }
  await expect.poll(isWaiting, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0)
  const before = atSlow.boards()
  vi.setSystemTime(Date.now() + 1_000)
  await blocker.query('commit')
  await soon(atSlow.boards).toBe(before + 1)
  const longest = Date.now() - since

  const elsewhere = await watch(other)
  await atSlow.announceAlert()
  await elsewhere.announceAlert()
  await soon(elsewhere.boards).toBe(2)
  expect(atSlow.boards()).toBe(before + 1)
  vi.advanceTimersByTime(2 * longest)
  await soon(atSlow.boards).toBe(before + 2)
  for (const { stream } of [atSlow, elsewhere]) stream.close()
  await own.close()
})

test('a revoked link ends its open boards with a word and no others', async () => {
  const { db } = made.context
  const [link, other] = [await makeOfficeLink(db, office.office_id), await makeOfficeLink(db, office.office_id)]
  const [stream, otherStream] = [await open(link.headers), await open(other.headers)]
  await shows(stream, () => true)
  await shows(otherStream, () => true)
  const heard = otherStream.events.length
  await db.updateTable('office_link').set({ revoked_at: new Date() }).where('office_link.link_id', '=', link.linkId).execute()
  await announceOffice(db, key())
  await ended(stream)
  await otherStream.find((event) => otherStream.events.indexOf(event) >= heard)
  expect(otherStream.isEnded).toBe(false)
  otherStream.close()
})

test('the board of an administrator who must set something by now ends, unless their company vouched for them', async () => {
  const { db } = made.context
  const owing = await makeUser(db, 'HeadquartersAdmin', office)
  const [here, byProvider] = [await signInAs(made.context, owing.user_id), await signInAs(made.context, owing.user_id)]
  await db.updateTable('session').set({ by_provider: true }).where('session.session_id', '=', byProvider.sessionId).execute()
  const [stream, otherStream] = [await open(here.headers), await open(byProvider.headers)]
  await shows(stream, () => true)
  await shows(otherStream, () => true)
  await db.updateTable('app_user').set({ must_change_password: true }).where('app_user.user_id', '=', owing.user_id).execute()
  await ended(stream)
  expect(otherStream.isEnded).toBe(false)
  otherStream.close()
})

test('a session that is over, and an administrator who is none any more, end theirs', async () => {
  const { db } = made.context
  const [leaving, demoted] = [await makeUser(db, 'HeadquartersAdmin', office), await makeUser(db, 'HeadquartersAdmin', office)]
  const [session, other] = [await signInAs(made.context, leaving.user_id), await signInAs(made.context, demoted.user_id)]
  const streams = [await open(session.headers), await open(other.headers)]
  for (const stream of streams) await shows(stream, () => true)
  await db
    .updateTable('session')
    .set({ ended_at: new Date(), ended_reason: 'logout' })
    .where('session.session_id', '=', session.sessionId)
    .execute()
  await db.updateTable('app_user').set({ role: 'User' }).where('app_user.user_id', '=', demoted.user_id).execute()
  await announceOffice(db, key())
  for (const stream of streams) await ended(stream)
})

test('a deleted office ends its boards', async () => {
  const { db } = made.context
  const gone = await makeOffice(db)
  const stream = await open((await makeOfficeLink(db, gone.office_id)).headers, gone)
  await shows(stream, () => true)
  await db.deleteFrom('office_link').where('office_link.office_id', '=', gone.office_id).execute()
  await db.deleteFrom('office').where('office.office_id', '=', gone.office_id).execute()
  await announceOffice(db, { companyId: gone.company_id, officeId: gone.office_id })
  await ended(stream)
})

test('a link is open on twenty screens and no more', async () => {
  const link = await makeOfficeLink(made.context.db, office.office_id)
  const streams: Stream[] = []
  for (let n = 0; n < 20; n++) streams.push(await open(link.headers))
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect((await fetch(`${url}/${office.office_id}/Live`, { headers: link.headers })).status).not.toBe(200)
  expect((await fetch(`${url}/${office.office_id}`, { headers: link.headers })).status).toBe(200)
  for (const stream of streams) stream.close()
})
