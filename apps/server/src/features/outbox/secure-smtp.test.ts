import { afterEach, expect, test } from 'vitest'
import { providerId } from '../../shared/organisation/keys.ts'
import { queueMails } from '../../platform/outside/outgoing-mail.ts'
import { startTestApp } from '../../test-app.ts'
import { reasonInWords } from './reason-words.ts'
import { sendMails, smtpOfTest } from './test-mailing.ts'

const product = await startTestApp()

afterEach(async () => {
  await product.context.db.deleteFrom('outbox_mail').execute()
})

const sendOne = async (smtpUrl: string) => {
  await queueMails(product.context.db, [
    {
      at: product.time.now,
      companyId: providerId,
      recipients: { to: ['gate@example.jp'] },
      subject: '【危険】東雲現場',
      body: '本文',
      html: '<p lang="ja">本文</p>',
    },
  ])
  await sendMails(product.context, smtpUrl)
  return product.context.db.selectFrom('outbox_mail').selectAll().executeTakeFirstOrThrow()
}

/** A server that wants STARTTLS and a login before it takes a mail. */
const startStrict = async () => {
  const logins: string[] = []
  const server = await smtpOfTest({
    disabledCommands: [],
    authOptional: false,
    onAuth: ({ username, password }, session, done) => {
      logins.push(`${username} ${session.secure ? 'encrypted' : 'open'}`)
      if (password === 'right') done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
  })
  return { ...server, logins }
}

test('mail goes over STARTTLS with a login, as text and as HTML', async () => {
  const { port, received, logins } = await startStrict()
  const mail = await sendOne(`smtp://anzen:right@127.0.0.1:${port}/?requireTLS=true&tls.rejectUnauthorized=false`)
  expect(mail).toMatchObject({ error: null, delivered_to: ['gate@example.jp'] })
  expect(logins).toEqual(['anzen encrypted'])
  const source = received[0]?.source ?? ''
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(source).toMatch(/^Content-Type: text\/plain; charset=utf-8/m)
  expect(source).toMatch(/^Content-Type: text\/html; charset=utf-8/m)
})

test('a wrong password is for the operator: the mail waits and says so', async () => {
  const { port, received } = await startStrict()
  const mail = await sendOne(`smtp://anzen:wrong@127.0.0.1:${port}/?requireTLS=true&tls.rejectUnauthorized=false`)
  expect(received).toEqual([])
  expect(mail).toMatchObject({ sent_at: null, failed_at: null, refused: [], attempts: 1 })
  expect(mail.error).toContain('535')
  expect(reasonInWords(mail.error ?? '')).toContain('ログインできません')
})

test('a certificate that nobody vouches for is refused, and the mail waits', async () => {
  const { port, received } = await startStrict()
  const mail = await sendOne(`smtp://anzen:right@127.0.0.1:${port}/?requireTLS=true`)
  expect(received).toEqual([])
  expect(mail).toMatchObject({ sent_at: null, failed_at: null })
  expect(mail.error).toMatch(/certificate/i)
})
