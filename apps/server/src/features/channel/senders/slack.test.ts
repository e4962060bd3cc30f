import { expect, test } from 'vitest'
import { z } from 'zod'
import { slack } from './slack.ts'
import { deliver, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const path = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX'
const target = { path, settings: {}, secrets: {} }

const plain = (most: number) => z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean() })
const Section = z
  .strictObject({
    type: z.literal('section'),
    text: z
      .union([plain(3_000), z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3_000), verbatim: z.boolean() })])
      .optional(),
    fields: z.array(plain(2_000)).min(1).max(10).optional(),
  })
  .refine(({ text, fields }) => text !== undefined || fields !== undefined)
const Body = z.strictObject({
  text: z.string().min(1),
  blocks: z
    .array(z.union([z.strictObject({ type: z.literal('header'), text: plain(150) }), Section]))
    .min(1)
    .max(50),
})

test('an alert is blocks, with its first line for the notice', async () => {
  receiver.current.answers = [{ status: 200, body: 'ok' }]
  expect(await deliver(slack, testMessage, target, receiver.current)).toEqual([{ kind: 'sent' }])
  const [request] = receiver.current.received
  expect(request).toMatchObject({ method: 'POST', path, headers: { 'content-type': 'application/json; charset=utf-8' } })
  const field = (text: string) => ({ type: 'plain_text', text, emoji: false })
  expect(Body.parse(JSON.parse(request?.body ?? ''))).toEqual({
    text: '🛑 危険　グエン',
    blocks: [
      { type: 'header', text: field('🛑 危険　グエン') },
      {
        type: 'section',
        fields: [
          field('場所\nB工区 屋上 スラブ配筋・鉄筋班'),
          field('理由\n体の負担が大きい状態が2分続いています'),
          field('すること\n作業を止め、涼しい場所へ移してください。'),
          field('時刻\n13:38'),
        ],
      },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '<https://mimamori.example/health-condition/detail?UserId=12&amp;dayAlert=2026-07-20&amp;timeAlert=13%3A38|見守りで確認する>',
          verbatim: true,
        },
      },
    ],
  })
})

test('what is longer than Slack takes is cut between letters, and no escape is cut in two', async () => {
  const long = { ...testMessage, person: '&'.repeat(200), place: '𠮷<&>'.repeat(200) }
  await deliver(slack, long, target, receiver.current)
  await deliver(slack, { form: 'digest', language: 'en', messages: Array.from({ length: 60 }, () => long) }, target, receiver.current)
  for (const { body } of receiver.current.received) {
    const { blocks } = Body.parse(JSON.parse(body))
    const texts = blocks.flatMap((block) => ('fields' in block ? (block.fields ?? []) : [])).map(({ text }) => text)
    for (const text of texts) {
      expect(text.isWellFormed()).toBe(true)
      expect(text.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[&<>]/)
    }
  }
})

test.each([
  [{ status: 200, body: 'ok' }, { kind: 'sent' }],
  [
    { status: 200, body: '{"ok":false,"error":"invalid_blocks"}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 400, body: 'invalid_payload' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 403, body: 'action_prohibited' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 404, body: 'no_service' },
    { kind: 'refused', failure: 'notFound' },
  ],
  [
    { status: 410, body: 'channel_is_archived' },
    { kind: 'refused', failure: 'archived' },
  ],
  [
    { status: 429, headers: { 'retry-after': '30' } },
    { kind: 'retry', failure: 'busy', retryAfterMs: 30_000 },
  ],
  [
    { status: 500, body: 'rollup_error' },
    { kind: 'retry', failure: 'serverFault' },
  ],
])('an answer %o means %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  expect(await deliver(slack, testMessage, target, receiver.current)).toEqual([outcome])
})
