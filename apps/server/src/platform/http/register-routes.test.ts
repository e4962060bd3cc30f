import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint, type Endpoint } from '@mimamori/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { badRows, notFound, Refusal, stale, tooManyRequests } from '../errors.ts'
import { createHttp } from './http.ts'
import { registerRoutes } from './register-routes.ts'
import { route, type Route } from './route.ts'
import { createTestContext } from '../test-context.ts'
import { makeCompany, makeOffice, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { registerWebConsole } from './web-console.ts'

let app: FastifyInstance
let made: Awaited<ReturnType<typeof createTestContext>>
let headers: { authorization: string }
const logged: string[] = []

const say = (path: string, handle: Route['handle'], more: Partial<Endpoint> = {}) =>
  route(
    endpoint({ method: 'POST', path, permission: 'public', summary: '', answer: z.object({ text: z.string() }), ...more }),
    'alert',
    handle as never,
  )

const throws = (path: string, error: () => unknown) =>
  say(path, async () => {
    throw error()
  })

/** How many calls are at work, and at most were. */
const atWork = { now: 0, most: 0, end: Promise.withResolvers<void>() }
const slow = async () => {
  atWork.most = Math.max(atWork.most, ++atWork.now)
  await atWork.end.promise
  atWork.now--
  return { text: 'ok' }
}

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  made = await createTestContext({ log })
  const { context } = made
  const { db } = context
  app = await createHttp(context.config, context.log)
  const echo = endpoint({
    method: 'POST',
    path: '/api/echo/:id',
    permission: ['AdminUnitService'],
    summary: '',
    params: z.object({ id: z.string().max(3) }),
    query: z.object({ officeId: z.string().regex(/^\d+$/).optional() }),
    body: z.object({ note: z.string().min(1), inner: z.array(z.object({ heartRate: z.number().max(250) })) }),
    answer: z.object({ echo: z.unknown() }),
  })
  registerRoutes(
    app,
    context,
    [
      route(echo, 'alert', async ({ params, query, body, actor }) => ({ echo: { params, query, body, user: actor.loginId } })),
      throws('/api/fault', () => new Error('the secret is xyzzy')),
      throws('/api/stale', () => stale()),
      throws('/api/rows', () => badRows({ 3: ['氏名：この項目は必須です。'] })),
      throws('/api/taken', () => new Refusal(409, { message: 'x', suggestion: 'y' })),
      say('/api/unfit', async () => ({ text: 7 })),
      say('/api/unfit-rows', async () => Array.from({ length: 800 }, () => ({ text: 7 })), {
        answer: z.array(z.object({ text: z.string() })),
      }),
      say('/api/extra', async () => ({ text: 'ok', passwordHash: 'secret' })),
      say('/api/constraint', async () => {
        await makeCompany(db, { code: 'same' })
        await makeCompany(db, { code: 'same' })
      }),
      say('/api/foreign', () => makeOffice(db, { company_id: 999_999 })),
      say('/api/ended', () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)),
      say('/api/query', () => sql`select no_such_column from company`.execute(db)),
      throws('/api/full', () => tooManyRequests(5)),
      route(
        endpoint({
          method: 'GET',
          path: '/api/theirs/:id',
          permission: 'session',
          summary: '',
          params: z.object({ id: z.string() }),
          answer: z.object({}),
        }),
        'alert',
        () => Promise.reject(notFound()),
      ),
      say('/api/slow', slow, { permission: 'session' }),
      say('/api/quick', async () => ({ text: 'ok' }), { permission: 'session' }),
      say('/api/calling', slow, { permission: 'session', lane: 'outside' }),
      say('/api/devices', async ({ body }) => ({ count: (body as { readings: unknown[] }).readings.length }), {
        permission: 'ingestKey',
        body: z.object({ readings: z.array(z.unknown()) }),
      }),
    ],
    async (_, authorization) => (authorization === 'Bearer gate' ? { keyId: 'gate', companyId: 1, officeId: 1 } : undefined),
  )
  await registerWebConsole(app, '/no/such/folder')
  await app.ready()
  const admin = await makeUser(db, 'AdminUnitService')
  headers = (await signInAs(context, admin.user_id)).headers
})
afterAll(async () => {
  await app.close()
  await made.drop()
})

const post = async (url: string, options: object = {}) => {
  const response = await app.inject({ method: 'POST', url, ...options })
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: response.headers['content-type']?.toString().includes('json') ? response.json<unknown>() : response.body,
  }
}

test('a caller without a session may send 16 KB, and one with a session a megabyte', async () => {
  const body = (bytes: number) => ({ headers: { 'content-type': 'application/json' }, payload: JSON.stringify('x'.repeat(bytes - 2)) })
  expect((await post('/api/stale', body(16_384))).status).toBe(412)
  expect(await post('/api/stale', body(16_385))).toMatchObject({ status: 413, body: ['送られた内容が大きすぎます。'] })
  expect((await post('/api/nowhere', body(16_385))).status).toBe(413)
  const ours = body(900_000)
  expect((await post('/api/echo/7', { ...ours, headers: { ...ours.headers, ...headers } })).status).toBe(400)
})

