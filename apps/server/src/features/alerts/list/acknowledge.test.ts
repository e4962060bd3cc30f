import type { AlertEpisode } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { waitingForLocks } from '../../../platform/database/test-database.ts'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

const before = (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000)

beforeEach(async () => {
  await sql`truncate alert, alert_event, audit_log cascade`.execute(product.context.db)
})

const acknowledge = async (user: { user_id: number }, ids: readonly unknown[]) => {
  const { status, body } = await product.ask('POST', '/api/Alert/Acknowledge', { headers: await product.as(user), payload: { ids } })
  return { status, body: body as { data: AlertEpisode[]; count: number } }
}
const handlings = async () => {
  const rows = await product.context.db.selectFrom('alert').select('alert.handling').orderBy('alert.alert_id').execute()
  return rows.map(({ handling }) => handling)
}

test("a person's open alerts are acknowledged by one call, each on record once; an alert further in its handling stays there", async () => {
  const { db } = product.context
  const { people } = tenants
  const emergency = await makeAlert(db, people.worker, before(1), { kind: 'emergency', cause: 'call', reason: null })
  const condition = await makeAlert(db, people.worker, before(2))
  const responding = await makeAlert(db, people.worker, before(3), { kind: 'belt', handling: 'responding' })
  const closed = await makeAlert(db, people.worker, before(4), { kind: 'battery', handling: 'closed', outcome: 'other', note: '済み' })
  const ids = [emergency, condition, responding, closed].map(({ alert_id }) => alert_id)
  expect(await acknowledge(people.leader, [...ids, ids[0]])).toMatchObject({
    status: 200,
    body: {
      count: 4,
      data: [
        { id: ids[0], handling: 'acknowledged', handledBy: '職長　一', handledAt: '2026-07-20T13:00:00+09:00' },
        { id: ids[1], handling: 'acknowledged' },
        { id: ids[2], handling: 'responding', handledBy: null },
        { id: ids[3], handling: 'closed', outcome: 'other', note: '済み' },
      ],
    },
  })
  expect((await acknowledge(people.base, ids)).body.data).toMatchObject([{ handledBy: '職長　一' }, { handledBy: '職長　一' }, {}, {}])
  const events = await db.selectFrom('alert_event').select(['alert_event.alert_id', 'alert_event.event', 'alert_event.user_id']).execute()
  expect(events).toEqual(ids.slice(0, 2).map((alert_id) => ({ alert_id, event: 'acknowledged', user_id: people.leader.user_id })))
  const audit = await db.selectFrom('audit_log').selectAll().orderBy('audit_log.audit_id').execute()
  expect(audit).toMatchObject(
    ids.slice(0, 2).map((id) => ({
      action: 'acknowledged',
      resource_id: String(id),
      user_id: people.leader.user_id,
      office_id: tenants.office.office_id,
      before: { handling: 'open' },
      after: { handling: 'acknowledged' },
    })),
  )
})

test('where one of them is out of scope none is acknowledged', async () => {
  const { db } = product.context
  const { people } = tenants
  const own = await makeAlert(db, people.worker, before(1))
  const neighbour = await makeAlert(db, people.neighbour, before(2))
  const foreign = await makeAlert(db, people.foreign, before(3))
  const ids = [own, neighbour, foreign].map(({ alert_id }) => alert_id)
  for (const [who, alertIds] of [
    [people.leader, ids.slice(0, 2)],
    [people.contract, ids],
    [people.base, [...ids.slice(0, 2), 999_999]],
    [people.foreignBase, ids.slice(0, 1)],
  ] as const)
    expect((await acknowledge(who, alertIds)).status).toBe(404)
  expect((await acknowledge(people.worker, ids.slice(0, 1))).status).toBe(403)
  expect(await handlings()).toEqual(['open', 'open', 'open'])
  expect((await acknowledge(people.service, ids)).status).toBe(200)
  expect(await handlings()).toEqual(['acknowledged', 'acknowledged', 'acknowledged'])
})

test('what has grown worse since it was seen is not acknowledged unseen, nor is what was to be with it', async () => {
  const { db } = product.context
  const { people } = tenants
  const rose = await makeAlert(db, people.worker, before(3), { level: 3, peak_level: 3 })
  const same = await makeAlert(db, people.worker, before(2), { kind: 'belt', level: 2, peak_level: 2 })
  const ids = [rose.alert_id, same.alert_id]
  const send = async (path: string, payload: object) => {
    const { status, body } = await product.ask('POST', path, { headers: await product.as(people.leader), payload })
    return { status, body }
  }
  const refused = await send('/api/Alert/Acknowledge', { ids, levels: [2, 2] })
  expect(refused).toEqual({ status: 412, body: expect.stringContaining('危険に上がりました') })
  expect(await handlings()).toEqual(['open', 'open'])
  expect((await send(`/api/Alert/${rose.alert_id}/Acknowledge`, { level: null })).status).toBe(412)
  expect((await send(`/api/Alert/${same.alert_id}/Acknowledge`, { level: 2 })).status).toBe(200)
  expect((await send('/api/Alert/Acknowledge', { ids, levels: [3, null] })).status).toBe(200)
  expect(await handlings()).toEqual(['acknowledged', 'acknowledged'])
})

test('a list of none, or of what is no number, is refused', async () => {
  const { people } = tenants
  for (const ids of [[], ['x'], [0], Array.from({ length: 1_001 }, (_, n) => n + 1)])
    expect((await acknowledge(people.base, ids)).status).toBe(400)
})

test('of two who acknowledge the same alerts at once, in another order, each alert is announced once', async () => {
  const { db } = product.context
  const { people } = tenants
  for (let round = 0; round < 5; round += 1) {
    await sql`truncate alert, alert_event cascade`.execute(db)
    const made = await Promise.all(
      (['condition', 'belt', 'noHeartRate', 'battery'] as const).map((kind, n) => makeAlert(db, people.worker, before(n), { kind })),
    )
    const ids = made.map(({ alert_id }) => alert_id)
    const answers = await Promise.all([
      acknowledge(people.leader, ids),
      acknowledge(people.base, ids.toReversed()),
      acknowledge(people.subLeader, ids),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.data[0]?.handledBy)).size).toBe(1)
    const { rows } = await sql<{ events: number }>`select count(*)::int as events from alert_event`.execute(db)
    expect(rows).toEqual([{ events: 4 }])
  }
})

test('it waits for a batch of readings that holds the worker, in the same order of locks', async () => {
  const { db, pool } = product.context
  const { people } = tenants
  await sql`insert into worker_state (company_id, user_id) values (${people.worker.company_id}, ${people.worker.user_id})
            on conflict do nothing`.execute(db)
  const { alert_id: id } = await makeAlert(db, people.worker, before(2))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from worker_state ws where ws.company_id = $1 and ws.user_id = $2 for update', [
      people.worker.company_id,
      people.worker.user_id,
    ])
    const answer = acknowledge(people.leader, [id])
    await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount).toBe(1)
    await client.query('update alert set level = 2 where alert_id = $1', [id])
    await client.query('commit')
    expect((await answer).body.data).toMatchObject([{ handling: 'acknowledged', alertLevel: 2 }])
  } finally {
    client.release()
  }
})
