import { type AlertEpisode, liveEvents } from '@mimamori/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { makeDevice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startLiveTests } from '../../test-live.ts'
import { openStream } from '../../platform/http/test-stream.ts'
import { reportAtPoster, reportUnwell } from '../alerts/episodes/report.ts'
import { rowsOf } from './test-rows.ts'

const { product, url, open, listen } = await startLiveTests()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')

const change = (user: { user_id: number; company_id: number; office_id: number | null }, heartRate: number) =>
  product.context.db.transaction().execute(async (db) => {
    await setState(db, user.user_id, now, { heart_rate: heartRate })
    await announce(db, { companyId: user.company_id, officeId: user.office_id ?? 0, userIds: [user.user_id] })
  })
const rowWith = (heartRate: number) => (event: { event: string; data: unknown }) =>
  event.event === 'condition' && rowsOf([{ ...event, id: undefined }]).some((row) => row.heartRate === heartRate)
const settled = () => new Promise((resolve) => setTimeout(resolve, 500))

test('a stream begins with a ping that carries a position, in headers no proxy holds back', async () => {
  const stream = await listen(tenants.people.base)
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  const [ping] = stream.events
  expect(ping?.id).toMatch(/^\d+$/)
  expect(liveEvents.ping.parse(ping?.data)).toEqual({ at: '2026-07-20T13:00:00+09:00', lastReceivedAt: null })
  expect((await openStream(url, {})).status).toBe(401)
})

test('who can unpack it gets the same compressed, of one person and of many, while the stream stays open', async () => {
  const { base, worker } = tenants.people
  const headers = { ...(await product.as(base)), 'accept-encoding': 'br;q=0.1, gzip' }
  const [plain, compressed] = [await listen(base), await openStream(url, headers)]
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  await compressed.find(({ event }) => event === 'ping')
  const many = await Promise.all(Array.from({ length: 20 }, () => makeUser(product.context.db, 'User', tenants.office)))
  await change(worker, 71)
  await compressed.find(rowWith(71))
  for (const one of many) await setState(product.context.db, one.user_id, now, { heart_rate: 72 })
  const { company_id: companyId, office_id: officeId } = tenants.office
  await announce(product.context.db, { companyId, officeId, userIds: many.map(({ user_id }) => user_id) })
  await compressed.find(rowWith(72))
  await expect.poll(() => rowsOf(plain.events)).toHaveLength(21)
  await expect.poll(() => rowsOf(compressed.events)).toEqual(rowsOf(plain.events))
  compressed.close()
})

test('a change reaches those who may see it, and nobody else', async () => {
  const { people, office, sibling, otherGroup } = tenants
  const seeing = await Promise.all(
    [people.service, people.contract, people.base, people.leader, people.subLeader, people.worker].map((user) => listen(user)),
  )
  seeing.push(await listen(people.contract, `?officeId=${office.office_id}`))
  const blind = await Promise.all(
    [people.neighbour, people.sibling, people.foreignContract, people.foreignBase].map((user) => listen(user)),
  )
  blind.push(await listen(people.contract, `?officeId=${sibling.office_id}`))
  blind.push(await listen(people.base, `?groupId=${otherGroup.group_id}`))
  await change(people.worker, 101)
  for (const stream of seeing) {
    const event = await stream.find(rowWith(101))
    expect(liveEvents.condition.parse(event.data)).toMatchObject([
      { userId: people.worker.user_id, furigana: people.worker.furigana, alertLevel: 0 },
    ])
  }
  expect(rowsOf(seeing[0]?.events ?? []).map(({ waveLevel }) => waveLevel)).toEqual([3])
  for (const stream of seeing.slice(1)) expect(rowsOf(stream.events).map(({ waveLevel }) => waveLevel)).toEqual([null])
  await settled()
  for (const stream of blind) expect(rowsOf(stream.events)).toEqual([])
})

test('a report at a poster, about nobody who is known, reaches all leaders of the site at once', async () => {
  const { people, office, otherGroup } = tenants
  const { db } = product.context
  const ofOtherGroup = await makeUser(db, 'GroupLeader', { ...office, group_id: otherGroup.group_id })
  const withoutGroup = await makeUser(db, 'GroupLeader', office)
  const [worker, elsewhere] = await Promise.all([listen(people.worker), listen(people.foreignBase)])
  const leading = [people.base, people.leader, people.subLeader, ofOtherGroup, withoutGroup]
  const streams = await Promise.all(leading.map((user) => listen(user)))
  streams.push(await listen(people.base, `?groupId=${otherGroup.group_id}`))
  const { company_id: companyId, office_id: officeId } = office
  const report = { companyId, officeId, posterPlace: '北門', receipt: 'live', doneAt: now, receivedAt: now, joins: false, text: {} }
  const { alertId } = await db.transaction().execute((trx) => reportAtPoster(trx, report))
  for (const stream of streams) {
    const { data } = await stream.find(({ event }) => event === 'alert')
    expect(liveEvents.alert.parse(data)).toMatchObject([{ id: alertId, kind: 'report', locationName: '北門' }])
  }
  for (const stream of [worker, elsewhere]) expect(stream.events.filter(({ event }) => event !== 'ping')).toEqual([])
})

