import { beforeEach, expect, test, vi } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { queueMail, type Recipients } from '../../platform/outside/outgoing-mail.ts'
import { freePort } from '../../platform/test-port.ts'
import { startTestApp } from '../../test-app.ts'
import { saidLate } from './said-late.ts'
import { sendMails, smtpOfTest } from './test-mailing.ts'
import { smtpError } from './test-smtp.ts'

const product = await startTestApp()
const start = new Date('2026-07-20T13:00:00+09:00')

beforeEach(async () => {
  product.time.now = start
  await product.context.db.deleteFrom('outbox_mail').execute()
})

const turn = (smtpUrl: string | undefined) => sendMails(product.context, smtpUrl, '見守り <mimamori@example.jp>')
const later = (seconds: number) => {
  product.time.now = new Date(product.time.now.getTime() + seconds * 1_000)
}
const queue = (recipients: Recipients, subject = '暑さの警戒', urgent = false) =>
  queueMail(product.context.db, {
    at: product.time.now,
    companyId: providerId,
    recipients,
    subject,
    urgent,
    body: '佐藤　太郎さんが警戒です。\n日陰へ。',
  })
const rows = () => product.context.db.selectFrom('outbox_mail').selectAll().orderBy('mail_id').execute()
/** A port where nobody listens. */
const nowhere = async () => {
  const port = await freePort()
  return { port, url: `smtp://127.0.0.1:${port}` }
}

test('a mail is delivered once, to everybody it is for, hidden copies hidden', async () => {
  const { url, received } = await smtpOfTest()
  await queue({ to: ['gate@example.com'], cc: ['boss@example.com'], bcc: ['doctor@example.com'] })
  await turn(url)
  await turn(url)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'mimamori@example.jp', to: ['gate@example.com', 'boss@example.com', 'doctor@example.com'] })
  const source = received[0]?.source ?? ''
  expect(source).toMatch(/^To: gate@example\.com\r$/m)
  expect(source).toMatch(/^Cc: boss@example\.com\r$/m)
  expect(source).not.toContain('doctor@example.com')
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(source).toMatch(/^Message-ID: <mimamori-\d+-\d+@example\.jp>\r$/im)
  expect(Buffer.from(/\r\n\r\n([A-Za-z0-9+/=\r\n]+)$/.exec(source)?.[1] ?? '', 'base64').toString()).toContain('佐藤　太郎さんが警戒です。')
  expect(await rows()).toMatchObject([{ sent_at: start, failed_at: null, error: null, attempts: 1, refused: [] }])
})

test('while the mail server is down nothing is lost, and it is tried again soon', async () => {
  const { url, port } = await nowhere()
  await queue({ to: ['gate@example.com'] })
  const waits: number[] = []
  for (let n = 0; n < 7; n += 1) {
    await turn(url)
    const [mail] = await rows()
    expect(mail).toMatchObject({
      sent_at: null,
      failed_at: null,
      attempts: n + 1,
      error: expect.stringContaining('ECONNREFUSED') as string,
    })
    const wait = ((mail?.next_try_at.getTime() ?? 0) - product.time.now.getTime()) / 1_000
    waits.push(wait)
    later(wait - 1)
    await turn(url)
    expect((await rows())[0]?.attempts).toBe(n + 1)
    later(1)
  }
  expect(waits).toEqual([10, 30, 30, 30, 30, 30, 30])
  later(30 * 24 * 3_600)
  await turn(url)
  later(300)
  const { received } = await smtpOfTest({ port })
  await turn(url)
  expect(received).toHaveLength(1)
  expect((await rows())[0]?.sent_at).toEqual(product.time.now)
})

test('a refused address is on record and the others have their mail, once', async () => {
  const { url, received } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? smtpError(550, 'no such mailbox') : null),
  })
  await queue({ to: ['gone@example.com', 'gate@example.com'] })
  await queue({ to: ['gone@example.com'] }, '届かない')
  await turn(url)
  later(1_000)
  await turn(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.com']])
  const refused = [{ address: 'gone@example.com', reason: '550 no such mailbox' }]
  expect(await rows()).toMatchObject([
    { sent_at: start, failed_at: null, delivered_to: ['gate@example.com'], refused, error: 'gone@example.com: 550 no such mailbox' },
    { sent_at: null, failed_at: start, delivered_to: [], refused, attempts: 1 },
  ])
})

