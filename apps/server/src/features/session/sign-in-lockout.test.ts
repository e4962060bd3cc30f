import { beforeEach, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { unknownBrowser } from './known-browser.ts'
import { countWrongPassword, type From } from './sign-in-lockout.ts'
import { countOf, failuresAllowed, newPlacesBound } from './throttle.ts'
import { unlockLogin } from './unlock-login.ts'

const product = await startTestApp()
const office = await makeOffice(product.context.db)
const admin = await makeUser(product.context.db, 'HeadquartersAdmin', office)
const password = 'Right-1234'
const start = new Date('2026-07-20T13:00:00+09:00')

beforeEach(async () => {
  product.time.now = start
  await product.context.db.deleteFrom('login_failure').execute()
})

/** A try from a browser that nobody signed in from. */
const from = (address: string): From => ({ address, browser: unknownBrowser })

const [atOffice, atHome, stranger] = ['192.0.2.1', '2001:db8:1:2::3', '203.0.113.5'] as const

const pass = (minutes: number) => {
  product.time.now = new Date(product.time.now.getTime() + minutes * 60_000)
}

const makeSomeone = async () => {
  const { user_id: userId, company_id: companyId, login_id: username } = await makeUser(product.context.db, 'User', office, { password })
  const login = async (text: string, remoteAddress: string) => {
    const { status, body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password: text }, remoteAddress })
    return status === 200 ? ((body as { isLockedOut: boolean }).isLockedOut ? 'locked' : 'in') : status
  }
  return {
    userId,
    username,
    login,
    /** Wrong passwords, without the time that each takes to check. */
    fail: async (address: string, times = 10) => {
      for (let n = 0; n < times; n += 1)
        await product.context.db
          .transaction()
          .execute((trx) => countWrongPassword(trx, { companyId, userId }, from(address), product.time.now))
    },
    open: async (remoteAddress: string) => {
      const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password }, remoteAddress })
      return body as { token: string; refreshToken: string }
    },
    isOpen: async ({ token }: { token: string }) =>
      (await product.ask('GET', '/api/UserInfo', { headers: { authorization: `Bearer ${token}` } })).status === 200,
    shownAsLocked: async () => {
      const { body } = await product.askAs(admin, 'GET', `/api/UserRole/${userId}`)
      return (body as { isLockedOut: boolean }).isLockedOut
    },
  }
}

test('a lock by failures ends by itself after a quarter of an hour', async () => {
  const { login, fail, shownAsLocked } = await makeSomeone()
  await fail(stranger)
  expect(await shownAsLocked()).toBe(true)
  pass(14)
  expect(await login(password, stranger)).toBe('locked')
  pass(1)
  expect(await shownAsLocked()).toBe(false)
  expect(await login(password, stranger)).toBe('in')
})

test('only the right password learns until when the lock holds', async () => {
  const { username, fail } = await makeSomeone()
  const login = (text: string) =>
    product.ask('POST', '/api/Authenticate/Login', { payload: { username, password: text }, remoteAddress: stranger })
  await fail(stranger)
  expect((await login(password)).body).toEqual({
    token: null,
    refreshToken: null,
    isLockedOut: true,
    lockedUntil: '2026-07-20T13:15:00+09:00',
  })
  expect((await login('Wrong-1234')).body).toEqual(['ログインIDまたはパスワードが違います。'])
})

test('tries while the lock holds do not prolong it', async () => {
  const { login, fail } = await makeSomeone()
  await fail(stranger)
  pass(10)
  await fail(stranger, 25)
  pass(5)
  expect(await login(password, stranger)).toBe('in')
})