test('a report and its closing show at once in the row of the worker', async () => {
  const { people, office } = tenants
  const { db } = product.context
  const reporter = await makeUser(db, 'User', { ...office, group_id: tenants.group.group_id })
  const [leader, elsewhere] = await Promise.all([listen(people.leader), listen(people.foreignBase)])
  const { company_id: companyId, office_id: officeId } = office
  const report = { companyId, officeId, userId: reporter.user_id, doneAt: now, receivedAt: now }
  const { alertId } = await db.transaction().execute((trx) => reportUnwell(trx, report))
  const shows = (reportedAt: string | null) =>
    leader.find(({ event, data, id }) => event === 'condition' && rowsOf([{ event, data, id }])[0]?.reportedAt === reportedAt)
  await shows('2026-07-20T13:00:00+09:00')
  await product.ask('POST', `/api/Alert/${alertId}/Close`, {
    headers: await product.as(people.base),
    payload: { outcome: 'rested', note: '' },
  })
  await shows(null)
  expect(elsewhere.events.filter(({ event }) => event !== 'ping')).toEqual([])
})

test('closing an emergency shows at once in the episode and in the worker', async () => {
  const { people } = tenants
  const { db } = product.context
  await setState(db, people.worker.user_id, now, { emergency_since: now, emergency_cause: 'call', heart_rate: 111 })
  const { alert_id: id } = await makeAlert(db, people.worker, now, { kind: 'emergency', cause: 'call', level: 3, reason: null })
  const leader = await listen(people.leader)
  const neighbour = await listen(people.neighbour)
  await product.ask('POST', `/api/Alert/${id}/Close`, { headers: await product.as(people.base), payload: { outcome: 'rested', note: '' } })
  const sent = await leader.find(({ event }) => event === 'alert')
  expect(liveEvents.alert.parse(sent.data)).toMatchObject([{ id, handling: 'closed', outcome: 'rested', emergency: '1' }])
  expect(sent.id).toBeUndefined()
  await leader.find(rowWith(111))
  expect(rowsOf(leader.events)).toMatchObject([{ userId: people.worker.user_id, emergency: '0' }])
  expect(neighbour.events.filter(({ event }) => event !== 'ping')).toEqual([])
})

test('devices: equipment to the whole site but its workers, what is worn to the wearer’s leader', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const gateway = await makeDevice(db, 'gateway', office.office_id)
  const loose = await makeDevice(db, 'vital', office.office_id)
  const [base, leader, worker, foreign] = await Promise.all(
    [people.base, people.leader, people.worker, people.foreignContract].map((user) => listen(user)),
  )
  await announce(db, { companyId: office.company_id, officeId: office.office_id, deviceIds: [gateway.device_id, loose.device_id] })
  const idsIn = (data: unknown) => liveEvents.device.parse(data).map(({ deviceId }) => deviceId)
  expect(idsIn((await base?.find(({ event }) => event === 'device'))?.data)).toEqual([gateway.device_id, loose.device_id])
  expect(idsIn((await leader?.find(({ event }) => event === 'device'))?.data)).toEqual([gateway.device_id])
  await settled()
  for (const stream of [worker, foreign]) expect(stream?.events.every(({ event }) => event === 'ping')).toBe(true)
})

test('what lists show changed: sent to everybody at the office and above it, and to nobody elsewhere', async () => {
  const { people, office } = tenants
  const near = await Promise.all([people.service, people.contract, people.base, people.leader, people.worker].map((user) => listen(user)))
  const far = await Promise.all([people.foreignContract, people.foreignBase, people.sibling].map((user) => listen(user)))
  await announce(product.context.db, { companyId: office.company_id, officeId: office.office_id, display: true })
  for (const stream of near) {
    const sent = await stream.find(({ event }) => event === 'display')
    expect(liveEvents.display.parse(sent.data)).toEqual([{ companyId: office.company_id, officeId: office.office_id }])
  }
  await settled()
  for (const stream of far) expect(stream.events.every(({ event }) => event === 'ping')).toBe(true)
})

