import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { startNotifiedSite } from '../alerts/notices/test-site.ts'
import { freePort } from '../../platform/test-port.ts'
import { readEpisodes } from '../alerts/episodes/read.ts'
import { sendMails, smtpOfTest } from './test-mailing.ts'
import { smtpError } from './test-smtp.ts'

const site = await startNotifiedSite()

beforeEach(async () => {
  await site.clear()
  await site.set('TO', 'gate@example.jp')
})

const send = (smtpUrl: string) => sendMails(site.context, smtpUrl)
const mailsOf = async (...alertIds: number[]) => {
  const keys = alertIds.map((alertId) => ({ companyId: site.tenants.office.company_id, alertId }))
  return (await readEpisodes(site.context.db, keys, site.time.now)).map(({ episode }) => episode.mails)
}

test('an alert counts the mails that went out about it, the escalation’s too, and none that only waits', async () => {
  const { leader, subLeader } = site.tenants.people
  await sql`update app_user set email = 'sub@example.jp' where user_id = ${subLeader.user_id}`.execute(site.context.db)
  await sql`update app_user set email = 'gone@example.jp' where user_id = ${leader.user_id}`.execute(site.context.db)
  const alert = await site.open({ kind: 'emergency', level: 3, cause: 'call' })
  await site.tell()
  expect(await mailsOf(alert.alert_id)).toEqual([0])
  const { url, received } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? smtpError(550, 'no such mailbox') : null),
  })
  await send(url)
  await send(url)
  expect(await mailsOf(alert.alert_id)).toEqual([1])
  for (const minutes of [3, 2]) {
    site.later(minutes * 60)
    await site.tell()
  }
  await send(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.jp'], ['sub@example.jp']])
  expect(await mailsOf(alert.alert_id)).toEqual([2])
  const subject = /^Subject: (.+(?:\r\n .+)*)\r$/m.exec(received[0]?.source ?? '')?.[1] ?? ''
  const words = [...subject.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/gi)].map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('')
  expect(words).toBe('【緊急・呼出】東雲現場 北棟 3階・鉄骨班 13:00')
})

test('a digest counts with each of its alerts, once', async () => {
  const people = Object.values(site.tenants.people).filter(({ company_id }) => company_id === site.tenants.office.company_id)
  const alerts = []
  for (const person of people.slice(0, 7)) alerts.push(await site.open({}, { ...person, office_id: site.tenants.office.office_id }))
  await site.tell()
  const { url, received } = await smtpOfTest()
  await send(url)
  expect(received).toHaveLength(5)
  site.later(10)
  await send(url)
  await send(url)
  expect(received).toHaveLength(6)
  expect(await mailsOf(...alerts.map(({ alert_id }) => alert_id))).toEqual([1, 1, 1, 1, 1, 1, 1])
})

test('with the mail server stopped half-way every mail arrives once, after it is back', async () => {
  const { people } = site.tenants
  const port = await freePort()
  const first = await smtpOfTest({ port })
  await site.open({ kind: 'emergency', level: 3 })
  await site.tell()
  await send(first.url)
  await first.stop()
  await site.open({ kind: 'emergency', level: 3 }, people.neighbour)
  await site.tell()
  await send(first.url)
  expect((await site.mails()).map(({ sent_at, failed_at }) => [sent_at !== null, failed_at])).toEqual([
    [true, null],
    [false, null],
  ])
  const back = await smtpOfTest({ port })
  site.later(10)
  await send(back.url)
  await send(back.url)
  expect([first.received.length, back.received.length]).toEqual([1, 1])
})