test.each([
  ['where the owner signed in from before, up to a day', atOffice, [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]],
  // Ten tries of a stranger an hour are enough for that, so it must not grow as long as they like.
  ['at all other addresses, up to an hour', stranger, [15, 30, 60, 60, 60]],
])('each lock in a row lasts twice as long, %s; a week without one forgets them', async (_where, address, lengths) => {
  const { userId, fail, login } = await makeSomeone()
  expect(await login(password, atOffice)).toBe('in')
  const minutesLocked = async () => {
    const { locked_until } = await product.context.db
      .selectFrom('sign_in_place as p')
      .select('p.locked_until')
      .where('p.user_id', '=', userId)
      .where('p.locked_until', 'is not', null)
      .executeTakeFirstOrThrow()
    return ((locked_until?.getTime() ?? 0) - product.time.now.getTime()) / 60_000
  }
  const lasted: number[] = []
  for (let n = 0; n < lengths.length; n += 1) {
    await fail(address)
    lasted.push(await minutesLocked())
    expect(await login(password, address)).toBe('locked')
    pass(lasted.at(-1) ?? 0)
  }
  expect(lasted).toEqual(lengths)
  pass(7 * 24 * 60)
  await fail(address)
  expect(await minutesLocked()).toBe(15)
})

test('a stranger who locks the account does not lock its owner out where they signed in from before', async () => {
  const { login, fail, shownAsLocked } = await makeSomeone()
  expect([await login(password, atOffice), await login(password, atHome)]).toEqual(['in', 'in'])
  await fail(stranger)
  expect(await shownAsLocked()).toBe(true)
  expect(await login(password, stranger)).toBe('locked')
  expect(await login(password, '198.51.100.77')).toBe('locked')
  expect(await login(password, atOffice)).toBe('in')
  // Another address of the same customer's network.
  expect(await login(password, '2001:db8:1:2:ffff::9')).toBe('in')
  expect(await login(password, stranger)).toBe('locked')
})

test('failures at an address of the owner lock that one alone', async () => {
  const { login, fail, shownAsLocked } = await makeSomeone()
  expect([await login(password, atOffice), await login(password, atHome)]).toEqual(['in', 'in'])
  await fail(atOffice)
  expect(await shownAsLocked()).toBe(true)
  expect(await login(password, atOffice)).toBe('locked')
  expect(await login(password, atHome)).toBe('in')
  expect(await login(password, stranger)).toBe('in')
})

test('a disabled account that is locked says that it is disabled, which no time ends, to the right password alone', async () => {
  const { userId, login, fail } = await makeSomeone()
  await fail(stranger)
  await product.context.db.updateTable('app_user').set({ disabled_at: product.time.now }).where('user_id', '=', userId).execute()
  expect([await login(password, stranger), await login('Wrong-1234', stranger)]).toEqual([403, 401])
  // It costs what a wrong one does, or it could be looked for all the same.
  expect(await product.context.db.selectFrom('login_failure').selectAll().where('address', '=', stranger).execute()).toHaveLength(2)
})

test('the administrators’ unlock and that of the server open every place, and the next lock is a short one again', async () => {
  const { userId, username, login, fail } = await makeSomeone()
  expect(await login(password, atOffice)).toBe('in')
  const lockTwice = async () => {
    for (const address of [atOffice, stranger]) await fail(address)
    pass(15)
    for (const address of [atOffice, stranger]) await fail(address)
  }
  await lockTwice()
  expect((await product.askAs(admin, 'PUT', `/api/UserRole/Unlock/${userId}`)).status).toBe(200)
  expect([await login(password, atOffice), await login('Wrong-1234', stranger)]).toEqual(['in', 401])
  await fail(stranger, 9)
  pass(15)
  expect(await login(password, stranger)).toBe('in')

  await lockTwice()
  expect(await unlockLogin(product.context, username)).toBe('unlocked')
  expect([await login(password, atOffice), await login(password, stranger)]).toEqual(['in', 'in'])
})

