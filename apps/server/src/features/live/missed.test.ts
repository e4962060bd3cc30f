import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveVital, makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import type { Actor } from '../../platform/http/route.ts'
import { catchUp } from './catch-up.ts'
import type { ConsoleSubscriber, Viewer } from './console-subscriber.ts'
import { findMissed, mostMissed } from './missed.ts'

let database: TestDatabase
let tenants: Awaited<ReturnType<typeof makeTenants>>
/** The database, and the statements sent to it. */
let watched: Kysely<Database>
const statements: CompiledQuery[] = []

const now = new Date('2026-07-20T13:00:00+09:00')
const anHourAgo = () => new Date(Date.now() - 3_600_000)

beforeAll(async () => {
  database = await createTestDatabase()
  tenants = await makeTenants(database.db)
  watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void statements.push(query),
  })
})
afterAll(() => database.drop())

type Person = { user_id: number; company_id: number; office_id: number | null; group_id: number | null; role: string }
const viewing = (person: Person, narrowing: Partial<Viewer['narrowing']> = {}): Viewer => ({
  actor: {
    userId: person.user_id,
    loginId: '',
    fullName: '',
    sessionId: '',
    role: person.role as Actor['role'],
    companyId: person.company_id,
    officeId: person.office_id,
    groupId: person.group_id,
  },
  narrowing: { officeId: undefined, groupId: undefined, places: false, ...narrowing },
})

/** Past episodes of a person that were all handled a moment ago. */
const makePastAlerts = (person: Person, count: number) =>
  sql`
    insert into alert (kind, company_id, office_id, group_id, user_id, company_name, base_name, level, peak_level, cause, started_at, ended_at)
    select 'condition', ${person.company_id}::int, ${person.office_id}::int, ${person.group_id}::int, ${person.user_id}::int, '会社', '拠点', 1, 1,
           'sustained', now() - n * interval '1 minute', now() - n * interval '1 minute'
      from generate_series(1, ${count}::int) n`.execute(database.db)

test('each viewer missed what changed in their scope and narrowing since then, and nothing else', async () => {
  const { db } = database
  const { people, office, sibling, group, otherGroup } = tenants
  const everybody = [people.worker, people.neighbour, people.sibling, people.foreign]
  for (const person of everybody) await setState(db, person.user_id, now)
  const [own, neighbours, siblings, foreigns] = await Promise.all(everybody.map((person) => makeAlert(db, person, now)))
  const ofSite = await makeAlert(db, people.worker, now, { kind: 'siteSilent', user_id: null, group_id: null })
  const worn = await giveVital(db, people.worker)
  const gateway = await makeDevice(db, 'gateway', office.office_id)
  const elsewhere = await makeDevice(db, 'gateway', sibling.office_id)
  const foreign = await makeDevice(db, 'gateway', tenants.foreign.office_id)
  for (const { company_id, device_id } of [worn, gateway, elsewhere, foreign])
    await db.insertInto('device_state').values({ company_id, device_id }).execute()

  const missedBy = async (viewer: Viewer) => {
    const missed = await findMissed(db, viewer, anHourAgo())
    const ascending = (ids: (number | undefined)[] = []) => ids.toSorted((a = 0, b = 0) => a - b)
    return [
      ascending(missed?.people.map(({ userId }) => userId)),
      ascending(missed?.alerts.map(({ alertId }) => alertId)),
      ascending(missed?.devices.map(({ deviceId }) => deviceId)),
    ]
  }
  const ids = (alerts: ({ alert_id: number } | undefined)[]) => alerts.map((alert) => alert?.alert_id).toSorted((a = 0, b = 0) => a - b)
  const [worker, neighbour, far] = [people.worker.user_id, people.neighbour.user_id, people.sibling.user_id]
  const [tag, box, farBox] = [worn.device_id, gateway.device_id, elsewhere.device_id]
  expect(await missedBy(viewing(people.worker))).toEqual([[worker], ids([own]), []])
  expect(await missedBy(viewing(people.leader))).toEqual([[worker], ids([own]), [tag, box]])
  expect(await missedBy(viewing({ ...people.leader, group_id: otherGroup.group_id }))).toEqual([[neighbour], ids([neighbours]), [box]])
  expect(await missedBy(viewing(people.base))).toEqual([[worker, neighbour], ids([own, neighbours, ofSite]), [tag, box]])
  expect(await missedBy(viewing(people.base, { groupId: group.group_id }))).toEqual([[worker], ids([own, ofSite]), [tag, box]])
  expect(await missedBy(viewing(people.contract))).toEqual([
    [worker, neighbour, far],
    ids([own, neighbours, siblings, ofSite]),
    [tag, box, farBox],
  ])
  expect(await missedBy(viewing(people.contract, { officeId: sibling.office_id }))).toEqual([[far], ids([siblings]), [farBox]])
  expect(await missedBy(viewing(people.foreignBase))).toEqual([[people.foreign.user_id], ids([foreigns]), [foreign.device_id]])

  for (const table of ['worker_state', 'alert', 'device_state'] as const)
    await db
      .updateTable(table)
      .set({ changed_at: sql`now() - interval '2 hours'` })
      .execute()
  expect(await missedBy(viewing(people.contract))).toEqual([[], [], []])
})

