import { expect, test } from 'vitest'
import { password, startSignInTests } from '../test-sign-in.ts'
import { pass } from './test-app-of.ts'
import { makeAuthenticator } from './test-authenticator.ts'

const { product, makePerson } = await startSignInTests()

type Headers = Awaited<ReturnType<typeof product.as>>
type Authenticator = ReturnType<typeof makeAuthenticator>

const someone = () => makePerson('HeadquartersAdmin')
const post = (headers: Headers, path: string, payload: object) =>
  product.ask('POST', `/api/SecondFactor/Passkey${path}`, { headers, payload })

const begin = async (headers: Headers) => {
  const { body } = await post(headers, '', { password, name: '事務所のパソコン' })
  return (body as { request: { challenge: string; rp: { id: string }; excludeCredentials: { id: string }[] } }).request
}
const enrol = async (person: { user_id: number }, authenticator: Authenticator, counter = 0) => {
  const headers = await product.as(person)
  const { challenge } = await begin(headers)
  return post(headers, '/Confirm', { passkey: authenticator.register({ challenge, counter }) })
}

type Half = { readonly secondFactor?: { readonly ticket: string; readonly methods: string[] } }
const ticketOf = async (username: string) => {
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password } })
  return (body as Half).secondFactor?.ticket ?? ''
}
const challengeOf = async (ticket: string) => {
  const { body } = await product.ask('POST', '/api/Authenticate/PasskeyRequest', { payload: { ticket } })
  return (body as { request: { challenge: string } }).request.challenge
}
const second = async (ticket: string, passkey: object) =>
  (await product.ask('POST', '/api/Authenticate/SecondFactor', { payload: { ticket, passkey } })).status

test('a passkey is made after the password, comes with recovery codes, and takes the second step', async () => {
  const [person, authenticator] = [await someone(), makeAuthenticator()]
  const made = await enrol(person, authenticator)
  expect(made.status).toBe(200)
  expect((made.body as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
  const ticket = await ticketOf(person.login_id)
  expect(await second(ticket, authenticator.answer({ challenge: await challengeOf(ticket) }))).toBe(200)
  expect((await product.askAs(person, 'GET', '/api/SecondFactor')).body).toMatchObject({
    passkeys: [{ id: authenticator.id, name: '事務所のパソコン', lastUsedAt: expect.any(String) }],
  })
  // The server names the passkeys an authenticator has already, so it makes no second.
  const { excludeCredentials, rp } = await begin(await product.as(person))
  expect([rp.id, excludeCredentials.map(({ id }) => id)]).toEqual(['localhost', [authenticator.id]])
})

test('nothing is made for another challenge, address or session, nor twice, nor too late', async () => {
  const [person, authenticator] = [await someone(), makeAuthenticator()]
  const headers = await product.as(person)
  const wrongs = [
    { challenge: Buffer.from('another').toString('base64url') },
    { origin: 'https://evil.example' },
    { origin: 'https://localhost.evil.example' },
  ]
  for (const wrong of wrongs) {
    const { challenge } = await begin(headers)
    expect((await post(headers, '/Confirm', { passkey: authenticator.register({ challenge, ...wrong }) })).status).toBe(400)
    // The draft is used up by the try.
    expect((await post(headers, '/Confirm', { passkey: authenticator.register({ challenge }) })).status).toBe(400)
  }
  const { challenge } = await begin(headers)
  expect((await post(await product.as(person), '/Confirm', { passkey: authenticator.register({ challenge }) })).status).toBe(400)
  const elsewhere = makeAuthenticator('evil.example').register({ challenge, origin: 'http://localhost:8080' })
  expect((await post(headers, '/Confirm', { passkey: elsewhere })).status).toBe(400)
  const late = await begin(headers)
  const lateAnswer = authenticator.register({ challenge: late.challenge })
  pass(product, 300_000)
  expect((await post(await product.as(person), '/Confirm', { passkey: lateAnswer })).status).toBe(400)
  expect((await product.askAs(person, 'GET', '/api/SecondFactor')).body).toMatchObject({ passkeys: [] })
})

test('an answer is good for its own ticket and address, and from one’s own passkey', async () => {
  const [person, authenticator] = [await someone(), makeAuthenticator()]
  const [other, theirs] = [await someone(), makeAuthenticator()]
  await enrol(person, authenticator)
  await enrol(other, theirs)
  const ticket = await ticketOf(person.login_id)
  // Nothing was asked of a passkey yet.
  expect(await second(ticket, authenticator.answer({ challenge: '' }))).toBe(401)
  const challenge = await challengeOf(ticket)
  expect(await second(ticket, theirs.answer({ challenge }))).toBe(401)
  expect(await second(ticket, { ...theirs.answer({ challenge }), id: authenticator.id, rawId: authenticator.id })).toBe(401)
  expect(await second(ticket, authenticator.answer({ challenge, origin: 'https://evil.example' }))).toBe(401)
  expect(await second(ticket, authenticator.answer({ challenge: await challengeOf(await ticketOf(person.login_id)) }))).toBe(401)
  for (const passkey of [{}, { id: authenticator.id }, { ...authenticator.answer({ challenge }), response: { clientDataJSON: 'x' } }])
    expect(await second(ticket, passkey)).toBe(401)
  expect(await second(ticket, authenticator.answer({ challenge }))).toBe(200)
})

test('a passkey whose count falls back was copied, and is not let in', async () => {
  const [person, authenticator] = [await someone(), makeAuthenticator()]
  await enrol(person, authenticator, 5)
  const tryWith = async (counter: number) => {
    const ticket = await ticketOf(person.login_id)
    return second(ticket, authenticator.answer({ challenge: await challengeOf(ticket), counter }))
  }
  expect([await tryWith(7), await tryWith(7), await tryWith(6), await tryWith(8)]).toEqual([200, 401, 401, 200])
})

test('one that was taken away signs nobody in; with the last the password alone does again', async () => {
  const [person, first, next] = [await someone(), makeAuthenticator(), makeAuthenticator()]
  await enrol(person, first)
  await enrol(person, next)
  expect((await product.askAs(person, 'POST', '/api/SecondFactor/Passkey/Remove', { password, id: first.id })).status).toBe(200)
  const ticket = await ticketOf(person.login_id)
  expect(await second(ticket, first.answer({ challenge: await challengeOf(ticket) }))).toBe(401)
  expect(await second(ticket, next.answer({ challenge: await challengeOf(ticket) }))).toBe(200)
  await product.askAs(person, 'POST', '/api/SecondFactor/Passkey/Remove', { password, id: next.id })
  expect(await ticketOf(person.login_id)).toBe('')
})
