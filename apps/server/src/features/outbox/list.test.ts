import type { OutboxMail } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { queueMails } from '../../platform/outside/outgoing-mail.ts'
import { startTestApp } from '../../test-app.ts'
import { forgetBodiesJob } from './forget-bodies.ts'
import { sendMails, smtpOfTest } from './test-mailing.ts'
import { smtpError } from './test-smtp.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)
const start = new Date('2026-07-20T13:00:00+09:00')

beforeEach(async () => {
  product.time.now = start
  await product.context.db.deleteFrom('outbox_mail').execute()
})

type Someone = { user_id: number }
type List = { data: OutboxMail[]; count: number; hasServer: boolean }
const list = async (user: Someone, query = '') => (await product.askAs(user, 'GET', `/api/OutboxMail${query}`)).body as List
const subjects = async (user: Someone, query = '') => (await list(user, query)).data.map(({ subject }) => subject)
const resend = (user: Someone, id: number) => product.askAs(user, 'POST', `/api/OutboxMail/${id}/Resend`)

const queue = async (
  subject: string,
  office: { company_id: number; office_id: number | null } = tenants.office,
  to = ['gate@example.jp'],
) => {
  const [id = 0] = await queueMails(product.context.db, [
    {
      at: product.time.now,
      companyId: office.company_id,
      officeId: office.office_id,
      recipients: { to },
      subject,
      body: '佐藤さん 心拍 151',
    },
  ])
  return id
}
const later = (seconds: number) => {
  product.time.now = new Date(product.time.now.getTime() + seconds * 1_000)
}
const forgetBodies = async () => {
  const client = await product.context.pool.connect()
  await forgetBodiesJob.run(product.context, client, new AbortController().signal).finally(() => client.release())
}
const send = (smtpUrl: string) => sendMails(product.context, smtpUrl)

test('administrators see the mails of what they administer, the newest first, and not what is said in them', async () => {
  const { people, office, sibling, foreign } = tenants
  await queue('own')
  later(1)
  await queue('sibling', sibling)
  later(1)
  await queue('several', { company_id: office.company_id, office_id: null })
  later(1)
  await queue('foreign', foreign)
  expect(await subjects(people.base)).toEqual(['own'])
  expect(await subjects(people.contract)).toEqual(['several', 'sibling', 'own'])
  expect(await subjects(people.foreignContract)).toEqual(['foreign'])
  expect(await subjects(people.service)).toEqual(['foreign', 'several', 'sibling', 'own'])
  expect(await subjects(people.service, `?companyId=${office.company_id}&sortKey=at&sortOrder=asc&limit=2&offset=1`)).toEqual([
    'sibling',
    'several',
  ])
  expect(await subjects(people.contract, `?officeId=${sibling.office_id}`)).toEqual(['sibling'])
  expect(await subjects(people.base, '?from=2026-07-21')).toEqual([])
  expect(await subjects(people.base, '?from=2026-07-20&to=2026-07-20')).toEqual(['own'])
  for (const user of [people.leader, people.worker]) expect((await product.askAs(user, 'GET', '/api/OutboxMail')).status).toBe(403)
  expect((await product.askAs(people.base, 'GET', '/api/OutboxMail?sortKey=body')).status).toBe(400)
  const answer = await list(people.base)
  expect(JSON.stringify(answer)).not.toContain('佐藤')
  expect(answer).toMatchObject({
    count: 1,
    hasServer: false,
    data: [{ state: 'waiting', officeName: office.name, to: ['gate@example.jp'] }],
  })
})

