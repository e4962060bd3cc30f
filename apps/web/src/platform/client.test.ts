import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@mimamori/contract/endpoints'
import { message } from '@mimamori/contract/messages'
import { afterEach, expect, test } from 'vitest'
import { AnswerError, ConflictError, TimedOutError, UnreachableError } from './call-error.ts'
import { createClient, type ClientSettings } from './client.ts'
import type { Tokens } from './session-store.ts'

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const serve = async (handler: Handler) => {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    handler(Object.assign(request, { text }), response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body))

/** The one storage of a browser, which all its tabs share, and the lock between them. */
const browser = (tokens: Tokens | null) => {
  let held: Tokens | null = tokens
  let queue: Promise<unknown> = Promise.resolve()
  return {
    tokens: { read: () => held, save: (next: Tokens) => void (held = next), clear: () => void (held = null) },
    exclusively: <T>(work: () => Promise<T>) => {
      const turn = queue.then(work, work)
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

const tab = (base: string, shared: ReturnType<typeof browser>, overrides: Partial<ClientSettings> = {}) => {
  const ended: string[] = []
  const client = createClient({
    base,
    timeoutMs: 5_000,
    ...shared,
    isOffline: () => false,
    onSessionEnd: (why) => ended.push(why),
    ...overrides,
  })
  return { ...client, ended }
}

/** A server that knows one good access token and one good refresh token at a time. */
const tokenServer = async () => {
  const seen = { refreshes: 0, paths: [] as string[] }
  let good = { token: 'a1', refreshToken: 'r1' }
  const base = await serve((request, response) => {
    if (request.url === '/api/Authenticate/refresh') {
      seen.refreshes += 1
      const { refreshToken } = JSON.parse(request.text) as { refreshToken: string }
      if (refreshToken !== good.refreshToken) return json(response, 401, ['管理者が、ログインを終えました。'])
      good = { token: `a${seen.refreshes + 1}`, refreshToken: `r${seen.refreshes + 1}` }
      // Slow enough that every other call's 401 arrives meanwhile.
      return void setTimeout(() => json(response, 200, good), 50)
    }
    seen.paths.push(request.url ?? '')
    return request.headers.authorization === `Bearer ${good.token}` ? json(response, 200, { data: [], count: 0 }) : json(response, 401, [])
  })
  return { base, seen }
}

test('an expired token is refreshed once for all calls of all tabs, and each call is tried once more', async () => {
  const { base, seen } = await tokenServer()
  const shared = browser({ token: 'expired', refreshToken: 'r1' })
  const tabs = [tab(base, shared), tab(base, shared)]
  await Promise.all(Array.from({ length: 6 }).flatMap(() => tabs.map(({ call }) => call(endpoints.healthCondition.list))))
  expect(seen.refreshes).toBe(1)
  expect(seen.paths).toHaveLength(24)
  expect(shared.tokens.read()).toEqual({ token: 'a2', refreshToken: 'r2' })
})

test('a refused refresh ends the session; those who waited do not ask again', async () => {
  const { base, seen } = await tokenServer()
  const shared = browser({ token: 'expired', refreshToken: 'stolen' })
  const { call, ended } = tab(base, shared)
  const results = await Promise.allSettled([call(endpoints.healthCondition.list), call(endpoints.healthCondition.list)])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(seen.refreshes).toBe(1)
  expect(shared.tokens.read()).toBeNull()
  // Each of them says why it ended, those too that only waited for the refusal.
  expect(ended).toEqual(['管理者が、ログインを終えました。', '管理者が、ログインを終えました。'])
  expect(results.map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual(ended)
})

test('a server that is away during the refresh costs nobody their session', async () => {
  const base = await serve((request, response) =>
    json(response, request.url === '/api/Authenticate/refresh' ? 503 : 401, [], { 'Retry-After': '5' }),
  )
  const shared = browser({ token: 'expired', refreshToken: 'r1' })
  const { call, ended } = tab(base, shared)
  const error = await call(endpoints.healthCondition.list).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AnswerError)
  expect(error).toMatchObject({ status: 503, retryAfter: 5 })
  expect(shared.tokens.read()).not.toBeNull()
  expect(ended).toEqual([])
})

test('a server without room for a file says so, rather than that it failed', async () => {
  const base = await serve((_, response) => json(response, 507, [message('diskLow')]))
  const { call } = tab(base, browser({ token: 'good', refreshToken: 'r1' }))
  await expect(call(endpoints.healthCondition.list)).rejects.toMatchObject({ status: 507, message: message('diskLow') })
})

test('a wrong password is an answer, not an expired session', async () => {
  let calls = 0
  const base = await serve((_, response) => {
    calls += 1
    json(response, 401, [])
  })
  const { call, ended } = tab(base, browser(null))
  await expect(call(endpoints.session.login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({ status: 401 })
  expect(calls).toBe(1)
  expect(ended).toEqual([])
})

test('fills the path, repeats lists in the query, leaves out what is empty', async () => {
  const urls: string[] = []
  const base = await serve((request, response) => {
    urls.push(`${request.method} ${request.url}`)
    json(response, 200, {})
  })
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  await call(endpoints.alert.close, { params: { id: 7 }, body: { outcome: 'rested' } })
  await call(endpoints.healthCondition.list, { query: { offset: 20, officeId: 3, sortKey: undefined } })
  expect(urls).toEqual(['POST /api/Alert/7/Close', 'GET /api/HealthCondition?offset=20&officeId=3'])
})

test.each([
  [
    'a list',
    ['一つめ', '二つめ'],
    [
      { row: null, text: '一つめ' },
      { row: null, text: '二つめ' },
    ],
  ],
  [
    'numbered rows',
    { messages: { 12: ['後'], 3: ['先', '次'] } },
    [
      { row: 3, text: '先' },
      { row: 3, text: '次' },
      { row: 12, text: '後' },
    ],
  ],
  ['text', 'グループ名が重なっています。', [{ row: null, text: 'グループ名が重なっています。' }]],
])('reads a 400 that is %s', async (_, body, lines) => {
  const base = await serve((_request, response) => json(response, 400, body))
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  await expect(call(endpoints.healthCondition.list)).rejects.toMatchObject({ status: 400, lines })
})

test('a taken login ID carries the free one', async () => {
  const base = await serve((_, response) => json(response, 409, { message: 'このログインIDは使われています。', suggestion: 'sakiyama-n2' }))
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  const error = await call(endpoints.healthCondition.list).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ suggestion: 'sakiyama-n2', message: 'このログインIDは使われています。' })
})

test('a 500 says nothing of its own, whatever it carries', async () => {
  const base = await serve((_, response) => response.writeHead(500, { 'X-Request-Id': 'q-1' }).end('stack trace'))
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  await expect(call(endpoints.healthCondition.list)).rejects.toMatchObject({
    message: 'サーバーでエラーが起きました。もう一度お試しください。',
    requestId: 'q-1',
  })
})

test.each([
  [true, 'インターネットに接続されていません'],
  [false, 'サーバーでエラーが起きました'],
])('no answer while offline=%s says so', async (offline, words) => {
  const { call } = tab('http://127.0.0.1:1', browser({ token: 'a', refreshToken: 'r' }), { isOffline: () => offline })
  const error = await call(endpoints.healthCondition.list).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreachableError)
  expect((error as Error).message).toContain(words)
})

test('a server that does not answer in time is given up', async () => {
  const base = await serve(() => undefined)
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }), { timeoutMs: 50 })
  await expect(call(endpoints.healthCondition.list)).rejects.toBeInstanceOf(TimedOutError)
})

