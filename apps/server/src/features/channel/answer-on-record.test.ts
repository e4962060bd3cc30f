import type { ChannelSecrets, ChannelSettings, ChannelType } from '@mimamori/contract'
import { exportPKCS8, generateKeyPair } from 'jose'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Received, startReceiver } from '../../shared/channels/test-receiver.ts'
import { attemptBy, attemptDelivery, type AttemptResult } from './send-delivery.ts'
import { deliveredAt, testMessage } from './senders/test-receiver.ts'
import { signedRequest } from './webhook/signed-request.ts'
import { newSigningSecret } from './webhook/signing-secret.ts'

const receiver = await startReceiver()
afterAll(() => receiver.close())
beforeEach(() => void (receiver.received.length = 0))

const token = 'S3cret/to+ken==&"9'
const { privateKey } = await generateKeyPair('RS256', { extractable: true })
const secretPath = '/hook/T0000/B1111/secretpart7f2c?sig=Qx%2Fy1Zr%2Bw0123&api-version=1'

// As gateways, proxies and frameworks repeat what they were sent.
const asHtml = (text: string) =>
  text.replaceAll(/[&<>"'=/+]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '"': '&quot;' })[sign] ?? `&#x${sign.charCodeAt(0).toString(16)};`)
const whole = ({ path, headers, body }: Received) => `bad request ${path} ${Object.values(headers).join(' ')} ${body}`
const basicIn = ({ headers }: Received) => Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()
const echoes: Readonly<Record<string, (request: Received) => string>> = {
  plain: whole,
  decoded: (request) => decodeURIComponent(whole(request).replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
  json: (request) => JSON.stringify({ ...request, parsed: Object.fromEntries(new URL(request.path, 'http://a').searchParams) }),
  php: (request) => JSON.stringify(request).replaceAll('/', String.raw`\/`),
  html: (request) => asHtml(whole(request)),
  basic: (request) => `wrong password in ${basicIn(request)}`,
  passes: ({ headers }) => `no such ${String(headers.authorization)} ${String(headers['x-chatworktoken'])}`,
}

const attempt = (type: ChannelType, settings: ChannelSettings, secrets: ChannelSecrets, url = `http://${receiver.host}`) =>
  attemptDelivery(
    { channelHosts: [receiver.host] },
    {
      type,
      target: { url, settings, secrets },
      channelId: '7',
      content: testMessage,
      facts: { deliveryId: '42', at: deliveredAt },
      done: [],
      now: deliveredAt,
    },
    new Map(),
  )

const lineWorks = async () =>
  attempt(
    'lineworks',
    { room: 'r', botId: '2', clientId: 'c', serviceAccount: 's' },
    { clientSecret: token, privateKey: await exportPKCS8(privateKey) },
  )

const secretUrl = `http://${receiver.host}${secretPath}`
const attempts: Readonly<Record<string, () => Promise<AttemptResult>>> = {
  teams: () => attempt('teams', {}, {}, secretUrl),
  slack: () => attempt('slack', {}, {}, secretUrl),
  lineworks: lineWorks,
  line: () => attempt('line', { room: 'C1' }, { token }),
  chatwork: () => attempt('chatwork', { room: '1' }, { token }),
  twilio: () => attempt('sms', { preset: 'twilio', account: 'AC1', sender: '+1', numbers: ['09012345678'] }, { token }),
  'sms by a template': () => attempt('sms', { preset: 'template', numbers: ['09012345678'], template: '{to}{text}' }, { token }, secretUrl),
  webhook: () =>
    attemptBy<string>(
      {
        requestsOf: (body) => [
          signedRequest({ url: secretUrl, webhookId: 'evt_1', body, secrets: [newSigningSecret()], now: deliveredAt }),
        ],
        outcomeOf: () => ({ kind: 'refused', failure: 'refused' }),
      },
      { channelHosts: [receiver.host] },
      {
        target: { url: secretUrl, settings: {}, secrets: {} },
        channelId: '7',
        content: '{}',
        facts: { deliveryId: '42', at: deliveredAt },
        done: [],
        now: deliveredAt,
      },
      new Map(),
    ),
}

const secretsSent = (requests: readonly Received[]) => [
  token,
  token.slice(0, 6),
  'secretpart7f2c',
  'Qx%2Fy1Zr%2Bw0123',
  'Qx/y1Zr+w0123',
  'y1Zr',
  Buffer.from(`AC1:${token}`).toString('base64').slice(0, 12),
  ...requests.flatMap(({ headers, body }) => [
    ...[headers.authorization?.split(' ')[1], headers['webhook-signature']].flatMap((value) =>
      value === undefined ? [] : [String(value)],
    ),
    ...[new URLSearchParams(body).get('assertion')].flatMap((value) => (value === null ? [] : [value, value.split('.')[2] ?? ''])),
  ]),
]

test.each(Object.keys(attempts).flatMap((type) => Object.keys(echoes).map((echo) => [type, echo] as const)))(
  'a receiver of %s that echoes requests (%s) shows nothing secret',
  async (type, echo) => {
    receiver.state.reply = (request) => ({ status: 400, body: echoes[echo]?.(request) ?? '' })
    const result = await attempts[type]?.()
    expect(receiver.received).toHaveLength(1)
    expect(result).toMatchObject({ status: 400, outcome: { kind: 'refused' } })
    expect(result?.answer).toMatch(/bad request|body|wrong password|no such/)
    expect(secretsSent(receiver.received).filter((secret) => result?.answer?.includes(secret) === true)).toEqual([])
  },
)

test('a pass of LINE WORKS is on no record: neither where it was given in another form nor where it is echoed', async () => {
  receiver.state.reply = { status: 200, body: '{"access_token":"pass-1234567","expires_in":0}' }
  expect(await lineWorks()).toMatchObject({ outcome: { kind: 'retry' }, status: 200, answer: '' })
  receiver.state.reply = ({ path, headers }) =>
    path.startsWith('/oauth2')
      ? { status: 200, body: '{"access_token":"pass-1234567","expires_in":3600}' }
      : { status: 400, body: `no ${String(headers.authorization)}` }
  expect(await lineWorks()).toMatchObject({ outcome: { kind: 'refused' }, status: 400, answer: 'no Bearer …' })
})

test('what is no secret of an answer is kept', async () => {
  receiver.state.reply = { status: 400, body: '{"error":"invalid_blocks","of":"/hook/ and a text"}' }
  expect(await attempts.slack?.()).toMatchObject({ answer: '{"error":"invalid_blocks","of":"/hook/ and a text"}' })
})
