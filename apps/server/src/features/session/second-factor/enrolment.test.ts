import { expect, test } from 'vitest'
import { password, startSignInTests } from '../test-sign-in.ts'
import { resetLogin } from './reset-login.ts'
import { codeOf, enrolTotp, pass } from './test-app-of.ts'

const { product, makePerson } = await startSignInTests()

const someone = () => makePerson('HeadquartersAdmin')
const login = async (username: string) => {
  const { body } = await product.ask('POST', '/api/Authenticate/Login', { payload: { username, password } })
  return body as { token: string | null; secondFactor?: { ticket: string; methods: string[] } }
}
const factorState = async (person: { user_id: number }) => (await product.askAs(person, 'GET', '/api/SecondFactor')).body

test('an app asks nothing of anybody before a code of it has been seen', async () => {
  const person = await someone()
  const { body } = await product.askAs(person, 'POST', '/api/SecondFactor/Totp', { password })
  const { secret, uri } = body as { secret: string; uri: string }
  expect(uri).toContain(`secret=${secret}`)
  expect(decodeURIComponent(uri)).toContain(`見守り:${person.login_id}`)
  expect((await login(person.login_id)).token).not.toBeNull()

  const right = codeOf(product, secret)
  const wrong = await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Confirm', { code: right === '000000' ? '000001' : '000000' })
  expect(wrong.status).toBe(400)
  expect((await login(person.login_id)).token).not.toBeNull()
  expect((await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Confirm', { code: right })).status).toBe(200)
  expect((await login(person.login_id)).secondFactor?.methods).toEqual(['totp', 'recoveryCode'])
})

test('what is stored makes no codes, and nothing of it is in the log', async () => {
  const person = await someone()
  const { secret, recoveryCodes } = await enrolTotp(product, person, password)
  const { rows } = await product.context.pool.query<{ stored: string }>(
    `select row_to_json(t)::text || row_to_json(c)::text as stored from totp t join recovery_code c using (company_id, user_id)
      where t.user_id = $1`,
    [person.user_id],
  )
  const stored = rows.map((row) => row.stored).join()
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) {
    expect(stored).not.toContain(text)
    expect(stored).not.toContain(hex(text))
  }
  const recorded = await product.recordedOf('secondFactor')
  expect(recorded).toMatchObject([expect.anything(), { action: 'addFactor', after: { fullName: person.full_name, name: '認証アプリ' } }])
  expect(JSON.stringify(recorded)).not.toContain(secret)
})

test('every change asks for the password, and guessing it is limited like signing in', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const wrong = { password: 'Wrong-1234' }
  const changes = [
    ['Totp', wrong],
    ['Totp/Remove', wrong],
    ['RecoveryCodes', wrong],
    ['Passkey', { ...wrong, name: '鍵' }],
    ['Passkey/Remove', { ...wrong, id: 'x' }],
  ] as const
  for (const [path, payload] of changes)
    expect(await product.askAs(person, 'POST', `/api/SecondFactor/${path}`, payload)).toEqual({
      status: 400,
      body: ['現在のパスワードが違います。'],
    })
  expect((await login(person.login_id)).secondFactor?.methods).toEqual(['totp', 'recoveryCode'])
  for (let n = changes.length; n < 30; n += 1) await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Remove', wrong)
  expect((await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Remove', { password })).status).toBe(429)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('an app in use is not replaced by another: it is removed first', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  expect((await product.askAs(person, 'POST', '/api/SecondFactor/Totp', { password })).status).toBe(400)
  const { secondFactor } = await login(person.login_id)
  const payload = { ticket: secondFactor?.ticket, code: codeOf(product, secret) }
  expect((await product.ask('POST', '/api/Authenticate/SecondFactor', { payload })).status).toBe(200)

  expect((await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Remove', { password })).status).toBe(200)
  expect((await login(person.login_id)).token).not.toBeNull()
  expect(await factorState(person)).toMatchObject({ totpSince: null, passkeys: [] })
})

test('unused codes stay good for the next app; newly made codes replace them', async () => {
  const person = await someone()
  const { recoveryCodes } = await enrolTotp(product, person, password)
  await product.askAs(person, 'POST', '/api/SecondFactor/Totp/Remove', { password })
  expect((await enrolTotp(product, person, password)).recoveryCodes).toEqual([])
  const renewed = await product.askAs(person, 'POST', '/api/SecondFactor/RecoveryCodes', { password })
  const { recoveryCodes: fresh } = renewed.body as { recoveryCodes: string[] }
  const tryCode = async (code: string | undefined) => {
    const { secondFactor } = await login(person.login_id)
    return (await product.ask('POST', '/api/Authenticate/SecondFactor', { payload: { ticket: secondFactor?.ticket, code } })).status
  }
  expect(await tryCode(recoveryCodes[0])).toBe(401)
  expect(await tryCode(fresh[0])).toBe(200)
  expect(await factorState(person)).toMatchObject({ recoveryCodesLeft: 9 })
})

test('the operator of the server takes a second factor away by the login ID, and the log says so', async () => {
  const person = await someone()
  await enrolTotp(product, person, password)
  expect(await resetLogin(product.context, ` ${person.login_id.toUpperCase()}`)).toBe('reset')
  expect(await resetLogin(product.context, person.login_id)).toBe('none')
  expect(await resetLogin(product.context, 'nobody')).toBe('unknown')
  expect((await login(person.login_id)).token).not.toBeNull()
  expect((await product.recordedOf('secondFactor')).at(-1)).toMatchObject({
    action: 'resetSecondFactor',
    resource_id: String(person.user_id),
    user_name: '（未ログイン）',
    after: { fullName: person.full_name },
  })
})

test('a secret sealed under an older JWT_SECRET is valid while that is named, and no longer needs it afterwards', async () => {
  const person = await someone()
  const { secret } = await enrolTotp(product, person, password)
  const { config } = product.context
  const [older] = config.jwtSecrets
  const newer = 'a newer secret that only tests know'
  const secrets = async (...jwtSecrets: [string, ...string[]]) => {
    Object.assign(config, { jwtSecrets })
    const { secondFactor } = await login(person.login_id)
    pass(product, 30_000)
    const payload = { ticket: secondFactor?.ticket, code: codeOf(product, secret) }
    return (await product.ask('POST', '/api/Authenticate/SecondFactor', { payload })).status
  }
  expect(await secrets('a secret that sealed nothing at all, ever')).toBe(401)
  expect(await secrets(newer, older)).toBe(200)
  expect(await secrets(newer)).toBe(200)
  Object.assign(config, { jwtSecrets: [older] })
})
