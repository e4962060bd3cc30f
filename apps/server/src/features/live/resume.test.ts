import { liveEvents } from '@mimamori/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { makeAlert, makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { startLiveTests } from '../../test-live.ts'
import { mostMissed } from './missed.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { admission } from '../../platform/traffic/admission-policy.ts'
import { openStream } from '../../platform/http/test-stream.ts'
import { rowsOf } from './test-rows.ts'

const { product, url, streams, listen } = await startLiveTests()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')

afterEach(() => {
  vi.restoreAllMocks()
})

const resume = (user: { user_id: number }, position?: string, query = '') => listen(user, query, position)
const namesOf = ({ events }: { events: readonly { event: string }[] }) => events.map(({ event }) => event)
const ago = (position: string | undefined, seconds: number) => String(Number(position) - seconds * 1_000)

/** The statements that the product sends to the database from now on. */
const statements = () => {
  const texts: string[] = []
  const ask = pg.Client.prototype.query as (...input: unknown[]) => unknown
  const noteAndAsk = function (this: pg.Client, ...input: unknown[]) {
    const [first] = input
    texts.push(typeof first === 'string' ? first : (first as { text: string }).text)
    return ask.apply(this, input)
  }
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(noteAndAsk)
  return texts
}

test('a viewer who resumes from the beginning, or from nonsense, fetches again, and no change is looked for', async () => {
  const { people } = tenants
  const { db } = product.context
  for (const person of [people.worker, people.foreign]) {
    await setState(db, person.user_id, now)
    await makeAlert(db, person, now)
  }
  const sentStatements = statements()
  for (const position of ['0', '748211', '-1', 'x', '1e3', '99999999999999999999999', '900000000000000']) {
    const stream = await resume(people.worker, position)
    expect(namesOf(stream)).toEqual(['reset', 'ping'])
    expect(liveEvents.reset.parse(stream.events[0]?.data)).toEqual({})
    expect(stream.events[0]?.id).toBeUndefined()
    expect(stream.events[1]?.id).toMatch(/^\d{13}$/)
  }
  expect(sentStatements.filter((text) => /changed_at|from alert/.test(text))).toEqual([])
  expect(sentStatements.some((text) => text.includes('pg_notify'))).toBe(true)
  expect(namesOf(await resume(people.worker, (await resume(people.worker)).position))).toEqual(['alert', 'condition', 'ping'])
  expect(sentStatements.filter((text) => text.includes('changed_at'))).toHaveLength(1)
})

test('one resumes from minutes ago and not from longer, and not the whole service', async () => {
  const { people } = tenants
  const { position } = await resume(people.base)
  expect(namesOf(await resume(people.base, ago(position, 280)))).not.toContain('reset')
  expect(namesOf(await resume(people.base, ago(position, 301)))).toEqual(['reset', 'ping'])
  expect(namesOf(await resume(people.contract, position))).not.toContain('reset')
  expect(namesOf(await resume(people.service, position))).toEqual(['reset', 'ping'])
  expect(namesOf(await resume(people.service))).toEqual(['ping'])
})

test('a crowd that comes back with different views is brought up all the same', async () => {
  const { people, office } = tenants
  const { db } = product.context
  const { position } = await resume(people.base)
  await setState(db, people.worker.user_id, now, { heart_rate: 98 })
  // Each narrows to another group, so that nothing is shared; nobody holds more than they may.
  const several = await Promise.all(
    Array.from({ length: Math.ceil(150 / admission.streams.most.person) }, () => makeUser(db, 'AdminUnitContract', office)),
  )
  const headers = await Promise.all(several.map((person) => product.as(person)))
  const crowd = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      openStream(`${url}?officeId=${office.office_id}&groupId=${index + 1}`, headers[index % headers.length] ?? {}, position),
    ),
  )
  streams.push(...crowd)
  for (const stream of crowd) await stream.find(({ event }) => event === 'ping')
  const receivers = crowd.flatMap((stream, index) => (rowsOf(stream.events).length > 0 ? [index + 1] : []))
  expect(receivers).toContain(people.worker.group_id)
  expect(crowd.some((stream) => namesOf(stream).includes('reset'))).toBe(false)
})

test('a viewer who missed more than is sent fetches again; one who sees less of it does not; nor does one with a short interruption', async () => {
  const { people } = tenants
  const { position } = await resume(people.base)
  const stayed = await resume(people.contract)
  const { company_id, office_id, group_id, user_id } = people.worker
  await sql`
    insert into alert (kind, company_id, office_id, group_id, user_id, company_name, base_name, level, peak_level, cause, started_at, ended_at)
    select 'condition', ${company_id}::int, ${office_id}::int, ${group_id}::int, ${user_id}::int, '会社', '拠点', 1, 1, 'sustained', now(), now()
      from generate_series(1, ${mostMissed + 1}::int)`.execute(product.context.db)
  for (const person of [people.base, people.contract, people.leader, people.worker])
    expect(namesOf(await resume(person, position)), person.role).toEqual(['reset', 'ping'])
  for (const person of [people.neighbour, people.sibling, people.foreignContract])
    expect(namesOf(await resume(person, position)), person.role).not.toContain('reset')

  // A lost listening connection: anyone who is there resumes as well.
  expect(namesOf(stayed).filter((name) => name !== 'ping')).toEqual([])
  await sql`select pg_terminate_backend(a.pid) from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.query ~ '^(listen|select floor)'`.execute(product.context.db)
  await stayed.find(({ event }) => event === 'reset')
  expect(stayed.isEnded).toBe(false)
})
