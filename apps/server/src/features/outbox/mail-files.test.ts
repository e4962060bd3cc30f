import { beforeEach, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { queueMails } from '../../platform/outside/outgoing-mail.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { startTestApp } from '../../test-app.ts'
import { forgetMailFilesJob } from './forget-bodies.ts'
import { sendMails, smtpOfTest } from './test-mailing.ts'
import { smtpError } from './test-smtp.ts'

const product = await startTestApp()
const { db } = product.context
const start = new Date('2026-07-20T17:00:00+09:00')

beforeEach(async () => {
  product.time.now = start
  await db.deleteFrom('outbox_mail').execute()
  await db.deleteFrom('outbox_file').execute()
})

const file = { name: 'あすの計画_東雲.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-1.7 見本') }
const mailTo = (to: string) => ({
  at: start,
  companyId: providerId,
  recipients: { to: [to] },
  subject: 'あすの計画',
  body: '紙を添付します。',
  file,
})
const queue = (...to: string[]) => queueMails(db, to.map(mailTo))
const days = (count: number) => {
  product.time.now = new Date(start.getTime() + count * 86_400_000)
}
const bodyOf = (source = '') => Buffer.from(/\r\n\r\n([A-Za-z0-9+/=\r\n]+)$/.exec(source)?.[1] ?? '', 'base64').toString()
const attached = file.content.toString('base64')

test('a file goes with each mail that carries it, and is stored once', async () => {
  const { url, received } = await smtpOfTest()
  await queue('a@example.com', 'b@example.com')
  expect(await db.selectFrom('outbox_file').select('name').execute()).toEqual([{ name: file.name }])
  await sendMails(product.context, url)
  expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(['a@example.com', 'b@example.com']))
  for (const { source } of received) {
    expect(source).toContain('Content-Type: application/pdf')
    expect(source).toContain('Content-Disposition: attachment')
    expect(source).toContain(attached)
  }
})

test('whose content was erased before it left says that it is without it', async () => {
  const { url, received } = await smtpOfTest()
  await queue('a@example.com')
  await db.updateTable('outbox_file').set({ content: null }).where('company_id', '=', providerId).execute()
  await sendMails(product.context, url)
  expect(bodyOf(received[0]?.source)).toMatch(/^添付のファイルは、.*付いていません。\n\n紙を添付します。/)
})

test('after three days its content is removed, and a mail that is sent again says that it is without its file', async () => {
  const { url, received } = await smtpOfTest({
    onRcptTo: (_address, _session, done) => done(product.time.now === start ? smtpError(550, 'no such user') : null),
  })
  await queue('a@example.com')
  await sendMails(product.context, url)
  days(2.9)
  await takeTurn(product.context, forgetMailFilesJob)
  const contents = () => db.selectFrom('outbox_file').select(['name', 'content']).execute()
  expect(await contents()).toEqual([{ name: file.name, content: file.content }])
  days(3.1)
  await takeTurn(product.context, forgetMailFilesJob)
  expect(await contents()).toEqual([{ name: file.name, content: null }])
  await db
    .updateTable('outbox_mail')
    .set({ failed_at: null, refused: '[]', resent_at: product.time.now, next_try_at: product.time.now })
    .where('company_id', '=', providerId)
    .execute()
  await sendMails(product.context, url)
  const [mail] = received
  expect(mail?.source).not.toContain('Content-Disposition: attachment')
  expect(bodyOf(mail?.source)).toContain('添付のファイルは、保存期間を過ぎたか消去されたため、付いていません。')
})
