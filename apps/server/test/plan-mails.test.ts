import { beforeEach, expect, test } from 'vitest'
import { sendMails, smtpOfTest } from '../src/features/outbox/test-mailing.ts'
import { startPlanMails } from '../src/features/report/schedule/test-plan-mails.ts'

const site = await startPlanMails()
beforeEach(() => site.reset())

test('the plan of tomorrow reaches a mail server with its sheet', async () => {
  await site.add({ addresses: 'gate@example.com', roles: ['GroupLeader'] })
  site.setClock('2026-07-21 17:00')
  await site.turn()
  const { url, received } = await smtpOfTest()
  await sendMails(site.context, url)
  expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['gate@example.com', 'lead@example.com']))
  for (const { source } of received) expect(source).toContain('Content-Type: application/pdf')
})
