import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testConfig } from './platform/test-context.ts'
import { freePort } from './platform/test-port.ts'
import { createTestDatabase } from './platform/database/test-database.ts'
import { type Server, startServer } from './start.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const started: Server[] = []
const printed: string[] = []

const start = async (settings: Partial<Parameters<typeof startServer>[0]> = {}) => {
  const server = await startServer(
    { ...testConfig(), jwtSecrets: undefined, port: 0, host: '127.0.0.1', databaseUrl: database.url, ...settings },
    { log: pino({ level: 'silent' }), print: (line) => void printed.push(line) },
  )
  started.push(server)
  return { ...server, url: server.url.replace('localhost', '127.0.0.1') }
}

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(async () => {
  await Promise.all(started.map(({ stop }) => stop()))
  await database.drop()
})

const madePassword = () => /パスワード (\S+?)（/.exec(printed.join('\n'))?.[1] ?? ''

const login = (url: string, password: string) =>
  fetch(`${url}/api/Authenticate/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })

const asSuperuser = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: inject('testServerUrl') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const databaseName = () => new URL(database.url).pathname.slice(1)

test('an empty database is brought up to date and gets its first administrator, whose password is printed once', async () => {
  const { url } = await start()
  expect(printed.filter((line) => line.includes('admin'))).toHaveLength(1)
  expect((await login(url, madePassword())).status).toBe(200)
  await start()
  expect(printed.filter((line) => line.includes('admin'))).toHaveLength(1)
  expect(printed.at(-1)).toContain('http://localhost:')
  await start({ adminPassword: 'Later-1234' })
  const unused = printed.filter((line) => line.includes('ADMIN_PASSWORD'))
  expect(unused).toEqual([expect.stringContaining('npm run reset-password -- admin')])
  expect(unused.join('')).not.toContain('Later-1234')
})

test('a token that one process signs is good at another on the same database', async () => {
  const [one, two] = [await start(), await start()]
  const { token } = (await (await login(one.url, madePassword())).json()) as { token: string }
  const own = await fetch(`${two.url}/api/UserInfo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await own.json()).toMatchObject({ userName: 'admin' })
})

test('a process lives, is ready, counts and describes itself', async () => {
  const { url } = await start()
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`)
    return { status: response.status, text: await response.text(), policy: response.headers.get('content-security-policy') }
  }
  expect((await get('/healthz')).status).toBe(200)
  expect(JSON.parse((await get('/readyz')).text)).toMatchObject({ status: 'ok', parts: { database: true } })
  expect((await get('/metrics')).text).toContain('mimamori_http_request_seconds_bucket')
  const described = JSON.parse((await get('/api/openapi.json')).text) as { paths: Record<string, unknown> }
  expect(described.paths['/api/UserRole/Unlock/{id}']).toMatchObject({ put: { security: [{ session: [] }] } })
  expect(described.paths['/api/Gateway/Import/{officeId}']).toMatchObject({
    post: { requestBody: { content: { 'multipart/form-data': { schema: { required: ['file'] } } } } },
  })
  const docs = await get('/api/docs/')
  expect(docs.status).toBe(200)
  expect(docs.policy).toContain("script-src 'self' 'sha256-")
  expect(docs.policy?.split('style-src')[0]).not.toContain('unsafe-inline')
  for (const address of docs.text.matchAll(/(?:src|href)="(https?:[^"]+)"/g)) expect(address[1]).toBe('nothing from elsewhere')
  const script = await get('/api/docs/js/scalar.js')
  expect(script.text.length).toBeGreaterThan(1_000_000)
  expect((await get('/api/docs/nothing')).status).toBe(404)
})

test('metrics on a port of their own are not beside the rest', async () => {
  const metricsPort = await freePort()
  const { url, stop } = await start({ metricsPort })
  const status = async (address: string) => (await fetch(address)).status
  expect(await status(`http://127.0.0.1:${metricsPort}/metrics`)).toBe(200)
  expect(await status(`http://127.0.0.1:${metricsPort}/api/UserInfo`)).toBe(404)
  expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('process_cpu_seconds_total')
  await stop()
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow()
})

test('without TLS the start says who is listened to', async () => {
  await start()
  expect(printed.at(-2)).toContain('このコンピューターからの接続だけ')
  await start({ host: '0.0.0.0' })
  expect(printed.at(-2)).toContain('ほかの端末からの接続も受け付けています（HOST=0.0.0.0）')
})

test('while the database is away callers are asked to try again later, and it recovers by itself', async () => {
  const { url } = await start()
  expect((await login(url, madePassword())).status).toBe(200)
  const name = databaseName()
  await asSuperuser(
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  await expect.poll(async () => (await login(url, madePassword())).status).toBe(503)
  const away = await login(url, madePassword())
  expect(away.headers.get('retry-after')).toBe('5')
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await asSuperuser(`alter database ${name} allow_connections true`)
  await expect.poll(async () => (await login(url, madePassword())).status, { timeout: 60_000 }).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a stop lets the requests under way finish, and takes no new ones', async () => {
  const { url, stop } = await start()
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select user_id from app_user for update')
  const underWay = login(url, madePassword())
  await expect
    .poll(
      async () =>
        (await database.pool.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
          .rowCount,
    )
    .toBe(1)
  const stopped = stop()
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .not.toBe(200)
  await client.query('commit')
  client.release()
  expect((await underWay).status).toBe(200)
  await stopped
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
})

test('a stop ends the live streams', async () => {
  const { url, stop } = await start()
  const { token } = (await (await login(url, madePassword())).json()) as { token: string }
  const stream = await fetch(`${url}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  expect(stream.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  const ended = stream.text()
  await stop()
  // One that is cut off because it does not end is an error of the reader.
  expect(await ended).toContain('retry: ')
})

test('strangers who sign in without end are slowed down', async () => {
  const { url } = await start()
  const answers = await Promise.all(
    Array.from({ length: 700 }, () =>
      fetch(`${url}/api/Authenticate/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"refreshToken":"x"}',
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(100)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused[0]?.json()).toEqual(['操作が続いています。しばらく待ってから、もう一度お試しください。'])
})

test('a process of another role answers no call of the console', async () => {
  const { url } = await start({ roles: ['ingest'] })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/api/UserInfo`)).status).toBe(404)
  expect((await fetch(`${url}/api/ingest`, { method: 'POST' })).status).toBe(401)
})
