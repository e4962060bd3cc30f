import type { AlertEpisode } from '@mimamori/contract'
import { type StoredState, unpackState } from '@mimamori/heat'
import { expect, test } from 'vitest'
import { waitingForLocks } from '../../../platform/database/test-database.ts'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { startAlertTests } from './test-alerts.ts'

const { product, tenants, before, list, makeEmergency } = await startAlertTests()

const post = async (user: { user_id: number }, id: number, path: string, payload?: object) => {
  const { status, body } = await product.askAs(user, 'POST', `/api/Alert/${id}/${path}`, payload)
  return { status, body: body as AlertEpisode }
}
const rested = { outcome: 'rested', note: '日陰で15分休んだ' }

test('handling goes forward step by step or at a leap, never back, and each step is on record once', async () => {
  const { db } = product.context
  const { people } = tenants
  const { alert_id: id } = await makeAlert(db, people.worker, before(2))
  expect(await post(people.leader, id, 'Acknowledge')).toMatchObject({
    status: 200,
    body: { handling: 'acknowledged', handledBy: '職長　一', handledAt: '2026-07-20T13:00:00+09:00' },
  })
  expect(await post(people.base, id, 'Acknowledge')).toMatchObject({
    status: 200,
    body: { handling: 'acknowledged', handledBy: '職長　一' },
  })
  expect(await post(people.base, id, 'Respond')).toMatchObject({
    status: 200,
    body: { handling: 'responding', handledBy: people.base.full_name },
  })
  expect(await post(people.leader, id, 'Acknowledge')).toMatchObject({
    status: 200,
    body: { handling: 'responding', handledBy: people.base.full_name },
  })
  expect(await post(people.leader, id, 'Close', rested)).toMatchObject({
    status: 200,
    body: { handling: 'closed', outcome: 'rested', note: rested.note, endedAt: '2026-07-20T13:00:00+09:00', ending: 'closed' },
  })
  for (const path of ['Acknowledge', 'Respond'])
    expect(await post(people.leader, id, path)).toMatchObject({ status: 400, body: ['このアラートの対応は、すでに終わっています。'] })
  expect((await post(people.leader, id, 'Close', rested)).status).toBe(400)
  const events = await db
    .selectFrom('alert_event')
    .select(['alert_event.event', 'alert_event.user_id', 'alert_event.note'])
    .orderBy('alert_event.at')
    .execute()
  expect(events).toEqual([
    { event: 'acknowledged', user_id: people.leader.user_id, note: null },
    { event: 'responding', user_id: people.base.user_id, note: null },
    { event: 'closed', user_id: people.leader.user_id, note: rested.note },
  ])
  const audit = await db.selectFrom('audit_log').selectAll().orderBy('audit_log.audit_id').execute()
  expect(audit).toMatchObject([
    {
      action: 'acknowledged',
      resource: 'alert',
      resource_id: String(id),
      user_id: people.leader.user_id,
      office_id: tenants.office.office_id,
      before: { handling: 'open' },
    },
    { action: 'responding' },
    {
      action: 'closed',
      before: { handling: 'responding', outcome: null },
      after: { handling: 'closed', outcome: 'rested', note: rested.note },
    },
  ])
})

test('an open alert may be closed at once, with an outcome that exists', async () => {
  const { db } = product.context
  const { people } = tenants
  const { alert_id: id } = await makeAlert(db, people.worker, before(2))
  expect((await post(people.leader, id, 'Close')).status).toBe(400)
  expect((await post(people.leader, id, 'Close', { outcome: 'cured', note: '' })).status).toBe(400)
  expect((await post(people.leader, id, 'Close', { outcome: 'other', note: 'あ'.repeat(1_001) })).status).toBe(400)
  expect(await post(people.leader, id, 'Close', { outcome: 'other' })).toMatchObject({
    status: 200,
    body: { outcome: 'other', note: null },
  })
})

test('a note of null is none', async () => {
  const { people } = tenants
  const { alert_id: id } = await makeAlert(product.context.db, people.worker, before(2))
  expect(await post(people.leader, id, 'Close', { outcome: 'other', note: null })).toMatchObject({ status: 200, body: { note: null } })
})

