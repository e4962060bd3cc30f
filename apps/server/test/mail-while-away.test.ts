import { setTimeout as after } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { outboxJob } from '../src/features/outbox/outbox-job.ts'
import { startSmtp } from '../src/features/outbox/test-smtp.ts'
import { providerId } from '../src/shared/organisation/keys.ts'
import { queueMail } from '../src/platform/outside/outgoing-mail.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { createTestContext, testConfig } from '../src/platform/test-context.ts'
import { cutDatabase } from './durability/cut-database.ts'

test('a mail that left while the database was away is not sent again once that is back', async () => {
  const made = await createTestContext()
  let cut: Promise<void> | undefined
  const taken: string[] = []
  const smtp = await startSmtp({
    onData: (stream, session, done) => {
      taken.push(...session.envelope.rcptTo.map(({ address }) => address))
      stream.resume().on('end', () => {
        if (cut !== undefined) return done()
        cut = cutDatabase(inject('testServerUrl'), made.url, async () => {
          done()
          await after(2_000)
        })
      })
    },
  })
  const context = { ...made.context, config: testConfig({ smtpUrl: smtp.url, mailFrom: 'mimamori@example.jp' }) }
  const mail = { subject: '暑さの警戒', body: '日陰へ。', urgent: true }
  await queueMail(context.db, { at: made.time.now, companyId: providerId, recipients: { to: ['gate@example.com'] }, ...mail })
  const awayError: unknown = await takeTurn(context, outboxJob).catch((error: unknown) => error)
  expect(awayError).toBeInstanceOf(Error)
  await cut
  made.time.now = new Date(made.time.now.getTime() + 60_000)
  await takeTurn(context, outboxJob)
  expect(taken).toEqual(['gate@example.com'])
  const { sent_at: sentAt, delivered_to: deliveredTo } = await context.db.selectFrom('outbox_mail').selectAll().executeTakeFirstOrThrow()
  expect({ isSent: sentAt !== null, deliveredTo }).toEqual({ isSent: true, deliveredTo: ['gate@example.com'] })
  await smtp.stop()
  await made.drop()
})
