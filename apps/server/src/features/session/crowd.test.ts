import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'

// Some three hundred passwords are hashed one after the other, on a machine that may have other work.
const hashingMs = 300_000

const product = await startTestApp()
const { db } = product.context
const office = await makeOffice(db)
const password = 'Right-1234'
const person = await makeUser(db, 'User', office, { password })

const signIn = (remoteAddress: string, cookie = '') =>
  product.ask('POST', '/api/Authenticate/Login', {
    payload: { username: person.login_id, password },
    remoteAddress,
    headers: { cookie },
  })

const guess = async (n: number) => {
  const payload = { username: `nobody-${n}`, password: 'Guess-1234' }
  const remoteAddress = `198.${18 + Math.floor(n / 250)}.${n % 250}.1`
  return product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress })
}

test(
  'hundreds of guesses at once from one address keep nobody at another out',
  async () => {
    const crowd = Array.from({ length: 500 }, (_, n) =>
      product.ask('POST', '/api/Authenticate/Login', {
        payload: { username: `nobody-${n}`, password: 'Guess-1234' },
        remoteAddress: '203.0.113.9',
      }),
    )
    const other = await guess(400)
    expect(other.status).toBe(401)
    const statuses = (await Promise.all(crowd)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  },
  hashingMs,
)

test(
  'of strangers who all guess at once, each from an address of their own, some are asked to try again later; the database stays free, and a known browser anywhere and people at a known network come in',
  async () => {
    const cookie = String((await signIn('192.0.2.1')).headers['set-cookie']).split(';')[0] ?? ''
    const crowd = Promise.all(Array.from({ length: 400 }, (_, n) => guess(n)))
    const busy = () => product.context.pool.totalCount - product.context.pool.idleCount
    await product.context.pool.query('select 1')
    expect(busy()).toBeLessThan(10)
    const [phone, desk] = await Promise.all([signIn('203.0.113.77', cookie), signIn('192.0.2.1')])
    expect([phone.status, desk.status]).toEqual([200, 200])
    expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect((await guess(0)).status).toBe(401)
  },
  hashingMs,
)

test(
  'a cookie copied to hundreds of computers leaves room to known browsers of other companies',
  async () => {
    const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) => String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const copied = cookieOf(await signIn('192.0.2.1'))
    const other = await makeUser(db, 'User', await makeOffice(db), { password })
    const signInOther = (remoteAddress: string, cookie = '') =>
      product.ask('POST', '/api/Authenticate/Login', {
        payload: { username: other.login_id, password },
        remoteAddress,
        headers: { cookie },
      })
    const own = cookieOf(await signInOther('192.0.2.2'))
    const crowd = Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        product.ask('POST', '/api/Authenticate/Login', {
          payload: { username: `nobody-${n}`, password: 'Guess-1234' },
          remoteAddress: `198.${18 + Math.floor(n / 250)}.${n % 250}.1`,
          headers: { cookie: copied },
        }),
      ),
    )
    expect((await signInOther('203.0.113.78', own)).status).toBe(200)
    expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([401, 429]))
  },
  hashingMs,
)

test(
  'one network, however wide, leaves room to strangers elsewhere',
  async () => {
    const guessAt = (remoteAddress: string) =>
      product.ask('POST', '/api/Authenticate/Login', { payload: { username: 'nobody', password: 'Guess-1234' }, remoteAddress })
    const crowd = Promise.all([
      ...Array.from({ length: 400 }, (_, n) => guessAt(`2001:db8:1:${n.toString(16)}::1`)),
      ...Array.from({ length: 250 }, (_, n) => guessAt(`203.0.113.${n}`)),
    ])
    expect((await guessAt('2001:db8:2::1')).status).toBe(401)
    expect(new Set((await crowd).map(({ status }) => status))).toEqual(new Set([401, 429]))
  },
  hashingMs,
)
