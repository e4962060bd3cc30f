import type { Role } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { cardTextOf } from '../../shared/accounts/test-card.ts'
import { makeGroup, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { codeOf, enrolTotp, pass } from './second-factor/test-app-of.ts'
import { password, startSignInTests } from './test-sign-in.ts'

const { product, office, makePerson } = await startSignInTests()
const { context, time } = product
const { db } = context

beforeEach(() => {
  time.now = new Date('2026-07-20T13:00:00+09:00')
})

type Headers = Record<string, string>
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const newSession = async (person: { user_id: number }, values: object = {}) => {
  const { headers, sessionId } = await signInAs(context, person.user_id)
  if (Object.keys(values).length > 0) await db.updateTable('session as s').set(values).where('s.session_id', '=', sessionId).execute()
  return headers
}
const state = async (headers: Headers) => (await product.ask('GET', '/api/User/Confirmation', { headers })).body
const confirm = async (headers: Headers, payload: object) => {
  const { status, body } = await product.ask('POST', '/api/User/Confirmation', { headers, payload })
  return { status, body }
}

describe('by the password', () => {
  test('a session is confirmed for five minutes, and no other session of the person', async () => {
    const person = await makePerson('User')
    const [here, elsewhere] = [await newSession(person), await newSession(person)]
    expect(await state(here)).toEqual({ until: null, means: ['password'] })
    expect(await confirm(here, { password })).toEqual({ status: 200, body: { until: '2026-07-20T13:05:00+09:00', means: ['password'] } })
    expect(await state(elsewhere)).toMatchObject({ until: null })
    pass(product, 5 * 60_000 - 1)
    expect(await state(here)).toMatchObject({ until: '2026-07-20T13:05:00+09:00' })
    pass(product, 1)
    expect(await state(here)).toMatchObject({ until: null })
    expect((await product.recordedOf('session')).at(-1)).toMatchObject({ action: 'confirmIdentity', after: { means: 'password' } })
  })

  test('wrong ones count for the person as everywhere in a session, and are on record', async () => {
    const person = await makePerson('HeadquartersAdmin')
    const headers = await newSession(person)
    expect(await confirm(headers, { password: 'Wrong-1234' })).toEqual({ status: 400, body: ['現在のパスワードが違います。'] })
    for (let n = 1; n < 30; n += 1) await confirm(headers, { password: 'Wrong-1234' })
    expect((await confirm(headers, { password })).status).toBe(429)
    expect(await state(headers)).toMatchObject({ until: null })
    const failures = await db
      .selectFrom('failed_sign_in as f')
      .select(['f.kind', 'f.failures'])
      .where('f.user_id', '=', person.user_id)
      .execute()
    expect(failures).toEqual([{ kind: 'own', failures: 30 }])
  })

  test.each([{}, { password, pin: '704915' }, { pin: '704915' }, { code: '123456' }])(
    '%o is nothing to be confirmed by',
    async (payload) => {
      const headers = await newSession(await makePerson('User'))
      expect((await confirm(headers, payload)).status).toBe(400)
      expect(await state(headers)).toMatchObject({ until: null })
    },
  )
})

describe('by the PIN of the card that opened the session', () => {
  const pin = '704915'
  const newSigner = async (role: Role = 'User') => {
    const group = await makeGroup(db, { company_id: office.company_id, office_id: office.office_id })
    const person = await makeUser(db, role, { ...office, group_id: group.group_id }, { password })
    const base = await makePerson('HeadquartersAdmin')
    await product.askAs(base, 'POST', '/api/WorkerCard/Reissue', { userId: person.user_id })
    await product.askAs(base, 'POST', '/api/WorkerCard/Pin', { userId: person.user_id })
    const card = await cardTextOf(context, person)
    const { body } = await product.ask('POST', '/api/Authenticate/CardPin', { payload: { card, pin, confirmPin: pin } })
    return { person, card, headers: bearer((body as { token: string }).token) }
  }

  test('and by nothing else, though the account has a password', async () => {
    const { headers } = await newSigner('GroupLeader')
    expect(await state(headers)).toEqual({ until: null, means: ['pin'] })
    expect((await confirm(headers, { password })).status).toBe(400)
    expect(await confirm(headers, { pin })).toMatchObject({ status: 200, body: { until: '2026-07-20T13:05:00+09:00' } })
  })

  test('the tenth wrong one locks the card, as at the sign-in', async () => {
    const { headers, card } = await newSigner()
    for (let n = 0; n < 10; n += 1) expect((await confirm(headers, { pin: '111222' })).status).toBe(400)
    expect(await confirm(headers, { pin })).toMatchObject({ status: 429, body: [expect.stringContaining('13:15')] })
    const { body } = await product.ask('POST', '/api/Authenticate/CardSignIn', { payload: { card, pin } })
    expect(body).toMatchObject({ isLockedOut: true })
  })

  test('the right one makes wrong tries before it forgotten', async () => {
    const { headers } = await newSigner()
    for (let n = 0; n < 9; n += 1) await confirm(headers, { pin: '111222' })
    expect((await confirm(headers, { pin })).status).toBe(200)
    for (let n = 0; n < 9; n += 1) await confirm(headers, { pin: '111222' })
    expect((await confirm(headers, { pin })).status).toBe(200)
  })
})

test('a code of the person’s app does as well, once, and wrong ones count', async () => {
  const person = await makePerson('AdminUnitContract')
  const { secret } = await enrolTotp(product, person, password)
  const headers = await newSession(person)
  expect(await state(headers)).toMatchObject({ means: ['password', 'code'] })
  const code = codeOf(product, secret)
  expect((await confirm(headers, { code: code === '000000' ? '000001' : '000000' })).status).toBe(400)
  expect((await confirm(headers, { code })).status).toBe(200)
  expect((await confirm(headers, { code })).status).toBe(400)
})

test('whom a provider vouches for signs in there again, or shows a second factor; a password of before does not count', async () => {
  const person = await makePerson('User')
  const session = await newSession(person, { by_provider: true })
  expect(await state(session)).toEqual({ until: null, means: ['signIn'] })
  expect((await confirm(session, { password })).status).toBe(400)
})

test('a passkey is asked for with a challenge of this session', async () => {
  const person = await makePerson('User')
  const headers = await newSession(person)
  const { status, body } = await product.ask('POST', '/api/User/Confirmation/Passkey', { headers })
  expect({ status, body }).toMatchObject({ status: 200, body: { request: { challenge: expect.any(String) } } })
  expect((await confirm(headers, { passkey: { id: 'x' } })).status).toBe(400)
})