test('what is no address is refused at once, sends nothing to whom it seems to name, and holds up nobody', async () => {
  const { url, received } = await smtpOfTest()
  await queue({ to: ['gate@example.com', 'stranger@example.com,boss@example.com', '<b>@example.com'] })
  await queue({ to: ['(a@example.com'] }, '届かない')
  await turn(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.com']])
  expect(await rows()).toMatchObject([
    {
      sent_at: start,
      delivered_to: ['gate@example.com'],
      refused: [
        { address: 'stranger@example.com,boss@example.com', reason: 'no mail address' },
        { address: '<b>@example.com', reason: 'no mail address' },
      ],
    },
    { sent_at: null, failed_at: start, refused: [{ address: '(a@example.com', reason: 'no mail address' }] },
  ])
})

test('a receiver that is put off is tried again alone, and given up after three days', async () => {
  let isBusy = true
  const { url, received } = await smtpOfTest({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('slow') || (isBusy && address.startsWith('busy')) ? smtpError(451, 'come again') : null),
  })
  await queue({ to: ['busy@example.com', 'gate@example.com', 'slow@example.com'] })
  await turn(url)
  expect(await rows()).toMatchObject([{ sent_at: null, delivered_to: ['gate@example.com'], refused: [] }])
  isBusy = false
  later(10)
  await turn(url)
  expect(received.map(({ to }) => to)).toEqual([['gate@example.com'], ['busy@example.com']])
  later(3 * 24 * 3_600)
  await turn(url)
  expect(await rows()).toMatchObject([
    {
      sent_at: product.time.now,
      delivered_to: ['gate@example.com', 'busy@example.com'],
      refused: [{ address: 'slow@example.com', reason: '451 come again' }],
    },
  ])
  expect(received).toHaveLength(2)
})

test('a mail the server takes nothing of is refused for good; a sender it does not know waits', async () => {
  const strict = await smtpOfTest({
    onData: (stream, _, done) => void stream.resume().on('end', () => done(smtpError(554, 'looks like spam'))),
  })
  await queue({ to: ['gate@example.com'] })
  await turn(strict.url)
  expect(await rows()).toMatchObject([{ failed_at: start, refused: [{ address: 'gate@example.com', reason: '554 looks like spam' }] }])
  await product.context.db.deleteFrom('outbox_mail').execute()
  const closed = await smtpOfTest({ onMailFrom: (_, __, done) => done(smtpError(550, 'sender unknown')) })
  await queue({ to: ['gate@example.com'] })
  await turn(closed.url)
  expect(await rows()).toMatchObject([{ sent_at: null, failed_at: null, error: 'gate@example.com: 550 sender unknown' }])
})

test('a mail that leaves late says of which day it is', async () => {
  const { url, received } = await smtpOfTest()
  const page = '<html><body style="a"><h1>警戒</h1></body></html>'
  await queueMail(product.context.db, {
    at: start,
    companyId: providerId,
    recipients: { to: ['gate@example.com'] },
    subject: '警戒 13:00',
    body: '警戒 13:00',
    html: page,
  })
  later(26 * 3_600)
  await queue({ to: ['boss@example.com'] })
  await turn(url)
  const sourceTo = (address: string) => received.find(({ to }) => to[0] === address)?.source ?? ''
  const late = sourceTo('gate@example.com')
  expect(late).toMatch(/^Date: Mon, 20 Jul 2026 04:00:00 \+0000\r$/m)
  expect(Buffer.from(/base64\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(late)?.[1] ?? '', 'base64').toString()).toBe(
    '（遅れて送信・7/20 13:00 のもの）\n\n警戒 13:00',
  )
  expect(saidLate({ body: '', html: page, created_at: start }, product.time.now).html).toBe(
    '<html><body style="a">\n<p>（遅れて送信・7/20 13:00 のもの）</p><h1>警戒</h1></body></html>',
  )
  const fresh = Buffer.from(/\r\n\r\n([A-Za-z0-9+/=\r\n]+)$/.exec(sourceTo('boss@example.com'))?.[1] ?? '', 'base64').toString()
  expect(fresh).not.toContain('遅れて')
})

test('an emergency leaves before everything that waits longer', async () => {
  const { url } = await nowhere()
  for (let n = 0; n < 20; n += 1) await queue({ to: [`gate${n}@example.com`] })
  later(60)
  await queue({ to: ['gate@example.com'] }, '緊急', true)
  await turn(url)
  const tried = (await rows()).filter(({ attempts }) => attempts > 0)
  expect(tried.length).toBeLessThan(20)
  expect(tried.map(({ subject }) => subject)).toContain('緊急')
})