test('resuming brings what was missed and only that, in the query as in the header', async () => {
  const { people } = tenants
  const first = await listen(people.base)
  await change(people.worker, 121)
  await first.find(rowWith(121))
  first.close()
  await change(people.neighbour, 122)
  await change(people.sibling, 123)
  for (const resumed of [await open(people.base, '', first.position), await open(people.base, `?LastEventId=${first.position}`)]) {
    await resumed.find(({ event }) => event === 'ping')
    expect(rowsOf(resumed.events).map(({ heartRate }) => heartRate)).toContain(122)
    expect(rowsOf(resumed.events).map(({ heartRate }) => heartRate)).not.toContain(123)
  }
  // What changed within a minute before the position is sent again; what is older is not.
  for (const table of ['worker_state', 'alert'] as const)
    await product.context.db
      .updateTable(table)
      .set({ changed_at: sql`now() - interval '2 minutes'` })
      .execute()
  const up = await open(people.base, '', (await listen(people.base)).position)
  await up.find(({ event }) => event === 'ping')
  expect(rowsOf(up.events)).toEqual([])
})

test('a long transaction that commits late is delivered, to who stayed and to who resumes from before', async () => {
  const { people, office } = tenants
  const { pool } = product.context
  const stayed = await listen(people.base)
  const client = await pool.connect()
  await client.query('begin')
  await client.query('update worker_state set heart_rate = 131, changed_at = now() where user_id = $1', [people.worker.user_id])
  // Younger transactions commit and are sent while the old one is still running.
  await change(people.neighbour, 132)
  await stayed.find(rowWith(132))
  const left = await open(people.base, '', stayed.position)
  await left.find(({ event }) => event === 'ping')
  left.close()
  await client.query("select pg_notify('live', $1)", [
    JSON.stringify({ c: office.company_id, o: office.office_id, u: [people.worker.user_id] }),
  ])
  await client.query('commit')
  client.release()
  await stayed.find(rowWith(131))
  const resumed = await open(people.base, '', left.position)
  await resumed.find(rowWith(131))
})

test('a lost listening connection is opened again, and what happened meanwhile is sent', async () => {
  const { people } = tenants
  const { db } = product.context
  const stream = await listen(people.base)
  let last = 0
  const cut = async () => {
    // The one before may still be ending.
    const listening = async () =>
      (
        await sql<{ pid: number }>`select a.pid from pg_stat_activity a
          where a.datname = current_database() and a.pid not in (pg_backend_pid(), ${last}) and a.query ~ '^(listen|select floor)'`.execute(
          db,
        )
      ).rows
    await expect.poll(listening).toHaveLength(1)
    last = (await listening())[0]?.pid ?? 0
    expect((await sql`select pg_terminate_backend(${last}) as done`.execute(db)).rows).toEqual([{ done: true }])
  }
  await cut()
  await change(people.worker, 141)
  await stream.find(rowWith(141))
  await change(people.worker, 142)
  await stream.find(rowWith(142))
  expect(stream.isEnded).toBe(false)
  await cut()
  const newcomer = await listen(people.leader)
  await change(people.worker, 143)
  await Promise.all([stream.find(rowWith(143)), newcomer.find(rowWith(143))])
})

test('no change is lost by a client that comes and goes while many write at once', async () => {
  const { people, office } = tenants
  const { db } = product.context
  // Each is written once, so whatever is passed over stays unknown.
  const workers = await Promise.all(Array.from({ length: 160 }, () => makeUser(db, 'User', office)))
  const known = new Set<number>()
  const random = (below: number) => Math.floor(Math.random() * below)
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  let isWriting = true

  const write = async (writer: number) => {
    for (const worker of workers.filter((_, index) => index % 4 === writer))
      await db.transaction().execute(async (transaction) => {
        await setState(transaction, worker.user_id, now)
        await announce(transaction, { companyId: office.company_id, officeId: office.office_id, userIds: [worker.user_id] })
        await pause(random(90))
      })
  }
  let position = (await listen(people.base)).position
  const follow = async () => {
    const note = (stream: Awaited<ReturnType<typeof open>>) => {
      for (const { userId } of rowsOf(stream.events)) known.add(userId)
      position = stream.position
    }
    while (isWriting) {
      const stream = await open(people.base, '', position)
      await pause(random(300))
      stream.close()
      note(stream)
    }
    const last = await open(people.base, '', position)
    await last.find(({ event }) => event === 'ping')
    note(last)
  }
  const following = follow()
  await Promise.all([0, 1, 2, 3].map(write))
  isWriting = false
  await following
  expect(workers.filter(({ user_id }) => !known.has(user_id))).toEqual([])
})

test('an alert of the site as a whole reaches a viewer narrowed to a group', async () => {
  const { people, office, group } = tenants
  const { db } = product.context
  const site = await makeAlert(db, people.worker, now, {
    kind: 'siteSilent',
    user_id: null,
    group_id: null,
    full_name: null,
    cause: 'gateway',
    reason: null,
  })
  const stream = await listen(people.base, `?groupId=${group.group_id}`)
  await announce(db, { companyId: office.company_id, officeId: office.office_id, alertIds: [site.alert_id] })
  const { data } = await stream.find(({ event }) => event === 'alert')
  expect((data as AlertEpisode[]).map(({ id, reason }) => [id, reason])).toEqual([[site.alert_id, '親機・子機から受信がありません']])
})