test('query names and JSON keys are read whatever their case', async () => {
  const { status, body } = await post('/api/echo/7?OFFICEID=3', { headers, payload: { NOTE: 'x', Inner: [{ HEARTRATE: 120 }] } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ echo: { params: { id: '7' }, query: { officeId: '3' }, body: { note: 'x', inner: [{ heartRate: 120 }] } } })
})

test('every fault is named, by the label of its field', async () => {
  const { status, body } = await post('/api/echo/7777?officeId=x', { headers, payload: { note: '', inner: [{ heartRate: 300 }] } })
  expect(status).toBe(400)
  expect(body).toEqual([
    'アラート番号：3文字以内で入力してください。',
    '拠点：書き方が正しくありません。',
    'メモ：この項目は必須です。',
    '1番目の心拍：250以下で入力してください。',
  ])
})

test('a text that cannot be stored as it is is refused by its field and place, however deep it lies', async () => {
  const stands = (field: string) => `${field}：使えない文字が入っています。入力し直してください。`
  const sent = { note: 'a\ud800b', inner: [{ heartRate: 1 }, { HeartRate: 'a\0' }], extra: { names: ['\udc00'] } }
  expect(await post('/api/echo/a%00?officeId=%00', { headers, payload: sent })).toMatchObject({
    status: 400,
    body: [stands('アラート番号'), stands('拠点'), stands('メモ'), stands('2番目の心拍'), stands('names')],
  })
  const whole = { note: '👷a\u0007', inner: [] }
  expect(await post('/api/echo/7', { headers, payload: whole })).toMatchObject({ status: 200, body: { echo: { body: whole } } })
  const nested = `{"note":"x","inner":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  expect((await post('/api/echo/7', { headers: { ...headers, 'content-type': 'application/json' }, payload: nested })).status).toBe(400)
})

test('of devices each reading is judged by itself, and one bad text costs no other', async () => {
  const payload = { readings: [{ device: 'a\0' }, { device: '\ud800' }, {}] }
  expect(await post('/api/devices', { headers: { authorization: 'Bearer gate' }, payload })).toMatchObject({
    status: 200,
    body: { count: 3 },
  })
})

test('a caller without permission learns nothing about the input', async () => {
  const worker = await makeUser(made.context.db, 'User', await makeOffice(made.context.db))
  const { headers: workers } = await signInAs(made.context, worker.user_id)
  const broken = { payload: '{', headers: { 'content-type': 'application/json' } }
  expect(await post('/api/echo/7777', broken)).toMatchObject({
    status: 401,
    body: ['ログインの有効期限が切れました。もう一度ログインしてください。'],
  })
  expect(await post('/api/echo/7777', { ...broken, headers: { ...broken.headers, ...workers } })).toMatchObject({ status: 403 })
})

test('a call that is refused to somebody leaves their number in the log, and nothing of whom they asked for', async () => {
  const worker = await makeUser(made.context.db, 'User', await makeOffice(made.context.db))
  const { headers: theirs } = await signInAs(made.context, worker.user_id)
  const before = logged.length
  expect((await post('/api/echo/7', { headers: theirs })).status).toBe(403)
  expect((await app.inject({ url: '/api/theirs/47110815', headers: theirs })).statusCode).toBe(404)
  expect((await app.inject({ url: '/api/theirs/47110815' })).statusCode).toBe(401)
  const who = { level: 30, companyId: worker.company_id, userId: worker.user_id, msg: 'a call was refused' }
  expect(logged.slice(before).map((line) => JSON.parse(line) as object)).toMatchObject([
    { ...who, status: 403, path: '/api/echo/:id' },
    { ...who, status: 404, path: '/api/theirs/:id' },
  ])
  expect(logged.slice(before).join('')).not.toMatch(/47110815|見守/)
})

test('tokens of another kind, signature or form are no session', async () => {
  const [head, claims] = headers.authorization.slice(7).split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  for (const token of [none, `${head}.${claims}.AAAA`, 'x', ''])
    expect((await post('/api/echo/1', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  expect((await post('/api/echo/1', { headers: { authorization: headers.authorization.slice(7) } })).status).toBe(401)
})

test('a fault of ours says only its request id; the log says why', async () => {
  const { status, headers: answered, body, text } = await post('/api/fault')
  expect(status).toBe(500)
  expect(body).toEqual({ requestId: answered['x-request-id'] })
  expect(text).not.toContain('xyzzy')
  expect(logged.find((line) => line.includes('the secret is xyzzy'))).toContain(String(answered['x-request-id']))
})

test('an answer that its schema refuses, and a wrong query, are faults of ours', async () => {
  expect((await post('/api/unfit')).status).toBe(500)
  expect((await post('/api/unfit-rows')).status).toBe(500)
  // Of eight hundred equal faults the log holds the first few.
  const line = logged.find((text) => text.includes('AnswerError: POST /api/unfit-rows'))
  expect(line).toContain('[4,')
  expect(line).not.toContain('[5,')
  const query = await post('/api/query')
  expect(query.status).toBe(500)
  expect(query.text).not.toContain('no_such_column')
})

test('only what the answer declares leaves the server', async () => {
  expect((await post('/api/extra')).body).toEqual({ text: 'ok' })
})

test('refusals keep their form', async () => {
  const stalePut = await post('/api/stale')
  expect(stalePut).toMatchObject({ status: 412, body: 'ほかの人が先に変更しました。読み込み直してください。' })
  expect(stalePut.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(await post('/api/rows')).toMatchObject({ status: 400, body: { messages: { 3: ['氏名：この項目は必須です。'] } } })
  expect(await post('/api/taken')).toMatchObject({ status: 409, body: { message: 'x', suggestion: 'y' } })
})

test('a taken code is E009; a broken reference is a fault of ours', async () => {
  expect(await post('/api/constraint')).toMatchObject({ status: 400, body: ['入力した会社コードはすでに登録されています。'] })
  expect((await post('/api/foreign')).status).toBe(500)
})

test('a lost database connection is 503 with a time to come again, and soon requests are served again', async () => {
  const away = await post('/api/ended')
  expect(away.status).toBe(503)
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
  await expect.poll(async () => (await post('/api/echo/7', { headers, payload: { note: 'x', inner: [] } })).status).toBe(200)
})

test('what cannot be read is 400, 413 or 415, in Japanese', async () => {
  const json = { ...headers, 'content-type': 'application/json' }
  expect(await post('/api/echo/7', { headers: json, payload: '{"note":' })).toMatchObject({
    status: 400,
    body: ['送られた内容を読み取れません。JSONの書き方を確認してください。'],
  })
  expect((await post('/api/echo/7', { headers: json, payload: '{"__proto__":{"x":1}}' })).status).toBe(400)
  expect(await post('/api/echo/7', { headers: json, payload: '' })).toMatchObject({ status: 400 })
  expect(await post('/api/echo/7', { headers: json, payload: `{"note":"${'x'.repeat(1_000_000)}"}` })).toMatchObject({
    status: 413,
    body: ['送られた内容が大きすぎます。'],
  })
  expect((await post('/api/echo/7', { headers: { ...headers, 'content-type': 'text/xml' }, payload: '<x/>' })).status).toBe(415)
  expect((await post('/api/%E0%A4%A')).status).toBe(400)
})

test('devices may send 4 MB, and no more', async () => {
  const readings = (bytes: number) => ({ headers: { authorization: 'Bearer gate' }, payload: { readings: ['x'.repeat(bytes)] } })
  expect(await post('/api/devices', readings(3_999_900))).toMatchObject({ status: 200, body: { count: 1 } })
  expect((await post('/api/devices', readings(4_000_000))).status).toBe(413)
})

test('an unknown call is 404 in JSON, with the headers that every answer has', async () => {
  const { status, headers: answered, body } = await post('/api/nothing')
  expect({ status, body }).toEqual({ status: 404, body: ['見つかりません。削除されたか、見る権限がありません。'] })
  expect(answered['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answered['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(answered['cache-control']).toBe('no-store')
})

test('a sender that hangs up half way is no fault of anybody here', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const before = logged.length
  const sent = request({
    port,
    method: 'POST',
    path: '/api/echo/7',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': 1_000 },
  })
  sent.on('error', () => undefined)
  sent.write('{"note":')
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(1)
  sent.destroy()
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
  expect(logged.slice(before).filter((line) => line.includes('a request'))).toEqual([])
})

test("of one person's calls four are at work at once, however many they make", async () => {
  const calls = Array.from({ length: 12 }, () => app.inject({ method: 'POST', url: '/api/slow', headers }))
  const answers = Promise.all(calls)
  await expect.poll(() => atWork.now).toBe(4)
  atWork.end.resolve()
  expect((await answers).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(atWork.most).toBe(4)
})

test('calls that wait for the world outside hold up none but each other', async () => {
  Object.assign(atWork, { now: 0, most: 0, end: Promise.withResolvers<void>() })
  const ask = (url: string) => app.inject({ method: 'POST', url, headers })
  const calling = Array.from({ length: 6 }, () => ask('/api/calling'))
  await expect.poll(() => atWork.now).toBeGreaterThan(0)
  expect((await ask('/api/quick')).statusCode).toBe(200)
  atWork.end.resolve()
  expect((await Promise.all(calling)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(atWork.most).toBe(2)
})

test('somebody asked to try again later waits for that longer than others for an answer', async () => {
  const order: string[] = []
  const ask = async (url: string) => order.push(`${(await app.inject({ method: 'POST', url })).statusCode}`)
  await Promise.all([ask('/api/full'), ask('/api/extra'), ask('/api/stale')])
  expect(order.at(-1)).toBe('429')
})