test('a refresh without an answer holds a caller no longer than they wait, and the others not for ever', async () => {
  const base = await serve((request, response) => (request.url === '/api/Authenticate/refresh' ? undefined : json(response, 401, [])))
  const shared = browser({ token: 'expired', refreshToken: 'r1' })
  const { call } = tab(base, shared, { timeoutMs: 600_000, refreshTimeoutMs: 300 })
  const left = call(endpoints.healthCondition.list, { signal: AbortSignal.timeout(100) })
  await expect(left).rejects.toMatchObject({ name: 'TimeoutError' })
  await expect(call(endpoints.healthCondition.list)).rejects.toBeInstanceOf(TimedOutError)
  expect(shared.tokens.read()).not.toBeNull()
})

test('a caller who leaves gets no timeout', async () => {
  const base = await serve(() => undefined)
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  await expect(call(endpoints.healthCondition.list, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a create whose answer was lost goes out again under the same key; another one, and the next, under keys of their own', async () => {
  const keys: (string | undefined)[] = []
  const base = await serve((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    // The first answer breaks off in its middle, the second never begins, the third is another machine's.
    if (keys.length === 1) return void response.writeHead(200, { 'Content-Length': 100 }).write('{', () => request.socket.destroy())
    if (keys.length === 2) return void request.socket.destroy()
    return json(response, keys.length === 3 ? 502 : 200, {})
  })
  const { call } = tab(base, browser({ token: 'a', refreshToken: 'r' }))
  const make = (companyName: string) => call(endpoints.company.create, { body: { officeCode: 'A', companyName } })
  await expect(make('青葉建設')).rejects.toBeInstanceOf(UnreachableError)
  await expect(make('青葉建設')).rejects.toBeInstanceOf(UnreachableError)
  await expect(make('青葉建設')).rejects.toMatchObject({ status: 502 })
  await make('若葉建設')
  await make('青葉建設')
  await make('青葉建設')
  await call(endpoints.company.list)
  const [first, second, third, other, fifth, next, list] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third, fifth]).toEqual([first, first, first])
  expect(new Set([first, other, next]).size).toBe(3)
  expect(list).toBeUndefined()
})

test('what was asked ahead is not asked again, and what was not is', async () => {
  const { base, seen } = await tokenServer()
  const ahead = new Map([['/api/HealthCondition?limit=200', Response.json({ data: [], count: 7 })]])
  const { call } = tab(base, browser({ token: 'a1', refreshToken: 'r1' }), {
    takeFirstAnswer: (path) => Promise.resolve(ahead.get(path)),
  })
  const { list } = endpoints.healthCondition
  expect(await call(list, { query: { limit: 200 } })).toMatchObject({ count: 7 })
  expect(seen.paths).toEqual([])
  expect(await call(list, { query: { limit: 100 } })).toMatchObject({ count: 0 })
  expect(seen.paths).toEqual(['/api/HealthCondition?limit=100'])
})
