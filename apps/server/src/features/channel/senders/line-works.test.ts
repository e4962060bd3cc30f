import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { lineWorks } from './line-works.ts'
import { deliver, deliveredAt, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const settings = {
  room: '12345a12-b12c-12d3-e123-fghijkl',
  botId: '2000001',
  clientId: 'ZbsOq6zjt0IhtZZnrc',
  serviceAccount: '1wagx.serviceaccount@example.com',
}
let publicKey: CryptoKey
let privateKey: string
const target = () => ({ settings, secrets: { clientSecret: 'client-secret', privateKey } })
const pass = {
  status: 200,
  body: JSON.stringify({ access_token: 'kr1AAAA', refresh_token: 'r', token_type: 'Bearer', expires_in: '86400', scope: 'bot.message' }),
}

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true })
  publicKey = pair.publicKey
  privateKey = await exportPKCS8(pair.privateKey)
})

const Link = z.strictObject({
  content: z.strictObject({
    type: z.literal('link'),
    contentText: z.string().min(1).max(1_000),
    linkText: z.string().min(1).max(1_000),
    link: z.url().max(1_000),
  }),
})
const Text = z.strictObject({ content: z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(2_000) }) })

test('a service account gets a pass by a signed assertion, and its bot writes into the talk room', async () => {
  receiver.current.answers = [pass, { status: 201 }]
  expect(await deliver(lineWorks, testMessage, target(), receiver.current)).toEqual([{ kind: 'sent' }])
  const [ticket, sent] = receiver.current.received
  expect(ticket).toMatchObject({
    method: 'POST',
    path: '/oauth2/v2.0/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  })
  const { assertion = '', ...form } = Object.fromEntries(new URLSearchParams(ticket?.body))
  expect(form).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    client_id: settings.clientId,
    client_secret: 'client-secret',
    scope: 'bot.message',
  })
  const { payload, protectedHeader } = await jwtVerify(assertion, publicKey, { currentDate: deliveredAt })
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
  const issuedAt = deliveredAt.getTime() / 1_000
  expect(payload).toEqual({ iss: settings.clientId, sub: settings.serviceAccount, iat: issuedAt, exp: issuedAt + 600 })
  expect(sent).toMatchObject({
    method: 'POST',
    path: `/v1.0/bots/2000001/channels/${settings.room}/messages`,
    headers: { 'content-type': 'application/json', authorization: 'Bearer kr1AAAA' },
  })
  expect(Link.parse(JSON.parse(sent?.body ?? '')).content).toEqual({
    type: 'link',
    contentText:
      '🛑 危険　グエン\n場所：B工区 屋上 スラブ配筋・鉄筋班\n理由：体の負担が大きい状態が2分続いています\nすること：作業を止め、涼しい場所へ移してください。\n時刻：13:38',
    linkText: '見守りで確認する',
    link: testMessage.url,
  })
})

test('a pass says when it ends', async () => {
  receiver.current.answers = [pass]
  const got = await lineWorks.authorise?.({ ...target(), url: receiver.current.url }, receiver.current.call, deliveredAt)
  expect(got).toEqual({ token: 'kr1AAAA', expiresAt: new Date(deliveredAt.getTime() + 86_400_000) })
})

test('a key whose line ends a form lost is read', async () => {
  receiver.current.answers = [pass, { status: 201 }]
  const pasted = { settings, secrets: { clientSecret: 'client-secret', privateKey: privateKey.replaceAll('\n', ' ') } }
  expect(await deliver(lineWorks, testMessage, pasted, receiver.current)).toEqual([{ kind: 'sent' }])
})

test('without an address of our own it is a text; a member is written to by an ID with an @; long ones keep to the limits', async () => {
  receiver.current.answers = [pass, { status: 201 }, pass, { status: 201 }]
  const member = { ...target(), settings: { ...settings, room: 'sato@example' } }
  const long = { ...testMessage, url: null, place: '𠮷'.repeat(900), reason: '理'.repeat(900) }
  await deliver(lineWorks, long, member, receiver.current)
  await deliver(
    lineWorks,
    { form: 'digest', language: 'my', messages: Array.from({ length: 99 }, () => ({ ...long, url: testMessage.url })) },
    member,
    receiver.current,
  )
  const sent = receiver.current.received.filter(({ path }) => path.includes('/bots/'))
  expect(sent.map(({ path }) => path)).toEqual(Array.from({ length: 2 }, () => '/v1.0/bots/2000001/users/sato%40example/messages'))
  expect(Text.parse(JSON.parse(sent[0]?.body ?? '')).content.text.isWellFormed()).toBe(true)
  expect(Link.parse(JSON.parse(sent[1]?.body ?? '')).content.link).toBe('https://mimamori.example/')
})

test.each([
  [
    { status: 400, body: '{"error":"invalid_client"}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 401, body: '{"error":"invalid_grant"}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 429, headers: { 'ratelimit-reset': '7' } },
    { kind: 'retry', failure: 'busy', retryAfterMs: 7_000 },
  ],
  [
    { status: 200, body: 'an error page' },
    { kind: 'retry', failure: 'serverFault' },
  ],
  [{ status: 500 }, { kind: 'retry', failure: 'serverFault' }],
])('no pass with an answer %o: %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  await expect(deliver(lineWorks, testMessage, target(), receiver.current)).rejects.toMatchObject({ name: 'ChannelRefusal', outcome })
})

test('a key that is none is refused before anything is sent', async () => {
  const broken = { settings, secrets: { clientSecret: 'client-secret', privateKey: 'no key' } }
  await expect(deliver(lineWorks, testMessage, broken, receiver.current)).rejects.toMatchObject({ outcome: { failure: 'badKey' } })
  expect(receiver.current.received).toEqual([])
})

test.each([
  [{ status: 201 }, { kind: 'sent' }],
  [
    { status: 401, body: '{"code":"UNAUTHORIZED","description":"Authentication failed"}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 403, body: '{"code":"FORBIDDEN","description":"Forbidden"}' },
    { kind: 'refused', failure: 'notMember' },
  ],
  [
    { status: 404, body: '{"code":"NOT_FOUND"}' },
    { kind: 'refused', failure: 'notFound' },
  ],
  [
    { status: 429, headers: { 'ratelimit-reset': '12' }, body: '{"code":"TOO_MANY_REQUESTS","description":"API rate limit exceeded"}' },
    { kind: 'retry', failure: 'busy', retryAfterMs: 12_000 },
  ],
  [{ status: 503 }, { kind: 'retry', failure: 'serverFault' }],
])('an answer %o to a message means %o', async (answer, outcome) => {
  receiver.current.answers = [pass, answer]
  expect(await deliver(lineWorks, testMessage, target(), receiver.current)).toEqual([outcome])
})
