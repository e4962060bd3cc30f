import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import type { Actor } from '../../platform/http/route.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { findMissed, mostMissed } from './missed.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let tenants: Awaited<ReturnType<typeof makeTenants>>
// Looked at rows are counted: a plan that read these would read any number.
const past = 20_000

beforeAll(async () => {
  made = await createTestContext()
  tenants = await makeTenants(made.context.db)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => made.drop())

/** Alerts of a worker that were all over before they were changed last, so long ago. */
const makePast = async (count: number, ago: string, of = tenants.people.worker) => {
  const { company_id, office_id, group_id, user_id } = of
  const { db } = made.context
  await sql`
    insert into alert (kind, company_id, office_id, group_id, user_id, company_name, base_name, level, peak_level, cause, started_at, ended_at, changed_at)
    select 'condition', ${company_id}::int, ${office_id}::int, ${group_id}::int, ${user_id}::int, '会社', '拠点', 1, 1, 'sustained',
           now() - ${ago}::interval, now() - ${ago}::interval, now() - ${ago}::interval
      from generate_series(1, ${count}::int)`.execute(db)
  await sql`vacuum analyze alert`.execute(db)
}

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many rows of alerts the database looks at for what somebody missed, and what it comes to. */
const lookedAtFor = async (person: {
  company_id: number
  user_id: number
  role: string
  office_id: number | null
  group_id: number | null
}) => {
  const statements: { text: string; values: unknown[] }[] = []
  const ask = pg.Client.prototype.query as (...input: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...input: unknown[]) {
    statements.push({ text: input[0] as string, values: input[1] as unknown[] })
    return ask.apply(this, input)
  })
  const viewer = {
    actor: {
      companyId: person.company_id,
      officeId: person.office_id,
      groupId: person.group_id,
      userId: person.user_id,
      role: person.role,
    } as Actor,
    narrowing: { officeId: undefined, groupId: undefined, places: false },
  }
  const missed = await findMissed(made.context.db, viewer, new Date(Date.now() - 6 * 60_000))
  spy.mockRestore()
  const statement = statements.find(({ text }) => text.includes('from alert'))
  if (statement === undefined) throw new Error('no statement about alerts')
  const { rows } = await made.context.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, format json) ${statement.text}`,
    statement.values,
  )
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Plan).filter((node) => node['Relation Name'] === 'alert')
  const seen = nodes.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
  return { missed, seen: Math.max(...seen) }
}

test('alerts of long ago cost nothing at a resume, and those of just now no more than is sent', async () => {
  const { people } = tenants
  const viewers = [people.worker, people.leader, people.base, people.contract, people.foreignContract]
  await makePast(past, '30 days')
  for (const person of viewers) {
    const { missed, seen } = await lookedAtFor(person)
    expect(missed?.alerts, person.role).toEqual([])
    expect(seen, person.role).toBe(0)
  }
  await makePast(10 * mostMissed, '1 minute')
  for (const person of viewers.slice(0, -1)) {
    const { missed, seen } = await lookedAtFor(person)
    expect(missed, person.role).toBeUndefined()
    expect(seen, person.role).toBe(mostMissed + 1)
  }
  for (const person of [people.neighbour, people.sibling, people.foreignContract]) {
    const { missed, seen } = await lookedAtFor(person)
    expect([missed?.alerts, seen], person.role).toEqual([[], 0])
  }
}, 300_000)