test('each state says in words what is wrong, and can be asked for', async () => {
  const { people } = tenants
  const { url } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) =>
      done(
        address.startsWith('gone') ? smtpError(550, 'no such mailbox') : address.startsWith('busy') ? smtpError(451, 'come again') : null,
      ),
  })
  await queue('sent')
  await queue('partly', tenants.office, ['gate@example.jp', 'gone@example.jp'])
  await queue('failed', tenants.office, ['gone@example.jp'])
  await queue('retrying', tenants.office, ['busy@example.jp'])
  await send(url)
  const mails = new Map((await list(people.base)).data.map((mail) => [mail.subject, mail]))
  expect(new Map([...mails].map(([subject, { state }]) => [subject, state]))).toEqual(
    new Map([
      ['failed', 'failed'],
      ['partly', 'refused'],
      ['retrying', 'retrying'],
      ['sent', 'sent'],
    ]),
  )
  const gone = { address: 'gone@example.jp', reason: '宛先が見つかりません。アドレスを確かめてください。', detail: '550 no such mailbox' }
  expect(mails.get('partly')).toMatchObject({ refused: [gone], problem: null, sentAt: '2026-07-20T13:00:00+09:00', nextTryAt: null })
  expect(mails.get('failed')).toMatchObject({ refused: [gone], sentAt: null })
  expect(mails.get('retrying')).toMatchObject({
    refused: [],
    problem: { reason: expect.stringContaining('一時的に') as string, detail: 'busy@example.jp: 451 come again' },
    nextTryAt: '2026-07-20T13:00:10+09:00',
  })
  for (const state of ['sent', 'refused', 'failed', 'retrying'])
    expect((await list(people.base, `?state=${state}`)).data).toMatchObject([{ state }])
})

test('what was refused goes again to those who lack it, once, and is on the audit log', async () => {
  const { people } = tenants
  let isGone = true
  const { url, received } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) => done(isGone && address.startsWith('gone') ? smtpError(550, 'no such mailbox') : null),
  })
  const id = await queue('partly', tenants.office, ['gate@example.jp', 'gone@example.jp'])
  await send(url)
  isGone = false
  // Days later: patience with a server that puts the mail off starts again.
  later(7 * 24 * 3_600)
  for (const stranger of [people.foreignContract, people.foreignBase]) expect((await resend(stranger, id)).status).toBe(404)
  expect(await resend(people.base, id)).toMatchObject({ status: 200, body: { state: 'waiting', refused: [], attempts: 0 } })
  expect(await resend(people.base, id)).toMatchObject({ status: 200, body: { state: 'waiting' } })
  await send(url)
  await send(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.jp'], ['gone@example.jp']])
  expect((await list(people.base)).data).toMatchObject([{ state: 'sent', refused: [] }])
  expect(await resend(people.base, id)).toMatchObject({ status: 400, body: ['このメールは、すべての宛先に届いています。'] })
  expect(await product.recordedOf('outboxMail')).toMatchObject([
    { action: 'resend', resource_id: String(id), office_id: tenants.office.office_id, after: { subject: 'partly' } },
    { action: 'resend' },
  ])
})

test('what a mail said goes after 30 days; subject, receivers and state stay, and it goes to nobody any more', async () => {
  const { people } = tenants
  const { url, received } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? smtpError(550, 'no such mailbox') : null),
  })
  const refused = await queue('refused', tenants.office, ['gate@example.jp', 'gone@example.jp'])
  await send(url)
  await queue('waiting')
  later(30 * 24 * 3_600 + 1)
  await queue('young')
  const bodies = async () =>
    (await product.context.db.selectFrom('outbox_mail').select('body').orderBy('mail_id').execute()).map(({ body }) => body)
  expect((await bodies()).every((body) => body.includes('心拍'))).toBe(true)
  await forgetBodies()
  expect(await bodies()).toEqual(['', '', '佐藤さん 心拍 151'])
  const mails = new Map((await list(people.base)).data.map((mail) => [mail.subject, mail]))
  expect(mails.get('refused')).toMatchObject({ state: 'refused', to: ['gate@example.jp', 'gone@example.jp'], bodyGone: true })
  expect(mails.get('waiting')).toMatchObject({
    state: 'failed',
    bodyGone: true,
    refused: [{ address: 'gate@example.jp', reason: '30日のあいだ送れなかったため、取りやめました。' }],
  })
  expect(mails.get('young')).toMatchObject({ state: 'waiting', bodyGone: false })
  expect(await resend(people.base, refused)).toMatchObject({ status: 400, body: [expect.stringContaining('本文が消えている')] })
  await send(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.jp'], ['gate@example.jp']])
})

test('a mail that somebody is sending is not sent beside it', async () => {
  let answer: (() => void) | undefined
  const slow = await smtpOfTest({ onData: (stream, _, done) => void stream.resume().on('end', () => (answer = () => done())) })
  const { url, received } = await smtpOfTest()
  const id = await queue('slow')
  const sending = send(slow.url)
  while (answer === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
  await resend(tenants.people.base, id)
  later(1)
  await send(url)
  expect(received).toEqual([])
  answer()
  await sending
  expect((await list(tenants.people.base)).data).toMatchObject([{ state: 'sent' }])
})
