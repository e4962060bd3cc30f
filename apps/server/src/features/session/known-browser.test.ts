import { beforeEach, expect, test } from 'vitest'
import { networksOf } from '../../platform/traffic/network-of.ts'
import { password, startSignInTests } from './test-sign-in.ts'

const { product, makePerson } = await startSignInTests()
const start = new Date('2026-07-20T13:00:00+09:00')

beforeEach(() => {
  product.time.now = start
})

const office = '192.0.2.1'

const login = (username: string, text: string, { address = office, cookie }: { address?: string; cookie?: string } = {}) =>
  product.ask('POST', '/api/Authenticate/Login', {
    payload: { username, password: text },
    remoteAddress: address,
    ...(cookie !== undefined && { headers: { cookie } }),
  })

/** What happened to a sign-in, in one word. */
const outcome = ({ status, body }: Awaited<ReturnType<typeof login>>) => {
  if (status !== 200) return status
  return (body as { isLockedOut: boolean }).isLockedOut ? 'locked' : 'in'
}

const lineOf = ({ headers }: Awaited<ReturnType<typeof login>>) => String(headers['set-cookie'] ?? '')

/** Somebody who has signed in from a browser, and the cookie that it keeps. */
const signedIn = async (cookieBefore?: string) => {
  const { login_id: username, user_id: userId } = await makePerson('User')
  const answer = await login(username, password, { ...(cookieBefore !== undefined && { cookie: cookieBefore }) })
  return { username, userId, line: lineOf(answer), cookie: lineOf(answer).split(';')[0] ?? '' }
}

const fail = async (username: string, times: number, options: Parameters<typeof login>[2] = {}) => {
  for (let n = 0; n < times; n += 1) await login(username, 'Wrong-1234', options)
}

test('a complete sign-in leaves a cookie of 90 days that no script reads and that names nobody; a wrong one leaves none', async () => {
  const { username, line, cookie } = await signedIn()
  expect(line).toMatch(/^mimamori-browser=[\w-]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/)
  expect(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString()).not.toContain(username)
  expect(lineOf(await login(username, 'Wrong-1234'))).toBe('')
})

test('a browser that signed in before comes in while others’ guesses lock the account and close the network, one without does not', async () => {
  const { username, cookie } = await signedIn()
  await fail(username, 10)
  expect(outcome(await login(username, password))).toBe('locked')
  expect(outcome(await login(username, password, { cookie }))).toBe('in')
  await fail('nobody', 30)
  expect(outcome(await login(username, password))).toBe(429)
  expect(outcome(await login(username, password, { cookie }))).toBe('in')
  // From anywhere: a phone has a new address each morning.
  expect(outcome(await login(username, password, { cookie, address: '203.0.113.9' }))).toBe('in')
}, 300_000)

test('wrong passwords in a known browser lock that browser alone, and fail for nobody else', async () => {
  const { username, cookie } = await signedIn()
  await fail(username, 10, { cookie })
  expect(outcome(await login(username, password, { cookie }))).toBe('locked')
  expect(outcome(await login(username, password))).toBe('in')
  await fail(username, 20, { cookie })
  expect(outcome(await login(username, password, { cookie }))).toBe(429)
  expect(outcome(await login(username, password))).toBe('in')
})

test('a cookie helps the accounts that signed in with it alone, ends after 90 days, and one that was changed is none', async () => {
  const first = await signedIn()
  const second = await signedIn(first.cookie)
  const stranger = await signedIn()
  for (const { username } of [first, second, stranger]) await fail(username, 10, { address: '198.51.100.5' })
  await product.context.db.deleteFrom('login_failure').execute()
  const elsewhere = (username: string, cookie: string) => login(username, password, { cookie, address: '203.0.113.9' })
  const changed = `${second.cookie.slice(0, -2)}AA`
  expect(outcome(await elsewhere(stranger.username, second.cookie))).toBe('locked')
  expect(outcome(await elsewhere(second.username, changed))).toBe('locked')
  expect(outcome(await elsewhere(second.username, first.cookie))).toBe('locked')
  for (const { username } of [first, second]) expect(outcome(await elsewhere(username, second.cookie))).toBe('in')

  product.time.now = new Date(start.getTime() + 90 * 24 * 3_600_000)
  await fail(first.username, 10, { address: '198.51.100.5' })
  expect(outcome(await login(first.username, password, { cookie: first.cookie, address: '203.0.113.10' }))).toBe('locked')
})

test('failures at several accounts of one network count together, also if somebody signed in from there before', async () => {
  const people = [await signedIn(), await signedIn(), await signedIn(), await signedIn()]
  for (const { username } of people.slice(0, 3)) await fail(username, 10)
  const [last] = people.slice(3)
  expect(outcome(await login(last?.username ?? '', 'Wrong-1234'))).toBe(429)
  expect(outcome(await login(last?.username ?? '', password, { cookie: last?.cookie ?? '' }))).toBe('in')
})

test.each([
  ['an IPv4 /24', (n: number) => `198.51.7.${n + 1}`, '198.51.7.250', '198.51.8.250', 120],
  ['an IPv6 /56', (n: number) => `2001:db8:7:${(0x1200 + n).toString(16)}::1`, '2001:db8:7:12ff::9', '2001:db8:7:1300::9', 120],
])(
  'failures all over %s close it to strangers, and to nobody who came in from an address there',
  async (_what, at, near, beyond, bound) => {
    const { username } = await signedIn()
    const known = await makePerson('User')
    const inside = at(200)
    expect(outcome(await login(known.login_id, password, { address: inside }))).toBe('in')

    const rows = Array.from({ length: bound }, (_, n) => networksOf(at(n)).map((address) => ({ address, at: product.time.now }))).flat()
    await product.context.db.insertInto('login_failure').values(rows).execute()
    expect(outcome(await login(username, password, { address: near }))).toBe(429)
    expect(outcome(await login(known.login_id, password, { address: inside }))).toBe('in')
    expect(outcome(await login(username, password, { address: beyond }))).toBe('in')
  },
)
