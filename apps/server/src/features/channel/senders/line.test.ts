import { expect, test } from 'vitest'
import { z } from 'zod'
import { line, retryKeyOf } from './line.ts'
import { deliver, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const target = { settings: { room: 'C4af4980629a0123456789abcdef01234' }, secrets: { token: 'line-token' } }

const Text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1).max(2_000),
  wrap: z.boolean(),
  weight: z.enum(['regular', 'bold']).optional(),
  size: z.enum(['xs', 'sm', 'md', 'lg']).optional(),
  color: z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .optional(),
})
const Row = z.strictObject({ type: z.literal('box'), layout: z.literal('vertical'), contents: z.array(Text).min(1) })
const Bubble = z.strictObject({
  type: z.literal('bubble'),
  body: z.strictObject({
    type: z.literal('box'),
    layout: z.literal('vertical'),
    spacing: z.enum(['none', 'xs', 'sm', 'md', 'lg']),
    contents: z.array(z.union([Text, Row])).min(1),
  }),
  footer: z
    .strictObject({
      type: z.literal('box'),
      layout: z.literal('vertical'),
      contents: z.tuple([
        z.strictObject({
          type: z.literal('button'),
          style: z.enum(['link', 'primary', 'secondary']),
          height: z.enum(['sm', 'md']),
          action: z.strictObject({
            type: z.literal('uri'),
            label: z.string().min(1).max(20),
            uri: z
              .string()
              .regex(/^https?:/)
              .max(1_000),
          }),
        }),
      ]),
    })
    .optional(),
})
const Body = z.strictObject({
  to: z.string().regex(/^[CRU][0-9a-f]{32}$/),
  messages: z.tuple([z.strictObject({ type: z.literal('flex'), altText: z.string().min(1).max(400), contents: Bubble })]),
})

test('an alert is a Flex message pushed to the group with a retry key', async () => {
  receiver.current.answers = [{ status: 200, body: '{"sentMessages":[{"id":"461230966842064897","quoteToken":"x"}]}' }]
  expect(await deliver(line, testMessage, target, receiver.current)).toEqual([{ kind: 'sent' }])
  const [request] = receiver.current.received
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v2/bot/message/push',
    headers: { 'content-type': 'application/json', authorization: 'Bearer line-token' },
  })
  expect(z.uuid().safeParse(request?.headers['x-line-retry-key']).success).toBe(true)
  const { to, messages } = Body.parse(JSON.parse(request?.body ?? ''))
  expect(to).toBe(target.settings.room)
  expect(messages[0].altText).toBe('🛑 危険　グエン　体の負担が大きい状態が2分続いています')
  expect(messages[0].contents.footer?.contents[0].action).toEqual({ type: 'uri', label: '見守りで確認する', uri: testMessage.url })
  expect(JSON.stringify(messages[0].contents.body)).toContain('作業を止め、涼しい場所へ移してください。')
})

test('the production address is the provider’s own', () => {
  const [request] = line.requestsOf(testMessage, { ...target, url: null }, { deliveryId: '1/42', at: new Date(), token: '' })
  expect(request?.url).toBe('https://api.line.me/v2/bot/message/push')
})

test('a delivery has the same retry key at each attempt, and no other delivery has it', () => {
  expect(retryKeyOf('1/42', 'a')).toBe(retryKeyOf('1/42', 'a'))
  expect(retryKeyOf('1/42', 'a')).not.toBe(retryKeyOf('1/42', 'b'))
  expect(new Set(Array.from({ length: 1_000 }, (_, index) => retryKeyOf(`1/${index}`, 'a'))).size).toBe(1_000)
})

test('a digest and the longest words keep to LINE’s limits in every language', async () => {
  const long = { ...testMessage, place: '𠮷'.repeat(900), reason: '😀'.repeat(900) }
  for (const language of ['ja', 'en', 'vi', 'zh-Hans', 'id', 'fil', 'my', 'ne'] as const) {
    const message = { ...long, language }
    await deliver(line, message, target, receiver.current)
    await deliver(line, { form: 'digest', language, messages: Array.from({ length: 40 }, () => message) }, target, receiver.current)
  }
  expect(receiver.current.received).toHaveLength(16)
  for (const { body } of receiver.current.received) {
    expect(() => Body.parse(JSON.parse(body))).not.toThrow()
    expect(Buffer.byteLength(body)).toBeLessThan(30_000)
  }
})

test.each([
  // An attempt whose answer was lost had been taken.
  [
    { status: 409, headers: { 'x-line-accepted-request-id': 'a' }, body: '{"message":"The retry key is already accepted"}' },
    { kind: 'sent' },
  ],
  [
    { status: 429, body: '{"message":"You have reached your monthly limit."}' },
    { kind: 'refused', failure: 'quota' },
  ],
  [
    { status: 429, body: '{"message":"The API rate limit has been exceeded. Try again later."}' },
    { kind: 'retry', failure: 'busy', retryAfterMs: 60_000 },
  ],
  [
    { status: 401, body: '{"message":"Authentication failed"}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [{ status: 403 }, { kind: 'refused', failure: 'unauthorized' }],
  [
    { status: 400, body: '{"message":"Failed to send messages"}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [{ status: 500 }, { kind: 'retry', failure: 'serverFault' }],
])('an answer %o means %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  expect(await deliver(line, testMessage, target, receiver.current)).toEqual([outcome])
})
