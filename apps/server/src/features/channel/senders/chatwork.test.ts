import { expect, test } from 'vitest'
import { chatwork } from './chatwork.ts'
import { deliver, deliveredAt, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const target = { settings: { room: '342519872' }, secrets: { token: 'cw-token' } }

test('an alert is one message with a title in the room', async () => {
  receiver.current.answers = [{ status: 200, body: '{"message_id":"1234"}' }]
  expect(await deliver(chatwork, testMessage, target, receiver.current)).toEqual([{ kind: 'sent' }])
  const [request] = receiver.current.received
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v2/rooms/342519872/messages',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', 'x-chatworktoken': 'cw-token' },
  })
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
    self_unread: '0',
    body: [
      '[info][title]🛑 危険　グエン[/title]場所：B工区 屋上 スラブ配筋・鉄筋班',
      '理由：体の負担が大きい状態が2分続いています',
      'すること：作業を止め、涼しい場所へ移してください。',
      '時刻：13:38',
      '見守りで確認する',
      `${testMessage.url}[/info]`,
    ].join('\n'),
  })
})

test('a digest is one message, below Chatwork’s 65,535 bytes', async () => {
  receiver.current.answers = [{ status: 200, body: '{"message_id":"1234"}' }]
  const messages = Array.from({ length: 300 }, () => ({ ...testMessage, place: '場'.repeat(500), reason: '理'.repeat(500) }))
  await deliver(chatwork, { form: 'digest', language: 'ja', messages }, target, receiver.current)
  const said = new URLSearchParams(receiver.current.received[0]?.body).get('body') ?? ''
  expect(said).toContain('アラート300件のまとめ')
  expect(Buffer.byteLength(said)).toBeLessThan(65_535)
})

const inTwelveSeconds = String(deliveredAt.getTime() / 1_000 + 12)

test.each([
  [
    { status: 401, body: '{"errors":["Invalid API token"]}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 403, body: '{"errors":["You do not have permission"]}' },
    { kind: 'refused', failure: 'notMember' },
  ],
  [
    { status: 404, body: '{"errors":["Not found"]}' },
    { kind: 'refused', failure: 'notFound' },
  ],
  [
    { status: 400, body: '{"errors":["Parameter body is required"]}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 200, body: '{"errors":["something"]}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 429, body: '{"errors":["Message posting rate limit exceeded"]}' },
    { kind: 'retry', failure: 'busy', retryAfterMs: 10_000 },
  ],
  [{ status: 503 }, { kind: 'retry', failure: 'serverFault' }],
])('an answer %o means %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  expect(await deliver(chatwork, testMessage, target, receiver.current)).toEqual([outcome])
})

test('too many calls in five minutes are tried again when Chatwork says', async () => {
  receiver.current.answers = [{ status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inTwelveSeconds } }]
  expect(await deliver(chatwork, testMessage, target, receiver.current)).toEqual([{ kind: 'retry', failure: 'busy', retryAfterMs: 12_000 }])
})
