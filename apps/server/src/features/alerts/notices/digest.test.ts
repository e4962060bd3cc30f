import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendDueNotices } from './send-due-notices.ts'
import { startNotifiedSite } from './test-site.ts'

const site = await startNotifiedSite()
let people: { user_id: number; company_id: number; office_id: number | null; group_id: number | null; full_name: string }[]

beforeAll(async () => {
  const { worker } = site.tenants.people
  // As many people as a test opens alerts of, so that none is suppressed.
  await sql`insert into login (login_key, company_id) select 'crowd-' || n, ${worker.company_id}::int from generate_series(1, 600) n`.execute(
    site.context.db,
  )
  const { rows } = await sql<(typeof people)[number]>`
    insert into app_user (login_id, full_name, furigana, role, company_id, office_id, group_id, group_role)
    select 'crowd-' || n, '群衆　' || n, 'グンシュウ', 'User', ${worker.company_id}::int, ${worker.office_id}::int, ${worker.group_id}::int, 3
      from generate_series(1, 600) n
    returning user_id, company_id, office_id, group_id, full_name`.execute(site.context.db)
  people = rows
})
beforeEach(async () => {
  await site.clear()
  await site.set('TO', 'gate@example.jp')
})

const person = (n: number) => people[n % people.length] ?? site.tenants.people.worker

/** Opens an alert of each of so many people. */
const openMany = async (from: number, count: number, kind: string, level = 2) => {
  const users = Array.from({ length: count }, (_, n) => person(from + n).user_id)
  await sql`
    with opened as (
      insert into alert (kind, company_id, office_id, group_id, user_id, full_name, company_name, base_name, level, peak_level, cause, started_at)
      select ${kind}, u.company_id, u.office_id, u.group_id, u.user_id, u.full_name, '会社', '東雲現場', ${level}::int, ${level}::int, 'sustained', ${site.time.now}
        from app_user u where u.user_id = any(${users}::int[])
      returning company_id, alert_id, started_at, level)
    insert into alert_due (company_id, alert_id, at, event, level)
    select o.company_id, o.alert_id, o.started_at, 'opened', o.level from opened o`.execute(site.context.db)
}

test('from the sixth within a minute alerts go together, collected until the digest leaves', async () => {
  for (let n = 0; n < 8; n += 1) await site.open({ level: n === 7 ? 3 : 2 }, person(n))
  await site.tell()
  site.later(8)
  await site.open({}, person(8))
  await site.tell()
  const mails = await site.mails()
  expect(mails).toHaveLength(6)
  const digest = mails.at(-1)
  expect(digest).toMatchObject({
    subject: '【まとめ・危険1件、警戒3件】東雲現場・鉄骨班 13:00',
    alert_id: null,
    office_id: site.tenants.office.office_id,
  })
  expect(digest?.next_try_at).toEqual(new Date('2026-07-20T13:00:10+09:00'))
  for (const text of [digest?.body, digest?.html]) for (const n of [5, 6, 7, 8]) expect(text).toContain(person(n).full_name)
  expect(digest?.body.indexOf(person(7).full_name)).toBeLessThan(digest?.body.indexOf(person(5).full_name) ?? 0)
  const notices = await site.notices()
  expect(notices.filter(({ mail_id }) => mail_id === digest?.mail_id)).toHaveLength(4)
  // It has left: what comes now waits for the next one, a minute after it.
  site.later(3)
  await site.open({}, person(9))
  await site.open({ kind: 'emergency', level: 3 }, person(10))
  await site.tell()
  const [emergency, next] = (await site.mails()).slice(6)
  expect([emergency?.next_try_at, next?.next_try_at]).toEqual([site.time.now, new Date('2026-07-20T13:01:10+09:00')])
  // After a quiet minute each alert has its own mail again.
  site.later(61)
  await site.open({}, person(11))
  await site.tell()
  expect((await site.mails()).at(-1)?.subject).toContain('【警戒】')
})

