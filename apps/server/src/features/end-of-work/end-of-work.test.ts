import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findUnsettled, followSilence } from '../alerts/silence/follow-silence.ts'
import { makeSite, tokyo } from '../alerts/silence/test-site.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()

const turnAt = async (clock: string) => {
  product.time.now = tokyo(clock)
  const { db } = product.context
  for (const offices of await findUnsettled(db, product.time.now, () => sql`true`))
    await db.transaction().execute((transaction) => followSilence(transaction, offices, product.time.now))
}
/** A site of five people, of whom the first two are a group, four silent since 17:00; and somebody of each role. */
const homeTime = async () => {
  product.time.now = tokyo('06:00')
  const site = await makeSite(product, 5, 2)
  const { db } = product.context
  const people = {
    base: await makeUser(db, 'HeadquartersAdmin', site.office),
    contract: await makeUser(db, 'AdminUnitContract', site.office),
    service: await makeUser(db, 'AdminUnitService'),
    leader: await makeUser(db, 'GroupLeader', site.group),
    subLeader: await makeUser(db, 'GroupSubLeader', site.group),
  }
  await site.hear('17:00', site.workers)
  await site.hear('17:16', site.workers.slice(4))
  await turnAt('17:16')
  return { ...site, people }
}
const end = async (user: { user_id: number }, payload: object) =>
  product.ask('POST', '/api/EndOfWork', { headers: await product.as(user), payload })
const ids = (workers: readonly { userId: number }[]) => workers.map(({ userId }) => userId)
const auditOf = (officeId: number) =>
  product.context.db.selectFrom('audit_log').selectAll().where('audit_log.office_id', '=', officeId).orderBy('audit_log.audit_id').execute()

describe('the end of work', () => {
  test('of a site closes its line with who said so, and brings it back for none but who is heard again', async () => {
    const { office, workers, people, hear, alerts, events } = await homeTime()
    product.time.now = tokyo('17:20')
    expect(await end(people.base, { officeId: office.office_id })).toEqual(expect.objectContaining({ status: 200, body: { count: 5 } }))
    const closed = {
      kind: 'siteSilent',
      reason: { limit: 4 },
      ended_at: tokyo('17:20'),
      ending: 'closed',
      handling: 'closed',
      handled_by: people.base.user_id,
      outcome: 'sentHome',
      note: '作業終了',
    }
    expect(await alerts()).toMatchObject([closed])
    // The fifth lays the tag down without another reading, and the gateway has nobody to hear.
    for (const clock of ['17:35', '18:00', '19:30', '30:30']) await turnAt(clock)
    expect(await alerts()).toMatchObject([closed])
    expect(await events()).toEqual(['opened', 'closed'])
    await hear('31:00', workers.slice(0, 3))
    await hear('31:16', workers.slice(0, 1))
    await turnAt('31:16')
    expect(await alerts()).toMatchObject([closed, { kind: 'siteSilent', reason: { userIds: ids(workers.slice(1, 3)) } }])
  })

  test('waits for a gateway that a reading holds before it takes anybody’s state, as the ingestion does', async () => {
    const { office, gateway, workers, people } = await homeTime()
    const { pool } = product.context
    const ingestion = await pool.connect()
    await ingestion.query('begin')
    await ingestion.query('insert into device_state (company_id, device_id) values ($1, $2) on conflict do nothing', [
      office.company_id,
      gateway.device_id,
    ])
    await ingestion.query('select from device_state where company_id = $1 and device_id = $2 for update', [
      office.company_id,
      gateway.device_id,
    ])
    const ended = end(people.base, { officeId: office.office_id })
    await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount).toBe(1)
    const free = await ingestion.query('select from worker_state where company_id = $1 and user_id = any($2) for update skip locked', [
      office.company_id,
      ids(workers),
    ])
    await ingestion.query('commit')
    ingestion.release()
    expect(free.rowCount).toBe(5)
    expect(await ended).toMatchObject({ status: 200 })
  })

  test('of a group leaves the others in the site’s line', async () => {
    const { group, workers, people, alerts } = await homeTime()
    expect(await end(people.leader, { groupId: group.group_id })).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await alerts()).toMatchObject([{ reason: { limit: 2, userIds: ids(workers.slice(2, 4)) }, ended_at: null, handling: 'open' }])
  })

  test('of a person, who may have a line of their own', async () => {
    const { workers, people, open, alerts } = await homeTime()
    const [worker] = workers
    if (worker === undefined) throw new Error('nobody')
    await open('silent', worker, tokyo('17:15'))
    expect(await end(people.subLeader, { userId: worker.userId })).toMatchObject({ status: 200, body: { count: 1 } })
    expect(await alerts()).toMatchObject([
      { kind: 'siteSilent', reason: { userIds: ids(workers.slice(1, 4)) }, ended_at: null },
      { kind: 'silent', handling: 'closed', outcome: 'sentHome', ending: 'closed' },
    ])
  })

  test('of a person ends none of their other episodes', async () => {
    const { workers, people, open } = await homeTime()
    const [worker] = workers
    if (worker === undefined) throw new Error('nobody')
    const emergency = await open('emergency', worker, tokyo('17:15'))
    await end(people.leader, { userId: worker.userId })
    const { db } = product.context
    expect(
      await db.selectFrom('alert').selectAll().where('alert.alert_id', '=', emergency.alert_id).executeTakeFirstOrThrow(),
    ).toMatchObject({ handling: 'open', ended_at: null })
  })

  test('while tags still send holds for none who is heard once more', async () => {
    const { office, workers, people, hear, alerts } = await homeTime()
    await end(people.base, { officeId: office.office_id })
    await hear('17:21', workers.slice(4))
    await turnAt('17:40')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }, { kind: 'gatewaySilent', reason: { userIds: ids(workers.slice(4)) } }])
  })

  test('quiets a silent gateway with the site, and with a group only names fewer behind it', async () => {
    product.time.now = tokyo('06:00')
    const { office, group, workers, hear, alerts } = await makeSite(product, 3, 1)
    const base = await makeUser(product.context.db, 'HeadquartersAdmin', office)
    await hear('13:00', workers)
    await turnAt('13:16')
    await end(base, { groupId: group.group_id })
    expect(await alerts()).toMatchObject([{ kind: 'gatewaySilent', reason: { userIds: ids(workers.slice(1)) }, ended_at: null }])
    await end(base, { officeId: office.office_id })
    await turnAt('13:40')
    expect(await alerts()).toMatchObject([{ kind: 'gatewaySilent', handling: 'closed', ending: 'closed' }])
  })

  test('beside turns of alive monitoring leaves no line open, whichever comes first', async () => {
    for (let round = 0; round < 4; round += 1) {
      product.time.now = tokyo('06:00')
      const { office, workers, hear, alerts } = await makeSite(product, 3)
      const base = await makeUser(product.context.db, 'HeadquartersAdmin', office)
      await hear('17:00', workers)
      const [, answer] = await Promise.all([turnAt('17:16'), end(base, { officeId: office.office_id }), turnAt('17:16')])
      expect(answer).toMatchObject({ status: 200, body: { count: 3 } })
      expect((await alerts()).filter(({ ended_at }) => ended_at === null)).toEqual([])
    }
  })

  test('leaves quiet what was read before, however late it comes', async () => {
    const { office, workers, people, hear, alerts } = await homeTime()
    product.time.now = tokyo('17:20')
    await end(people.base, { officeId: office.office_id })
    product.time.now = tokyo('17:30')
    await hear('17:05', workers.slice(0, 1))
    await turnAt('17:50')
    expect(await alerts()).toMatchObject([{ handling: 'closed' }])
  })

  test('counts who wears a vital device, and is in the log with who, whose and how many', async () => {
    const { office, group, workers, people } = await homeTime()
    await product.context.db
      .updateTable('wear')
      .set({ worn_to: tokyo('17:10') })
      .where('wear.user_id', '=', workers[0]?.userId ?? 0)
      .execute()
    const requests = [
      [people.service, { officeId: office.office_id }, 'office', office.office_id, 4],
      [people.contract, { groupId: group.group_id }, 'group', group.group_id, 1],
      [people.leader, { userId: workers[0]?.userId }, 'user', workers[0]?.userId, 0],
    ] as const
    for (const [user, payload, , , count] of requests) expect(await end(user, payload)).toMatchObject({ status: 200, body: { count } })
    const entries = requests.map(([user, , resource, id, count]) => ({
      action: 'endOfWork',
      resource,
      resource_id: String(id),
      user_id: user.user_id,
      company_id: office.company_id,
      after: { count },
    }))
    expect(await auditOf(office.office_id)).toMatchObject(entries)
  })
})

