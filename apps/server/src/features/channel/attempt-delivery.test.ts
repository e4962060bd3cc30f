import { exportPKCS8, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { type Attempt, attemptDelivery, type Passes } from './send-delivery.ts'
import { deliveredAt, testMessage, testReceiver } from './senders/test-receiver.ts'

const receiver = testReceiver()
const attempt = (given: Partial<Attempt> & Pick<Attempt, 'type' | 'target'>, passes: Passes = new Map()) =>
  attemptDelivery(
    { channelHosts: [new URL(receiver.current.url).host] },
    { channelId: '7', content: testMessage, facts: { deliveryId: '42', at: deliveredAt }, done: [], now: deliveredAt, ...given },
    passes,
  )

const numbers = ['090-0000-0001', '090-0000-0002', '090-0000-0003']
const smsTarget = () => ({
  url: receiver.current.url,
  settings: { preset: 'twilio' as const, account: 'AC1', sender: '+1', numbers },
  secrets: { token: 't' },
})
const taken = { status: 201, body: '{"sid":"SM1","status":"queued"}' }
const toWhom = () => receiver.current.received.map(({ body }) => new URLSearchParams(body).get('To'))

test('a telephone number that is none holds no other back, and is named where the others were reached', async () => {
  receiver.current.answers = [{ status: 400, body: '{"code":21211}' }, taken, taken]
  expect(await attempt({ type: 'sms', target: smsTarget() })).toMatchObject({
    outcome: { kind: 'sent' },
    status: 400,
    answer: `届いていない番号：${numbers[0]}\n{"code":21211}`,
    done: numbers.slice(1),
  })
  expect(toWhom()).toHaveLength(3)
})

test('an SMS that no number took, or whose service refused its account, is not sent', async () => {
  receiver.current.answers = [{ status: 400, body: '{"code":21610}' }]
  expect(await attempt({ type: 'sms', target: smsTarget() })).toMatchObject({
    outcome: { kind: 'refused', failure: 'badNumber' },
    answer: '{"code":21610}',
    done: [],
  })
  receiver.current.answers = [taken, { status: 401 }, { status: 401 }]
  expect(await attempt({ type: 'sms', target: smsTarget() })).toMatchObject({ outcome: { kind: 'refused', failure: 'unauthorized' } })
})

test('a token that no header takes is refused, not tried for hours', async () => {
  const target = { url: receiver.current.url, settings: { room: '1' }, secrets: { token: 'トークン' } }
  expect(await attempt({ type: 'line', target })).toMatchObject({ outcome: { kind: 'refused', failure: 'unauthorized' } })
  expect(receiver.current.received).toEqual([])
})

test('a second attempt sends only to the numbers that the first did not reach', async () => {
  receiver.current.answers = [taken, { status: 503 }]
  const { outcome, done } = await attempt({ type: 'sms', target: smsTarget() })
  expect({ outcome, done }).toEqual({ outcome: { kind: 'retry', failure: 'serverFault' }, done: ['090-0000-0001'] })
  receiver.current.answers = [taken]
  expect(await attempt({ type: 'sms', target: smsTarget(), done })).toMatchObject({ outcome: { kind: 'sent' }, done: numbers })
  expect(toWhom()).toEqual(['+819000000001', '+819000000002', '+819000000002', '+819000000003'])
})

test('a pass of LINE WORKS is kept for the next message, renewed before it ends, and once where it is refused', async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const target = {
    url: receiver.current.url,
    settings: { room: 'r', botId: '2', clientId: 'c', serviceAccount: 's' },
    secrets: { clientSecret: 'x', privateKey: await exportPKCS8(privateKey) },
  }
  const pass = (token: string) => ({ status: 200, body: JSON.stringify({ access_token: token, expires_in: '3600' }) })
  const passes: Passes = new Map()
  const send = (at = deliveredAt) => attempt({ type: 'lineworks', target, now: at }, passes)
  const bearers = () => receiver.current.received.map(({ path, headers }) => (path.startsWith('/oauth2') ? 'pass' : headers.authorization))

  receiver.current.answers = [pass('one'), { status: 201 }]
  await send()
  await send()
  expect(bearers()).toEqual(['pass', 'Bearer one', 'Bearer one'])

  receiver.current.answers = [{ status: 401 }, pass('two'), { status: 201 }]
  expect(await send()).toMatchObject({ outcome: { kind: 'sent' } })
  expect(bearers().slice(3)).toEqual(['Bearer one', 'pass', 'Bearer two'])

  receiver.current.answers = [pass('three'), { status: 401 }]
  expect(await send(new Date(deliveredAt.getTime() + 3_590_000))).toMatchObject({ outcome: { kind: 'refused', failure: 'unauthorized' } })
  expect(bearers().slice(6)).toEqual(['pass', 'Bearer three'])
})

test('an address inside the own network that the operator has not named is not called', async () => {
  const target = { url: receiver.current.url, settings: { room: '1' }, secrets: { token: 't' } }
  for (const type of ['line', 'chatwork', 'slack', 'teams'] as const)
    expect(
      await attemptDelivery(
        { channelHosts: [] },
        { type, target, channelId: '7', content: testMessage, facts: { deliveryId: '42', at: deliveredAt }, done: [], now: deliveredAt },
        new Map(),
      ),
    ).toMatchObject({ outcome: { kind: 'refused', failure: 'forbiddenAddress' } })
  expect(receiver.current.received).toEqual([])
})
