import { expect, test } from 'vitest'
import { password, startSignInTests } from '../test-sign-in.ts'
import { codeOf, enrolTotp, pass } from './test-app-of.ts'

const { product, makePerson } = await startSignInTests()

const someone = () => makePerson('AdminUnitContract')

type Answer = {
  readonly token: string | null
  readonly isLockedOut: boolean
  readonly secondFactor?: { readonly ticket: string; readonly methods: string[] }
}

const login = async (username: string, remoteAddress = '192.0.2.1') => {
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password }, remoteAddress })
  return body as Answer
}
const ticketOf = async (username: string) => (await login(username)).secondFactor?.ticket ?? ''
const second = (ticket: string, code: string, remoteAddress = '192.0.2.1') =>
  product.ask('POST', '/api/Authenticate/SecondFactor', { payload: { ticket, code }, remoteAddress })

const sessionsOf = (userId: number) =>
  product.context.db.selectFrom('session').select('session.session_id').where('session.user_id', '=', userId).execute()

test('without a second factor the answer of the login is as it always was', async () => {
  const { login_id } = await someone()
  expect(await login(login_id)).toEqual({ token: expect.any(String), refreshToken: expect.any(String), isLockedOut: false })
})

test('with one the right password opens nothing, and its code opens a session', async () => {
  const person = await someone()
  const { secret, statuses } = await enrolTotp(product, person, password)
  expect(statuses).toEqual([200, 200])
  const before = await sessionsOf(person.user_id)
  const half = await login(person.login_id)
  expect(half).toEqual({
    token: null,
    refreshToken: null,
    isLockedOut: false,
    secondFactor: { ticket: expect.any(String), methods: ['totp', 'recoveryCode'] },
  })
  expect(await sessionsOf(person.user_id)).toHaveLength(before.length)

  const { status, body } = await second(half.secondFactor?.ticket ?? '', codeOf(product, secret))
  expect(status).toBe(200)
  expect(body).toEqual({ token: expect.any(String), refreshToken: expect.any(String), isLockedOut: false })
  const headers = { authorization: `Bearer ${(body as { token: string }).token}` }
  expect((await product.ask('GET', '/api/UserInfo', { headers })).body).toMatchObject({ userName: person.login_id })
})

test('a code is good once, also with another ticket, and one step off either way', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  pass(product, 60_000)
  const code = codeOf(product, secret)
  expect((await second(await ticketOf(person.login_id), code)).status).toBe(200)
  expect((await second(await ticketOf(person.login_id), code)).status).toBe(401)
  // An older one than the last is no better, though its time is not over.
  expect((await second(await ticketOf(person.login_id), codeOf(product, secret, -1))).status).toBe(401)
  expect((await second(await ticketOf(person.login_id), codeOf(product, secret, 1))).status).toBe(200)
  pass(product, 90_000)
  expect((await second(await ticketOf(person.login_id), codeOf(product, secret, 2))).status).toBe(401)
  expect((await second(await ticketOf(person.login_id), codeOf(product, secret, -1))).status).toBe(200)
})

test('of ten sign-ins at once with one code one gets in', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(person.login_id)))
  // From ten addresses, whose tries do not wait for each other.
  const answers = await Promise.all(tickets.map((ticket, n) => second(ticket, codeOf(product, secret), `198.51.100.${n}`)))
  expect(answers.filter(({ status, body }) => status === 200 && (body as Answer).token !== null)).toHaveLength(1)
})

test('a ticket is good once and for five minutes, and no other text is one', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const ticket = await ticketOf(person.login_id)
  expect((await second(ticket, codeOf(product, secret))).status).toBe(200)
  pass(product, 30_000)
  const over = await second(ticket, codeOf(product, secret))
  expect(over).toMatchObject({ status: 401, body: ['時間が過ぎたか、確認が済んでいます。はじめからログインしてください。'] })

  const old = await ticketOf(person.login_id)
  pass(product, 300_000)
  expect((await second(old, codeOf(product, secret))).status).toBe(401)

  const fresh = await ticketOf(person.login_id)
  const [company = '', id = '', seal = ''] = fresh.split('.')
  const forged = [`${company}.${id}.${seal.replaceAll(/./g, 'A')}`, `${Number(company) + 1}.${id}.${seal}`, 'x', '']
  for (const text of forged) expect((await second(text, codeOf(product, secret))).status).toBeGreaterThanOrEqual(400)
  expect((await second(fresh, codeOf(product, secret))).status).toBe(200)
})

