import { ChannelSettings, languages } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { channelWords } from '../../../shared/channels/channel-words.ts'
import { segmentsOf, smsText } from './sms-text.ts'
import { sms } from './sms.ts'
import { deliver, testMessage, testReceiver } from './test-receiver.ts'

const receiver = testReceiver()
const account = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const twilio = {
  settings: {
    preset: 'twilio' as const,
    account,
    sender: '+15005550006',
    numbers: ['090-1234-5678', '+81 80 0000 1111'.replaceAll(' ', '')],
  },
  secrets: { token: 'auth-token' },
}
const taken = { status: 201, body: '{"sid":"SMaa","status":"queued","error_code":null}' }

test('Twilio gets one request a number, with account and token', async () => {
  receiver.current.answers = [taken]
  expect(await deliver(sms, testMessage, twilio, receiver.current)).toEqual([{ kind: 'sent' }, { kind: 'sent' }])
  for (const request of receiver.current.received)
    expect(request).toMatchObject({
      method: 'POST',
      path: `/2010-04-01/Accounts/${account}/Messages.json`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${account}:auth-token`).toString('base64')}`,
      },
    })
  const text = [
    '危険　グエン 13:38',
    'B工区 屋上 スラブ配筋・鉄筋班',
    '作業を止め、涼しい場所へ移してください。',
    '体の負担が大きい状態が2分続いています',
    testMessage.url,
  ].join('\n')
  expect(receiver.current.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    { To: '+819012345678', From: '+15005550006', Body: text },
    { To: '+818000001111', From: '+15005550006', Body: text },
  ])
})

test('each number is a request of its own, which can be sent again alone', () => {
  const requests = sms.requestsOf(testMessage, { ...twilio, url: null }, { deliveryId: '1/42', at: new Date(), token: '' })
  expect(requests.map(({ key }) => key)).toEqual(twilio.settings.numbers)
  expect(requests[0]?.url).toBe(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`)
})

test('a messaging service of Twilio is named as one', async () => {
  receiver.current.answers = [taken]
  await deliver(sms, testMessage, { ...twilio, settings: { ...twilio.settings, sender: 'MG0123456789' } }, receiver.current)
  const form = new URLSearchParams(receiver.current.received[0]?.body)
  expect([form.get('MessagingServiceSid'), form.has('From')]).toEqual(['MG0123456789', false])
})

test('a template in JSON takes any text, and fills places in once', async () => {
  const settings = {
    preset: 'template' as const,
    numbers: ['090-1234-5678'],
    sender: 'みまもり',
    format: 'json' as const,
    template: '{"phone":"{to}","from":"{from}","message":"{text}"}',
  }
  await deliver(
    sms,
    { ...testMessage, person: '"{to}\\', url: null },
    { path: '/send?x=1', settings, secrets: { token: 'bearer-token' } },
    receiver.current,
  )
  const [request] = receiver.current.received
  expect(request).toMatchObject({
    path: '/send?x=1',
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer bearer-token' },
  })
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    phone: '09012345678',
    from: 'みまもり',
    message: expect.stringContaining('危険　"{to}\\ 13:38'),
  })
})

test('a service with a header of its own gets the token there, and no other authorization', async () => {
  const settings = { preset: 'template' as const, header: 'X-API-Key', account: 'user', numbers: ['090-1234-5678'], template: 'to={to}' }
  await deliver(sms, testMessage, { path: '/api', settings, secrets: { token: 'key-7f2c' } }, receiver.current)
  const headers = receiver.current.received[0]?.headers
  expect([headers?.['x-api-key'], headers?.authorization]).toEqual(['key-7f2c', undefined])
})

test.each(['Content-Type', 'host', 'Transfer-Encoding', 'X API', 'X-Key:', ''])('%s is no header for a token', (header) => {
  expect(ChannelSettings.parse({ header: 'X-API-Key' })).toEqual({ header: 'X-API-Key' })
  expect(ChannelSettings.safeParse({ header }).data?.header).toBeUndefined()
})

test('a template of a form is escaped as one', async () => {
  const settings = { preset: 'template' as const, account: 'user', numbers: ['090-1234-5678'], template: 'to={to}&msg={text}&coding=8' }
  await deliver(sms, { ...testMessage, person: 'A&msg=B=C%+' }, { path: '/api', settings, secrets: { token: 'p:w' } }, receiver.current)
  const [request] = receiver.current.received
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('user:p:w').toString('base64')}`,
  })
  const form = new URLSearchParams(request?.body)
  expect([...form.keys()]).toEqual(['to', 'msg', 'coding'])
  expect(form.get('msg')).toContain('危険　A&msg=B=C%+ 13:38')
})

test('a password that a service wants in the body comes from the secrets', async () => {
  const settings = {
    preset: 'template' as const,
    account: 'user',
    numbers: ['090-1234-5678'],
    template: 'id={account}&key={token}&to={to}',
  }
  await deliver(sms, testMessage, { path: '/api', settings, secrets: { token: 'p&w {to}' } }, receiver.current)
  const [request] = receiver.current.received
  expect(request?.headers).not.toHaveProperty('authorization')
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({ id: 'user', key: 'p&w {to}', to: '09012345678' })
})

test('an emergency says in every language to call 119, with a link of usual length', () => {
  for (const language of languages) {
    const words = channelWords({ kind: 'emergency', occasion: 'called', level: null, cause: 'call' }, language)
    const text = smsText({ ...testMessage, ...words, language, drill: true, person: null, emergency: true })
    expect(text).toMatch(/119[^]*\nhttps:/)
    expect(text).not.toContain(testMessage.site)
  }
})

test('a text takes five segments at most and keeps its link', () => {
  expect([segmentsOf('あ'.repeat(70)), segmentsOf('あ'.repeat(71)), segmentsOf('あ'.repeat(135))]).toEqual([1, 2, 3])
  expect([segmentsOf('a'.repeat(160)), segmentsOf('a'.repeat(161))]).toEqual([1, 2])
  const long = { ...testMessage, person: '𠮷'.repeat(60), place: '場'.repeat(300), reason: '😀'.repeat(300) }
  for (const content of [
    long,
    { ...long, drill: true, emergency: true },
    { form: 'digest' as const, language: 'ja' as const, messages: Array.from({ length: 9 }, () => long) },
  ]) {
    const text = smsText(content)
    expect(segmentsOf(text)).toBe(5)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toMatch(/\nhttps:\/\/mimamori\.example\/\S*$/)
  }
})

test.each([
  [
    { status: 400, body: '{"code":21211,"message":"The \'To\' number is not a valid phone number.","status":400}' },
    { kind: 'refused', failure: 'badNumber' },
  ],
  [
    { status: 400, body: '{"code":21606,"status":400}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [
    { status: 401, body: '{"code":20003,"status":401}' },
    { kind: 'refused', failure: 'unauthorized' },
  ],
  [
    { status: 429, body: '{"code":20429,"status":429}' },
    { kind: 'retry', failure: 'busy', retryAfterMs: 60_000 },
  ],
  [
    { status: 201, body: '{"sid":"SMaa","status":"failed","error_code":30003}' },
    { kind: 'refused', failure: 'refused' },
  ],
  [{ status: 500 }, { kind: 'retry', failure: 'serverFault' }],
])('an answer %o means %o', async (answer, outcome) => {
  receiver.current.answers = [answer]
  const one = { ...twilio, settings: { ...twilio.settings, numbers: ['090-1234-5678'] } }
  expect(await deliver(sms, testMessage, one, receiver.current)).toEqual([outcome])
})