test('a mail that takes long does not hold up those that come after it', async () => {
  let answer: (() => void) | undefined
  const { url } = await smtpOfTest({
    onData: (stream, { envelope }, done) =>
      void stream.resume().on('end', () => {
        if (envelope.rcptTo[0]?.address === 'slow@example.com') answer = () => done()
        else done()
      }),
  })
  await queue({ to: ['slow@example.com'] })
  const sending = turn(url)
  await expect.poll(() => answer).toBeDefined()
  await queue({ to: ['gate@example.com'] }, '緊急', true)
  await expect.poll(async () => (await rows())[1]?.sent_at).toEqual(start)
  expect((await rows())[0]?.sent_at).toBeNull()
  answer?.()
  await sending
  expect((await rows())[0]?.sent_at).toEqual(start)
})

test('many mails leave in one turn, and processes at it together send none twice', async () => {
  const { url, received } = await smtpOfTest()
  for (let n = 0; n < 45; n += 1) await queue({ to: [`gate${n}@example.com`] })
  await Promise.all([turn(url), turn(url), turn(url)])
  await turn(url)
  expect(received).toHaveLength(45)
  expect(new Set(received.map(({ to }) => to[0]))).toEqual(new Set(Array.from({ length: 45 }, (_, n) => `gate${n}@example.com`)))
})

test('a mail whose process died over it is taken up by another half a minute later', async () => {
  let answer: (() => void) | undefined
  const silent = await smtpOfTest({ onData: (stream, _, done) => void stream.resume().on('end', () => (answer = () => done())) })
  const { url, received } = await smtpOfTest()
  await queue({ to: ['gate@example.com'] })
  const hanging = turn(silent.url)
  await expect.poll(() => answer).toBeDefined()
  const [claimed] = await rows()
  await turn(url)
  expect(received).toHaveLength(0)
  answer?.()
  await hanging
  // As the killed process left it: claimed, and nobody there to say what became of it.
  await product.context.db.updateTable('outbox_mail').set({ sent_at: null, delivered_to: [], next_try_at: claimed?.next_try_at }).execute()
  later(30)
  await turn(url)
  expect(received).toHaveLength(1)
})

test('a mail that takes long to send stays with its process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let answer: (() => void) | undefined
    const slow = await smtpOfTest({ onData: (stream, _, done) => void stream.resume().on('end', () => (answer = () => done())) })
    const { url, received } = await smtpOfTest()
    await queue({ to: ['gate@example.com'] })
    const sending = turn(slow.url)
    await expect.poll(() => answer).toBeDefined()
    later(25)
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(async () => (await rows())[0]?.next_try_at).toEqual(new Date(product.time.now.getTime() + 30_000))
    later(10)
    await turn(url)
    expect(received).toHaveLength(0)
    answer?.()
    await sending
    expect(await rows()).toMatchObject([{ sent_at: product.time.now }])
  } finally {
    vi.useRealTimers()
  }
})

test('without a mail server the mails stay in the outbox', async () => {
  await queue({ to: ['gate@example.com'] })
  await turn(undefined)
  expect(await rows()).toMatchObject([{ sent_at: null, attempts: 0 }])
})

test("an administrator's test mail goes through the outbox, and not without end", async () => {
  const { db } = product.context
  const { url, received } = await smtpOfTest()
  const office = await makeOffice(db)
  const headers = await product.as(await makeUser(db, 'HeadquartersAdmin', office))
  const send = (address: string) => product.ask('GET', `/api/Group/Email/${encodeURIComponent(address)}`, { headers })
  expect(await send('gate.one@example.co.jp')).toMatchObject({ status: 200, body: {} })
  expect(await rows()).toMatchObject([
    { recipients: { to: ['gate.one@example.co.jp'] }, company_id: office.company_id, subject: '【見守り】テストメール', sent_at: null },
  ])
  await turn(url)
  expect(received).toMatchObject([{ to: ['gate.one@example.co.jp'] }])
  expect((await send('gate@example')).body).toEqual([
    'メールアドレス：メールアドレスの形式が正しくありません。半角の英数字と記号で入力してください。',
  ])
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1) statuses.push((await send('gate@example.com')).status)
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
  later(61)
  expect((await send('gate@example.com')).status).toBe(200)
})

test('a mail that was to leave by a clock set back since leaves', async () => {
  const { url, received } = await smtpOfTest()
  later(3_600)
  await queue({ to: ['gate@example.com'] })
  later(-3_600)
  await turn(url)
  expect(received).toHaveLength(1)
})