test('a wrong code leaves the ticket good, and says nothing but that it is wrong', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const ticket = await ticketOf(person.login_id)
  const right = codeOf(product, secret)
  const wrong = await second(ticket, right === '000000' ? '000001' : '000000')
  expect(wrong).toMatchObject({ status: 401, body: ['確認コードが違います。新しいコードを確かめて、もう一度入力してください。'] })
  // People type what they see: full width, and a space in the middle.
  const wide = right.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  expect((await second(ticket, `${wide.slice(0, 3)} ${wide.slice(3)}`)).status).toBe(200)
})

test('the tenth wrong code in a row locks the account, whatever right passwords came between', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const right = codeOf(product, secret)
  const wrong = right === '000000' ? '000001' : '000000'
  for (let n = 1; n <= 10; n += 1) expect((await second(await ticketOf(person.login_id), wrong)).status).toBe(401)
  expect(await login(person.login_id)).toEqual({ token: null, refreshToken: null, isLockedOut: true, lockedUntil: expect.any(String) })
})

test('an account locked meanwhile says so, whether the code is right or wrong', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const ticket = await ticketOf(person.login_id)
  for (let n = 1; n <= 10; n += 1)
    await product.ask('POST', '/api/Authenticate/Login', {
      payload: { username: person.login_id, password: 'Wrong-1234' },
      remoteAddress: '192.0.2.1',
    })
  const right = codeOf(product, secret)
  for (const code of [right, right === '000000' ? '000001' : '000000'])
    expect((await second(ticket, code)).body).toEqual({
      token: null,
      refreshToken: null,
      isLockedOut: true,
      lockedUntil: expect.any(String),
    })
})

test('thirty wrong codes from one address close it to every sign-in', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, someone))
  const from = '203.0.113.4'
  for (const person of people) {
    await enrolTotp(product, person, password)
    const ticket = (await login(person.login_id, from)).secondFactor?.ticket ?? ''
    for (let n = 0; n < 8; n += 1) await second(ticket, 'aaaaaaaaaa', from)
  }
  const { status } = await product.ask('POST', '/api/Authenticate/Login', {
    payload: { username: people[0]?.login_id, password },
    remoteAddress: from,
  })
  expect(status).toBe(429)
}, 300_000)

test('wrong codes count for the network as wrong passwords do, and in a browser that signed in before for nobody else', async () => {
  const [careless, colleague] = await Promise.all([someone(), someone()])
  const remoteAddress = '203.0.113.5'
  const payload = { username: careless.login_id, password }
  const { headers } = await product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  await enrolTotp(product, careless, password)
  const failures = Array.from({ length: 29 }, () => ({ address: remoteAddress, at: product.time.now }))
  await product.context.db.insertInto('login_failure').values(failures).execute()
  const ticket = (await login(careless.login_id, remoteAddress)).secondFactor?.ticket ?? ''
  const guess = (headersSent: { cookie?: string }) =>
    product.ask('POST', '/api/Authenticate/SecondFactor', { payload: { ticket, code: 'aaaaaaaaaa' }, remoteAddress, headers: headersSent })
  for (let n = 0; n < 3; n += 1) expect((await guess({ cookie })).status).toBe(401)
  expect(await login(colleague.login_id, remoteAddress)).toMatchObject({ isLockedOut: false })
  expect([(await guess({})).status, (await guess({})).status]).toEqual([401, 429])
})

test('a recovery code is good once, in any spelling, and its use is on record', async () => {
  const person = await someone()
  const { recoveryCodes } = await enrolTotp(product, person, password)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [code = ''] = recoveryCodes
  expect((await second(await ticketOf(person.login_id), ` ${code.toUpperCase().replace('-', ' ')}`)).status).toBe(200)
  expect((await second(await ticketOf(person.login_id), code)).status).toBe(401)
  const used = (await product.recordedOf('secondFactor')).filter(({ action }) => action === 'useRecoveryCode')
  expect(used.at(-1)).toMatchObject({ user_name: person.login_id, after: { fullName: person.full_name, recoveryCodesLeft: 9 } })
})

test('another person’s code and recovery code open nothing', async () => {
  const [person, other] = [await someone(), await someone()]
  const mine = await enrolTotp(product, person, password)
  const theirs = await enrolTotp(product, other, password)
  const ticket = await ticketOf(person.login_id)
  expect((await second(ticket, codeOf(product, theirs.secret))).status).toBe(401)
  expect((await second(ticket, theirs.recoveryCodes[0] ?? '')).status).toBe(401)
  expect((await second(ticket, codeOf(product, mine.secret))).status).toBe(200)
})