test('nobody handles an alert outside their scope, and a worker none', async () => {
  const { db } = product.context
  const { people } = tenants
  const { alert_id: id } = await makeAlert(db, people.neighbour, before(2))
  for (const viewer of [people.leader, people.subLeader, people.foreignBase, people.foreignContract])
    for (const [path, payload] of [['Acknowledge'], ['Respond'], ['Close', rested]] as const)
      expect((await post(viewer, id, path, payload)).status, `${viewer.role} ${path}`).toBe(404)
  expect((await post(people.neighbour, id, 'Acknowledge')).status).toBe(403)
  expect((await post(people.service, 999_999, 'Acknowledge')).status).toBe(404)
  expect((await list(people.base)).body.data).toMatchObject([{ handling: 'open' }])
})

test('closing an emergency ends it, takes it off the worker and starts the accumulated time again', async () => {
  const { db } = product.context
  const { people } = tenants
  const { alert_id: id } = await makeEmergency()
  const bumped = async () => (await db.selectFrom('worker_state').select('changed_at').executeTakeFirst())?.changed_at.getTime()
  const earlier = await bumped()
  expect(await post(people.base, id, 'Close', { outcome: 'medical', note: '' })).toMatchObject({
    status: 200,
    body: {
      handling: 'closed',
      outcome: 'medical',
      endedAt: '2026-07-20T13:00:00+09:00',
      ending: 'closed',
      late: '0',
      withdrawn: '0',
      emergency: '1',
      reason: '危険の累計が 15分に到達',
    },
  })
  const state = await db.selectFrom('worker_state').selectAll().executeTakeFirstOrThrow()
  expect(state).toMatchObject({ emergency_since: null, emergency_cause: null, total_level: 3 })
  expect(unpackState(state.judge as StoredState)).toMatchObject({ emergency: { spans: [], open: null }, total: 3 })
  expect(await bumped()).toBeGreaterThan(earlier ?? Number.POSITIVE_INFINITY)
})

test('an emergency of a worker of whom nothing was ever judged can be closed', async () => {
  const { db } = product.context
  const { people } = tenants
  const { alert_id: id } = await makeAlert(db, people.worker, before(2), { kind: 'emergency', cause: 'call', reason: null })
  expect(await post(people.leader, id, 'Close', rested)).toMatchObject({ status: 200, body: { reason: '呼び出しボタンが押されました' } })
})

test("a site's own alert is its administrators' to handle", async () => {
  const { db } = product.context
  const { people, office } = tenants
  const watcher = await makeDevice(db, 'heat', office.office_id)
  const site = {
    kind: 'siteHeat',
    user_id: null,
    full_name: null,
    group_id: null,
    device_id: watcher.device_id,
    excess: 3.2,
    heart_rate: null,
    reason: JSON.stringify({ kind: 'heat', limit: 28, minutes: 0 }),
  }
  const { alert_id: id } = await makeAlert(db, people.worker, before(2), site)
  expect((await list(people.base)).body.data).toMatchObject([
    { userId: null, fullName: null, age: null, reason: '28.0℃の基準値を 3.2℃ 超過' },
  ])
  expect((await list(people.leader)).body.count).toBe(0)
  expect((await post(people.leader, id, 'Acknowledge')).status).toBe(404)
  expect((await post(people.base, id, 'Close', rested)).status).toBe(200)
})

test('of two who close at once one succeeds and the other gets the answer that it is closed', async () => {
  const { db } = product.context
  const { people } = tenants
  for (let round = 0; round < 5; round += 1) {
    const { alert_id: id } = await makeEmergency()
    const answers = await Promise.all([
      post(people.leader, id, 'Close', rested),
      post(people.base, id, 'Close', { outcome: 'falseAlarm', note: '' }),
      post(people.subLeader, id, 'Close', rested),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
    const events = await db.selectFrom('alert_event').selectAll().where('alert_event.alert_id', '=', id).execute()
    expect(events).toHaveLength(1)
  }
})

test('closing waits for a batch of readings that holds the worker, in the same order of locks', async () => {
  const { people } = tenants
  const { alert_id: id } = await makeEmergency()
  const client = await product.context.pool.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from worker_state ws where ws.company_id = $1 and ws.user_id = $2 for update', [
      people.worker.company_id,
      people.worker.user_id,
    ])
    const closing = post(people.base, id, 'Close', rested)
    await expect.poll(async () => (await product.context.pool.query(waitingForLocks)).rowCount).toBe(1)
    // Were the alert locked first, this would now wait for the closing and the closing for us.
    await client.query('update alert set level = 2 where alert_id = $1', [id])
    await client.query('commit')
    expect((await closing).status).toBe(200)
  } finally {
    client.release()
  }
})
