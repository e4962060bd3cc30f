import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startNotifiedSite } from '../alerts/notices/test-site.ts'
import { sendMails } from './test-mailing.ts'
import { startSmtp } from './test-smtp.ts'

const site = await startNotifiedSite()
const server = await startSmtp()

beforeEach(async () => {
  await site.clear()
  server.received.length = 0
  await site.set('TO', 'gate@example.jp')
  await sql`update app_user set email = 'sub@example.jp' where user_id = ${site.tenants.people.subLeader.user_id}`.execute(site.context.db)
})
afterAll(() => server.stop())

const minutes = async (count: number) => {
  site.later(count * 60)
  await site.tell()
}
const send = async () => {
  await sendMails(site.context, server.url)
  return server.received.splice(0).map(({ to }) => to.join())
}

test('nobody is notified that nobody has answered once somebody has; that it opened still goes out', async () => {
  await site.open({ kind: 'emergency', level: 3, cause: 'call' })
  await site.tell()
  await minutes(3)
  await sql`update alert set handling = 'responding'`.execute(site.context.db)
  expect(await send()).toEqual(['gate@example.jp'])
  const { body } = await site.askAs(site.tenants.people.base, 'GET', '/api/OutboxMail?state=superseded')
  expect((body as { data: unknown[] }).data).toMatchObject([
    { to: ['sub@example.jp'], state: 'superseded', nextTryAt: null, problem: null },
  ])
  expect(await send()).toEqual([])
})

test('of several repetitions that wait for the same reader only the last goes', async () => {
  await site.open({ kind: 'emergency', level: 3, cause: 'call' })
  await site.tell()
  for (const wait of [3, 7, 5, 5, 5]) await minutes(wait)
  const waiting = (await site.mails()).filter(({ recipients }) => JSON.stringify(recipients).includes('sub@'))
  expect(waiting.length).toBeGreaterThan(1)
  expect((await send()).filter((to) => to === 'sub@example.jp')).toHaveLength(1)
  const sent = (await site.mails()).filter(({ sent_at, recipients }) => sent_at !== null && JSON.stringify(recipients).includes('sub@'))
  expect(sent.map(({ mail_id }) => mail_id)).toEqual([waiting.at(-1)?.mail_id])
})

test('what the readings have taken back before it left is not sent: a rise, and an alert', async () => {
  const risen = await site.open({ level: 2 })
  await site.tell()
  expect(await send()).toEqual(['gate@example.jp'])
  await site.move(risen, 3)
  await site.open({ kind: 'noHeartRate', level: null })
  await site.tell()
  await sql`update alert set level = 2, peak_level = 2 where kind = 'condition'`.execute(site.context.db)
  await sql`update alert set withdrawn = true, ended_at = started_at where kind = 'noHeartRate'`.execute(site.context.db)
  expect(await send()).toEqual([])
  const { body } = await site.askAs(site.tenants.people.base, 'GET', '/api/OutboxMail?state=superseded')
  expect((body as { data: unknown[] }).data).toHaveLength(2)
})
