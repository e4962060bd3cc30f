import { expect, test } from 'vitest'
import { z } from 'zod'
import { teams } from './teams.ts'
import { deliver, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const path =
  '/powerautomate/automations/direct/workflows/0a1b/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sig=s3cr3t'
const target = { path, settings: {}, secrets: {} }

// What of Adaptive Cards 1.2 a card of ours may have, as the published schema describes it.
const TextBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: z.string().min(1),
  wrap: z.boolean(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
})
const Container = z.strictObject({
  type: z.literal('Container'),
  style: z.enum(['default', 'emphasis', 'good', 'attention', 'warning', 'accent']),
  bleed: z.boolean(),
  items: z.array(TextBlock).min(1),
})
const FactSet = z.strictObject({
  type: z.literal('FactSet'),
  facts: z.array(z.strictObject({ title: z.string().min(1), value: z.string().min(1) })).min(1),
})
const Card = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: z.literal('AdaptiveCard'),
  version: z.literal('1.2'),
  lang: z.string(),
  fallbackText: z.string(),
  msteams: z.strictObject({ width: z.literal('Full') }),
  body: z.array(z.discriminatedUnion('type', [TextBlock, Container, FactSet])),
  actions: z.array(z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string(), url: z.url() })).optional(),
})
const Body = z.strictObject({
  type: z.literal('message'),
  attachments: z.tuple([
    z.strictObject({ contentType: z.literal('application/vnd.microsoft.card.adaptive'), contentUrl: z.null(), content: Card }),
  ]),
})

const cardOf = (body: string) => Body.parse(JSON.parse(body)).attachments[0].content

test('an alert is one Adaptive Card to the whole address', async () => {
  receiver.current.answers = [{ status: 202 }]
  expect(await deliver(teams, testMessage, target, receiver.current)).toEqual([{ kind: 'sent' }])
  const [request] = receiver.current.received
  expect(request).toMatchObject({ method: 'POST', path, headers: { 'content-type': 'application/json; charset=utf-8' } })
  const card = cardOf(request?.body ?? '')
  expect(card.body).toEqual([
    {
      type: 'Container',
      style: 'attention',
      bleed: true,
      items: [{ type: 'TextBlock', text: '🛑 危険　グエン', wrap: true, size: 'Large', weight: 'Bolder' }],
    },
    {
      type: 'FactSet',
      facts: [
        { title: '場所', value: 'B工区 屋上 スラブ配筋・鉄筋班' },
        { title: '理由', value: '体の負担が大きい状態が2分続いています' },
        { title: 'すること', value: '作業を止め、涼しい場所へ移してください。' },
        { title: '時刻', value: '13:38' },
      ],
    },
  ])
  expect(card.actions).toEqual([{ type: 'Action.OpenUrl', title: '見守りで確認する', url: testMessage.url }])
})

test('a drill says so, a trial of the channel is no alert, and the colour follows the level', async () => {
  const said = async (message: typeof testMessage) => {
    await deliver(teams, message, target, receiver.current)
    return cardOf(receiver.current.received.at(-1)?.body ?? '')
  }
  const drill = JSON.stringify((await said({ ...testMessage, drill: true })).body)
  expect(drill).toContain('【訓練】危険　グエン')
  expect(drill).toContain('これは訓練です。実際のアラートではありません。')
  const trial = JSON.stringify((await said({ ...testMessage, test: true })).body)
  expect(trial).toContain('試しの通知')
  expect(trial).not.toMatch(/危険|グエン/)
  const style = async (level: number | null, emergency = false) => (await said({ ...testMessage, level, emergency })).body[0]
  expect(await style(null, true)).toMatchObject({ style: 'attention' })
  expect(await style(2)).toMatchObject({ style: 'warning' })
  expect(await style(null)).toMatchObject({ style: 'emphasis' })
})

test('the largest digest in the widest letters stays below 28 KB', async () => {
  const wide = { ...testMessage, place: '場'.repeat(500), reason: '理'.repeat(500), person: '名'.repeat(200) }
  await deliver(teams, { form: 'digest', language: 'ja', messages: Array.from({ length: 300 }, () => wide) }, target, receiver.current)
  const [request] = receiver.current.received
  expect(Buffer.byteLength(request?.body ?? '')).toBeLessThan(28_000)
  expect(JSON.stringify(cardOf(request?.body ?? '').body)).toContain('ほか288件')
})

test.each([
  [{ status: 202 }, { kind: 'sent' }],
  [{ status: 200, body: '1' }, { kind: 'sent' }],
  // Addresses of the connectors before Workflows.
  [
    { status: 200, body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x' },
    { kind: 'retry', failure: 'busy', retryAfterMs: 60_000 },
  ],
  [
    { status: 200, body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 404' },
    { kind: 'refused', failure: 'notFound' },
  ],
  [
    { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 404, body: '{"error":{"code":"WorkflowNotFound"}}' },
    { kind: 'refused', failure: 'notFound' },
  ],
  [
    { status: 400, body: '{"error":{"code":"TriggerInputSchemaMismatch"}}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 429, headers: { 'retry-after': '20' } },
    { kind: 'retry', failure: 'busy', retryAfterMs: 20_000 },
  ],
  [{ status: 502 }, { kind: 'retry', failure: 'serverFault' }],
])('an answer %o means %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  expect(await deliver(teams, testMessage, target, receiver.current)).toEqual([outcome])
})