test('a lock ends no open session, neither where the guesses came from nor elsewhere', async () => {
  const { userId, fail, open, isOpen } = await makeSomeone()
  const [desk, wall, home] = [await open(atOffice), await open(atOffice), await open(atHome)]
  for (const address of [stranger, atOffice, atHome]) await fail(address)
  expect([await isOpen(desk), await isOpen(wall), await isOpen(home)]).toEqual([true, true, true])
  const { status } = await product.ask('POST', '/api/Authenticate/refresh', {
    payload: { refreshToken: desk.refreshToken },
    remoteAddress: atOffice,
  })
  expect(status).toBe(200)
  const locks = (await product.recordedOf('user')).filter(({ action, resource_id }) => action === 'lock' && resource_id === String(userId))
  expect(locks).toHaveLength(3)
  for (const { after } of locks) expect(after).not.toHaveProperty('endedSessions')
})

test('the right password of a locked account counts for the address like a wrong one', async () => {
  const { fail, login } = await makeSomeone()
  await fail(stranger)
  const failures = Array.from({ length: failuresAllowed - 1 }, () => ({ address: stranger, at: product.time.now }))
  await product.context.db.insertInto('login_failure').values(failures).execute()
  expect([await login(password, stranger), await login(password, stranger)]).toEqual(['locked', 429])
})

test('a hundred wrong tries an hour from new addresses are looked at, and where the owner was before all', async () => {
  const { username, login, fail } = await makeSomeone()
  expect(await login(password, atOffice)).toBe('in')
  await fail(stranger)
  pass(15)
  await fail(stranger)
  const address = countOf.loginId(username)
  const tries = Array.from({ length: newPlacesBound.failures - 1 }, () => ({ address, at: product.time.now }))
  await product.context.db.insertInto('login_failure').values(tries).execute()
  expect(await login('Wrong-1234', '198.51.100.1')).toBe(401)
  // The right one is not looked at either.
  expect([await login('Wrong-1234', '198.51.100.150'), await login(password, '198.51.100.151')]).toEqual([429, 429])
  expect(await login(password, atOffice)).toBe('in')
  pass(60)
  expect(await login(password, '198.51.100.152')).toBe('in')
})

test('after a hundred tries a login ID that somebody has is refused as one that nobody has, though no lock holds', async () => {
  const { username, login } = await makeSomeone()
  const tries = [username, 'nobody-at-all'].flatMap((name) =>
    Array.from({ length: newPlacesBound.failures }, () => ({ address: countOf.loginId(name), at: product.time.now })),
  )
  await product.context.db.insertInto('login_failure').values(tries).execute()
  const ofNobody = await product.ask('POST', '/api/Authenticate/Login', {
    payload: { username: 'nobody-at-all', password: 'Wrong-1234' },
    remoteAddress: '198.51.100.1',
  })
  expect([await login('Wrong-1234', '198.51.100.2'), ofNobody.status]).toEqual([429, 429])
})

test('right passwords are no tries, from however many new addresses a shared account is used', async () => {
  const { username, login } = await makeSomeone()
  expect([await login(password, '198.51.1.1'), await login('Wrong-1234', '198.51.2.1'), await login(password, '198.51.3.1')]).toEqual([
    'in',
    401,
    'in',
  ])
  const tries = await product.context.db.selectFrom('login_failure').selectAll().where('address', '=', countOf.loginId(username)).execute()
  expect(tries).toHaveLength(1)
})

test('the list finds and sorts by the locks that hold at the moment', async () => {
  const { userId, fail } = await makeSomeone()
  const found = async (query: string) =>
    ((await product.askAs(admin, 'GET', `/api/UserRole?worker=1&${query}`)).body as { data: { userId: number }[] }).data.map(
      (row) => row.userId,
    )
  // Later than all locks of the tests before.
  pass(30 * 24 * 60)
  await fail(stranger)
  expect(await found('isLockedOut=1')).toEqual([userId])
  expect((await found('sortKey=isLockedOut&sortOrder=desc'))[0]).toBe(userId)
  pass(15)
  expect(await found('isLockedOut=1')).toEqual([])
})