describe('what is refused', () => {
  test('whatever is out of scope is not there, and a site is not its leaders’ to send home', async () => {
    const here = await homeTime()
    const there = await homeTime()
    const [worker, , other] = here.workers
    const elsewhere = [there.people.base, there.people.contract, there.people.leader, there.people.subLeader]
    for (const user of elsewhere)
      for (const payload of [{ userId: worker?.userId }, { groupId: here.group.group_id }, { officeId: here.office.office_id }])
        expect((await end(user, payload)).status).toBe(404)
    for (const user of [here.people.leader, here.people.subLeader])
      for (const payload of [{ userId: other?.userId }, { officeId: here.office.office_id }])
        expect((await end(user, payload)).status).toBe(404)
    expect((await end(here.people.service, { userId: here.people.base.user_id })).status).toBe(404)
    expect(await here.alerts()).toMatchObject([{ reason: { limit: 4 }, ended_at: null }])
    expect(await auditOf(here.office.office_id)).toEqual([])
  })

  test('a worker may not say it', async () => {
    const { office, workers } = await homeTime()
    const worker = await makeUser(product.context.db, 'User', office)
    expect((await end(worker, { userId: workers[0]?.userId })).status).toBe(403)
  })

  test.each([{}, { userId: 1, groupId: 1 }, { userId: 1, groupId: null, officeId: 1 }, { userId: null }])(
    '%j names not exactly one',
    async (payload) => {
      const admin = await makeUser(product.context.db, 'AdminUnitService')
      expect(await end(admin, payload)).toMatchObject({
        status: 400,
        body: ['作業者、グループ、拠点のうち、どれか1つを指定してください。'],
      })
    },
  )

  test('an invalid number is answered in words, and names are read in any case', async () => {
    const { office, people } = await homeTime()
    expect(await end(people.base, { officeId: 'x' })).toMatchObject({ status: 400, body: [expect.stringMatching(/^拠点：/)] })
    expect(await end(people.base, { OfficeID: String(office.office_id) })).toMatchObject({ status: 200 })
  })
})