test('a report and its closing change the row of its person, who may wear no device', async () => {
  const { db } = database
  const { people, office } = tenants
  const missedBy = async (viewer: Viewer) => (await findMissed(db, viewer, anHourAgo()))?.people.map(({ userId }) => userId)
  const report = await makeAlert(db, people.worker, now, { kind: 'report', level: null, peak_level: null })
  for (const viewer of [people.worker, people.leader, people.base, people.contract])
    expect(await missedBy(viewing(viewer)), viewer.role).toEqual([people.worker.user_id])
  for (const viewer of [people.neighbour, people.foreignBase, people.sibling])
    expect(await missedBy(viewing(viewer)), viewer.role).toEqual([])

  await sql`update alert a set changed_at = now() - interval '2 hours' where a.alert_id = ${report?.alert_id ?? 0}`.execute(db)
  expect(await missedBy(viewing(people.leader))).toEqual([])
  // 大丈夫 opens no alert.
  const { company_id, office_id } = office
  const { user_id } = people.worker
  const at = new Date()
  await db
    .insertInto('condition_report')
    .values({ company_id, office_id, user_id, source: 'self', state: 'well', done_at: at, received_at: at })
    .execute()
  expect(await missedBy(viewing(people.leader))).toEqual([people.worker.user_id])
  expect(await missedBy(viewing(people.neighbour))).toEqual([])
  await db.deleteFrom('condition_report').where('condition_report.user_id', '=', user_id).execute()
  await db
    .deleteFrom('alert')
    .where('alert.alert_id', '=', report?.alert_id ?? 0)
    .execute()
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
/** How many rows of a table the database looked at to answer the last question. */
const lookedAt = async (table: string): Promise<number> => {
  const { sql: text, parameters } = statements.at(-1) ?? { sql: '', parameters: [] }
  const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`, [...parameters])
  const count = (plan: Plan): number => {
    const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    return (plan['Relation Name'] === table ? own : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + count(one), 0)
  }
  return rows.reduce((sum, row) => sum + row['QUERY PLAN'].reduce((all, { Plan: plan }) => all + count(plan), 0), 0)
}

test('neither what changed at another company nor the own company’s past is looked at', async () => {
  const { people } = tenants
  await makePastAlerts(people.sibling, 10_000)
  await database.db
    .updateTable('alert')
    .set({ changed_at: sql`now() - interval '1 day'` })
    .execute()
  await makePastAlerts(people.foreign, 20_000)
  await makePastAlerts(people.worker, 3)
  await sql`analyze alert`.execute(database.db)
  for (const person of [people.worker, people.leader, people.base, people.contract]) {
    const missed = await findMissed(watched, viewing(person), anHourAgo())
    expect(missed?.alerts.length).toBe(3)
    expect(await lookedAt('alert'), person.role).toBeLessThan(20)
  }
})

test('more rows of a kind than may be sent are too many, and are not all read', async () => {
  const { people } = tenants
  const news = await findMissed(watched, viewing(people.base), anHourAgo())
  await makePastAlerts(people.worker, mostMissed - (news?.alerts.length ?? 0))
  expect((await findMissed(watched, viewing(people.base), anHourAgo()))?.alerts).toHaveLength(mostMissed)
  await makePastAlerts(people.worker, 1)
  expect(await findMissed(watched, viewing(people.base), anHourAgo())).toBeUndefined()
  expect(await findMissed(watched, viewing(people.foreignBase), anHourAgo())).toBeUndefined()
  expect(await lookedAt('alert')).toBeLessThan(mostMissed + 20)
  expect((await findMissed(watched, viewing(people.neighbour), anHourAgo()))?.alerts).toEqual([])
})

const back = (viewer: Viewer, resumesFrom: number): ConsoleSubscriber => ({
  ...viewer,
  address: '192.0.2.1',
  resumesFrom,
  write: () => undefined,
  beat: () => undefined,
  end: () => undefined,
})

test('what a hundred consoles of one site missed is read once, from the earliest of their positions on', async () => {
  const { people } = tenants
  const position = Date.now()
  const { user_id } = people.neighbour
  await database.db
    .updateTable('worker_state')
    .set({ changed_at: new Date(position - 200_000) })
    .where('user_id', '=', user_id)
    .execute()
  const same = Array.from({ length: 100 }, (_, seconds) => back(viewing(people.leader), position - seconds * 1_000))
  const neighbours = viewing({ ...people.leader, group_id: people.neighbour.group_id })
  const [late, recent] = [back(neighbours, position - 150_000), back(neighbours, position)]
  statements.length = 0
  const ways = await catchUp(watched, [...same, late, recent], position)
  expect(statements).toHaveLength(2)
  expect(ways.size).toBe(102)
  expect(new Set(same.map((subscriber) => ways.get(subscriber))).size).toBe(1)
  expect(ways.get(late)).toMatchObject({ people: [{ userId: user_id }] })
  expect(ways.get(recent)).toBe(ways.get(late))
})

test('a crowd of many views is brought up by and by', async () => {
  const { people } = tenants
  const position = Date.now()
  const crowd = Array.from({ length: 250 }, (_, index) => back(viewing(people.contract, { groupId: 1_000 + index }), position))
  const fresh = { ...back(viewing(people.base), position), resumesFrom: undefined }
  const waiting = new Set([...crowd, fresh])
  const steps: number[] = []
  while (waiting.size > 0) {
    const ways = await catchUp(watched, [...waiting], position)
    for (const subscriber of ways.keys()) waiting.delete(subscriber)
    steps.push(ways.size)
  }
  expect(steps).toEqual([101, 100, 50])
})