test('a digest of one alert says what a mail about it says, and becomes a digest with the second', async () => {
  for (let n = 0; n < 6; n += 1) await site.open({}, person(n))
  await site.tell()
  const last = async () => (await site.mails()).at(-1)
  const [alone, own] = [await last(), (await site.mails())[0]]
  expect(alone).toMatchObject({ subject: '【警戒】東雲現場 北棟 3階・鉄骨班 13:00', next_try_at: new Date('2026-07-20T13:00:10+09:00') })
  const nameless = (body: string | undefined, n: number) =>
    body?.replaceAll(person(n).full_name, '').replaceAll(`UserId=${person(n).user_id}`, '')
  expect(nameless(alone?.body, 5)).toBe(nameless(own?.body, 0))
  await site.open({}, person(6))
  await site.tell()
  expect(await last()).toMatchObject({ mail_id: alone?.mail_id, subject: '【まとめ・警戒2件】東雲現場・鉄骨班 13:00' })
})

test('a digest that somebody is sending takes in nothing more', async () => {
  for (let n = 0; n < 6; n += 1) await site.open({}, person(n))
  await site.tell()
  await sql`update outbox_mail set attempts = 1 where digest is not null`.execute(site.context.db)
  await site.open({}, person(6))
  await site.tell()
  const digests = (await site.mails()).filter(({ digest }) => digest !== null)
  expect(digests.map(({ next_try_at }) => next_try_at.toISOString())).toEqual(['2026-07-20T04:00:10.000Z', '2026-07-20T04:01:10.000Z'])
  expect(digests[0]?.body).not.toContain(person(6).full_name)
})

const arrivals = fc.array(
  fc.record({ pause: fc.constantFrom(0, 1, 2, 5, 20, 40, 61, 90), urgent: fc.boolean(), count: fc.integer({ min: 1, max: 7 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
)

test('whatever comes when: everything is notified once, urgent at once, the rest by five mails a minute and a digest a minute', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (given) => {
      await site.clear()
      await site.set('TO', 'gate@example.jp')
      let n = 0
      for (const { pause, urgent, count } of given) {
        site.later(pause)
        await openMany(n, count, urgent ? 'emergency' : 'condition')
        n += count
        await site.tell()
      }
      const { rows } = await sql<{ at: Date; kind: string; mail_id: number; goes: Date; is_digest: boolean }>`
        select n.at, a.kind, n.mail_id, m.next_try_at as goes, m.digest is not null as is_digest
          from alert a
          left join alert_notice n on n.company_id = a.company_id and n.alert_id = a.alert_id and n.occasion <> 'escalated'
          left join outbox_mail m on m.company_id = n.company_id and m.mail_id = n.mail_id`.execute(site.context.db)
      expect(rows).toHaveLength(n)
      for (const { at, kind, goes, is_digest } of rows) {
        expect(goes.getTime() - at.getTime()).toBeLessThanOrEqual(is_digest ? 70_000 : 0)
        if (kind === 'emergency') expect(is_digest).toBe(false)
      }
      const own = rows.filter(({ kind, is_digest }) => kind !== 'emergency' && !is_digest).map(({ goes }) => goes.getTime())
      for (const from of own) expect(own.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(5)
      const digests = [
        ...new Map(rows.filter(({ is_digest }) => is_digest).map(({ mail_id, goes }) => [mail_id, goes.getTime()])).values(),
      ].toSorted((one, other) => one - other)
      digests.forEach((at, index) => expect(at - (digests[index - 1] ?? 0)).toBeGreaterThanOrEqual(60_000))
    }),
    { numRuns: 10 },
  )
})

test('500 alerts at once are notified in few statements', async () => {
  const { worker } = site.tenants.people
  await openMany(0, 500, 'condition', 3)
  const statements: string[] = []
  const client = await site.context.pool.connect()
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const counted = Object.assign(Object.create(client) as typeof client, {
    query: (...given: unknown[]) => {
      statements.push(JSON.stringify(given[0]))
      return query(...given)
    },
  })
  await sendDueNotices(site.context, counted, worker.company_id)
  client.release()
  expect(await site.mails()).toHaveLength(6)
  expect(await site.notices()).toHaveLength(500)
  expect(await site.context.db.selectFrom('escalation').selectAll().execute()).toHaveLength(500)
  expect(statements.length).toBeLessThan(20)
})
