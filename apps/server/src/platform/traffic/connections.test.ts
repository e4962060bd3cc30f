import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { message } from '@mimamori/contract'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { connectionBounds } from './admission-policy.ts'
import { admit } from './connections.ts'
import { createHttp, usualPatience } from '../http/http.ts'
import { testConfig } from '../test-context.ts'

const close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of close.splice(0).toReversed()) await end()
})

/** A server where the tests' own address is nobody's proxy, which `/known` and `/upload` let in and `/slow` keeps waiting. */
const serve = async (bounds: Partial<typeof connectionBounds>, trustedProxies = '10.0.0.1') => {
  const app = await createHttp(testConfig({ trustedProxies }), pino({ level: 'silent' }), usualPatience, {
    ...connectionBounds,
    youngMs: 0,
    ...bounds,
  })
  let release = () => {}
  let underWay = 0
  const released = new Promise<void>((resolve) => (release = resolve))
  app.get('/', async () => 'here')
  app.post('/login', async () => 'in')
  app.post('/refused', { onRequest: async (_, reply) => reply.status(401).send('who?') }, async () => 'never')
  let admitted = 0
  const letIn = (sends: 'file' | 'text') => async (request: FastifyRequest) => {
    admit(request.raw, sends)
    admitted += 1
  }
  app.post('/known', { onRequest: letIn('text') }, async () => 'stored')
  app.post('/upload', { onRequest: letIn('file') }, async () => 'stored')
  app.get('/slow', async () => {
    underWay += 1
    await released
    return 'at last'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  close.push(() => {
    release()
    return app.close()
  })
  const { port } = app.server.address() as AddressInfo
  const open = async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    const caller = { socket, said: '', isClosed: false, closed: new Promise((resolve) => socket.once('close', resolve)) }
    socket.on('error', () => undefined)
    socket.on('data', (piece) => (caller.said += String(piece)))
    socket.once('close', () => (caller.isClosed = true))
    close.push(async () => void socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return caller
  }
  const openSlow = async (count: number, more = '') => {
    const before = underWay
    const callers = await Promise.all(Array.from({ length: count }, () => open(get('/slow', more))))
    // A connection is somebody's only once the server has read what they want.
    await expect.poll(() => underWay).toBe(before + count)
    return callers
  }
  /** Somebody known who has sent half a body. */
  const openHalf = async (path: '/known' | '/upload') => {
    const before = admitted
    const caller = await open(post(path))
    await expect.poll(() => admitted).toBe(before + 1)
    return caller
  }
  return { open, openSlow, openHalf, release }
}
const post = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n${more}\r\n{"a"`
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
type Caller = { said: string; socket: Socket; closed: Promise<unknown> }
/** What is answered to somebody who then leaves. */
const ask = async (open: (text: string) => Promise<Caller>, text: string) => {
  const caller = await open(text)
  await expect.poll(() => caller.said).toContain('\r\n\r\n')
  caller.socket.destroy()
  return caller.said
}
const heard = (caller: Caller, text: string) => expect.poll(() => caller.said).toContain(text)

test('a body has seconds, answered or not, from any sender; a file has the time of an upload', async () => {
  const { open, openHalf } = await serve({ bodyMs: 100, sweepEveryMs: 10 })
  const upload = await openHalf('/upload')
  const known = await openHalf('/known')
  const [login, refused, lost] = [await open(post('/login')), await open(post('/refused')), await open(post('/nowhere'))]
  await Promise.all([known, login, refused, lost].map(({ closed }) => closed))
  for (const late of [known, login, lost]) expect(late.said).toMatch(/^HTTP\/1\.1 408 /)
  expect(login.said).toContain(message('E007'))
  expect(refused.said).toMatch(/^HTTP\/1\.1 401 /)
  expect(upload.isClosed).toBe(false)
  upload.socket.write(':"b"} ')
  await heard(upload, 'stored')
  expect(connectionBounds).toMatchObject({ bodyMs: 10_000, bytesASecond: 32_000, sweepEveryMs: 1_000 })
})

test('what somebody known sends may take longer the more of it has come', async () => {
  // Long enough that the further byte is there before it is over, on a busy machine too.
  const { openHalf } = await serve({ bodyMs: 3_000, bytesASecond: 0.001, sweepEveryMs: 10 })
  const slow = await openHalf('/known')
  slow.socket.write(':')
  const still = await openHalf('/known')
  await still.closed
  expect(slow.isClosed).toBe(false)
  slow.socket.write('"b"} ')
  await heard(slow, 'stored')
})

test('when all connections are taken the slow ones are closed, then the idle, and one being answered stays', async () => {
  const { open, openSlow, openHalf, release } = await serve({ connections: 5, sweepEveryMs: 60_000 }, 'loopback')
  const [answered] = await openSlow(1)
  const upload = await openHalf('/known')
  const idle = await open(get('/'))
  await heard(idle, 'here')
  const silent = await open('')
  const dribbling = await open(post('/login'))
  // The server must have read who came last before the next one comes.
  await heard(await open(get('/')), 'here')
  await silent.closed
  await heard(await open(get('/')), 'here')
  await dribbling.closed
  expect(idle.isClosed).toBe(false)
  await heard(await open(get('/')), 'here')
  await idle.closed
  expect([answered?.isClosed, upload.isClosed]).toEqual([false, false])
  release()
  await expect.poll(() => answered?.said).toContain('at last')
  upload.socket.write(':"b"} ')
  await heard(upload, 'stored')
})

test.each([{ connections: 3 }, { ofANetwork: 3 }])(
  'before anybody is refused, bodies on their way give way, the longest first: %o',
  async (bounds) => {
    const { open, openSlow, openHalf, release } = await serve({ ...bounds, sweepEveryMs: 60_000 })
    const [answered] = await openSlow(1)
    const longest = await openHalf('/upload')
    const later = await openHalf('/known')
    await heard(await open(get('/')), 'here')
    await longest.closed
    expect([answered?.isClosed, later.isClosed]).toEqual([false, false])
    release()
    await expect.poll(() => answered?.said).toContain('at last')
    later.socket.write(':"b"} ')
    await heard(later, 'stored')
  },
)

test('where nobody may be sent away, who comes is', async () => {
  const { open, openSlow, release } = await serve({ connections: 2 }, 'loopback')
  const held = await openSlow(2)
  const late = await open(get('/'))
  await late.closed
  expect(late.said).toBe('')
  release()
  for (const caller of held) await heard(caller, 'at last')
})

test('an address has its share, a proxy as much as it needs, and those behind it theirs', async () => {
  const { open, openSlow, release } = await serve({ ofANetwork: 2 })
  const held = await openSlow(2)
  const late = await open(get('/'))
  await late.closed
  expect(late.said).toBe('')
  release()
  for (const caller of held) await heard(caller, 'at last')

  const behind = await serve({ ofANetwork: 2 }, 'loopback')
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const two = await behind.openSlow(2, from('192.0.2.1'))
  expect((await ask(behind.open, get('/', from('192.0.2.1')))).slice(9, 12)).toBe('429')
  expect((await ask(behind.open, get('/', from('192.0.2.2')))).slice(9, 12)).toBe('200')
  behind.release()
  for (const caller of two) await heard(caller, 'at last')
  await expect.poll(async () => (await ask(behind.open, get('/', from('192.0.2.1')))).slice(9, 12)).toBe('200')
})

test.each([
  ['an IPv4 /24', ['192.0.2.1', '192.0.2.2', '192.0.2.3'], '192.0.3.1'],
  ['an IPv6 /56', ['2001:db8:1:aa01::1', '2001:db8:1:aa02::1', '2001:db8:1:aa03::1'], '2001:db8:2::1'],
  ['an IPv6 /48', ['2001:db8:1:1::1', '2001:db8:1:ff00::1', '2001:db8:1:aa00::1'], '2001:db8:2::1'],
])('%s has its share, from however many addresses', async (_, [first = '', second = '', third = ''], elsewhere) => {
  const { open, openSlow, release } = await serve({ ofAWiderNetwork: 2 }, 'loopback')
  const from = (address: string) => `X-Forwarded-For: ${address}\r\n`
  const held = [...(await openSlow(1, from(first))), ...(await openSlow(1, from(second)))]
  expect((await ask(open, get('/', from(third)))).slice(9, 12)).toBe('429')
  expect((await ask(open, get('/', from(elsewhere)))).slice(9, 12)).toBe('200')
  release()
  for (const caller of held) await heard(caller, 'at last')
})
