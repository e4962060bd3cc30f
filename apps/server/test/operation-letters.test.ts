import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createAlarmTeller } from '../src/features/operation/tell-alarms.ts'
import { calmMs } from '../src/features/operation/thresholds.ts'
import { sendMails, smtpOfTest } from '../src/features/outbox/test-mailing.ts'
import { smtpError } from '../src/features/outbox/test-smtp.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../src/test-app.ts'

const { context, time } = await startTestApp()
const { db } = context
const { people } = await makeTenants(db)
const start = time.now
await db
  .updateTable('app_user')
  .set({ email: 'service@example.jp' })
  .where('company_id', '=', 0)
  .where('user_id', '=', people.service.user_id)
  .execute()

afterEach(async () => {
  time.now = start
  await sql`delete from operation_state`.execute(db)
  await sql`delete from outbox_mail`.execute(db)
})

const later = (ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}
const withMail = (smtpUrl: string | undefined, roles = ['api', 'ingest', 'jobs']) => ({
  ...context,
  config: testConfig({ smtpUrl, roles: roles as never, mailFrom: '見守り <mimamori@example.jp>' }),
})
const heldUp = { heldUpSince: start, reasons: ['理由。'] }
const calm = { heldUpSince: null, reasons: [] }
const waiting = async () =>
  (await db.selectFrom('outbox_mail as m').select(['m.subject', 'm.next_try_at', 'm.sent_at']).orderBy('m.mail_id').execute()).map(
    (mail) => [mail.subject, mail.next_try_at, mail.sent_at],
  )
const notReached = '【見守り】アラートの通知が届かない状態です'

test('a process that is killed while it mails leaves the mail to the outbox, which sends it after that process had its time', async () => {
  // It takes the mail and never answers, and the process ends.
  let requests = 0
  const hanging = await smtpOfTest({
    onData: () => {
      requests += 1
    },
  })
  const teller = createAlarmTeller(withMail(hanging.url))
  await teller.tell(heldUp, true)
  expect(await waiting()).toEqual([[notReached, new Date(start.getTime() + 120_000), null]])
  const smtp = await smtpOfTest()
  later(119_999)
  await sendMails(context, smtp.url)
  expect(smtp.received).toEqual([])
  later(1)
  await sendMails(context, smtp.url)
  expect(smtp.received.map(({ to }) => to)).toEqual([['service@example.jp']])
  await teller.stop()
  expect(requests).toBeLessThanOrEqual(1)
})

test('a process that stops in order leaves it at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hanging = await smtpOfTest({ onData: () => resolve() })
  const teller = createAlarmTeller(withMail(hanging.url))
  await teller.tell(heldUp, true)
  await promise
  later(1_000)
  await teller.stop()
  expect(await waiting()).toEqual([[notReached, time.now, null]])
})

test('what the mail server took is not sent again by the outbox', async () => {
  const smtp = await smtpOfTest()
  const teller = createAlarmTeller(withMail(smtp.url))
  await teller.tell(heldUp, true)
  await teller.settled()
  await teller.tell(calm, true)
  later(calmMs)
  await teller.tell(calm, true)
  await teller.settled()
  expect(smtp.received).toHaveLength(2)
  expect(await waiting()).toEqual([])
})

test('a process that knows of no mail server leaves it to those that do jobs; where they have none either, none waits', async () => {
  const other = createAlarmTeller(withMail(undefined, ['api']))
  await other.tell(heldUp, true)
  await other.settled()
  expect(await waiting()).toEqual([[notReached, start, null]])
  await sql`delete from outbox_mail`.execute(db)
  await sql`delete from operation_state`.execute(db)
  const without = createAlarmTeller(withMail(undefined))
  await without.tell(heldUp, true)
  await without.settled()
  expect(await waiting()).toEqual([])
})

test('while the database takes nothing, a mail that the server does not take is tried again', async () => {
  let refuses = true
  const smtp = await smtpOfTest({ onMailFrom: (_address, _session, done) => done(refuses ? smtpError(451, 'later') : null) })
  const teller = createAlarmTeller(withMail(smtp.url))
  await teller.tell(calm, true)
  await teller.tell(heldUp, false)
  await teller.settled()
  expect(smtp.received).toHaveLength(0)
  refuses = false
  await teller.tell(heldUp, false)
  await teller.settled()
  await teller.tell(heldUp, false)
  await teller.settled()
  expect(smtp.received).toHaveLength(1)
  // Those whom it has mailed are not mailed again once the database takes that they were.
  await teller.tell(heldUp, true)
  await teller.settled()
  expect(smtp.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
})
