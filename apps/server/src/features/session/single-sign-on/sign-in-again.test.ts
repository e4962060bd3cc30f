import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestProvider, testClient, type TestProvider } from '../../../platform/outside/test-identity-provider.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../../test-app.ts'
import { codeOf as appCodeOf, enrolTotp } from '../second-factor/test-app-of.ts'
import { browseAt } from './test-browser.ts'

const password = 'Right-1234'
const publicUrl = 'https://mimamori.example'

let provider: TestProvider
let product: Awaited<ReturnType<typeof createTestApp>>
let office: Awaited<ReturnType<typeof makeOffice>>
let taro: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  const ssoHosts: string[] = []
  product = await createTestApp({ config: testConfig({ publicUrl, ssoHosts }) })
  office = await makeOffice(product.context.db)
  const companyId = office.company_id
  provider = await startTestProvider([`${publicUrl}/api/Authenticate/Sso/${companyId}/Callback`], {
    taro: { email: 'taro@firm.example', email_verified: true },
  })
  ssoHosts.push(provider.host)
  const admin = await makeUser(product.context.db, 'AdminUnitContract', office, { password })
  const settings = { issuer: provider.issuer, ...testClient, claim: 'email', matches: 'email', domains: '', enabled: '1', password }
  await product.askAs(admin, 'PUT', `/api/Company/${companyId}/IdentityProvider`, settings)
  taro = await makeUser(product.context.db, 'User', office, { email: 'taro@firm.example', password })
})
afterAll(async () => {
  await product.close()
  await provider.close()
})
beforeEach(() => {
  // The provider's clock is the machine's.
  product.time.now = new Date()
})

const query = (more = '') => `username=${taro.login_id}${more}`
const again = () => query('&again=1')
type Browser = ReturnType<typeof browseAt>

/** Exchanges a code. @returns how a session of it could be confirmed, and whether it is */
const confirmationOf = async (browser: Browser, code: string) => {
  const { token } = (await browser.redeem(code)).body as { token: string }
  return (await product.ask('GET', '/api/User/Confirmation', { headers: { authorization: `Bearer ${token}` } })).body
}

test('a provider with an open session lets somebody in unseen, which confirms nothing', async () => {
  const browser = browseAt(product.app, provider)
  await browser.signIn(query(), 'taro')
  const unseen = await browser.signInUpTo(query(), null)
  const { code } = await browser.open(unseen)
  expect(await confirmationOf(browser, code)).toEqual({ until: null, means: ['signIn'] })
})

test('somebody whom it has to ask again is confirmed for five minutes, though its session is open', async () => {
  const browser = browseAt(product.app, provider)
  await browser.signIn(query(), 'taro')
  // Giving up there leads to nothing, though its session is still open.
  expect((await browser.signIn(again(), null)).failure).toBe('refused')
  const { code } = await browser.signIn(again(), 'taro')
  const there = new URL(browser.visited.findLast((address) => address.startsWith(provider.issuer) && address.includes('nonce=')) ?? '')
  expect(Object.fromEntries(there.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  const { until } = (await confirmationOf(browser, code)) as { until: string }
  expect(Date.parse(until) - product.time.now.getTime()).toBeCloseTo(300_000, -4)
})

/** As a provider that heeds only a part of what it is asked. */
const heedOnly = (maxAge: string | null) => (there: URL) => {
  there.searchParams.delete('prompt')
  there.searchParams.delete('max_age')
  if (maxAge !== null) there.searchParams.set('max_age', maxAge)
}

test.each([
  ['names an older sign-in', '600'],
  ['does not name when', null],
])('a provider that %s is not believed', async (_what, maxAge) => {
  const browser = browseAt(product.app, provider)
  await browser.signIn(query(), 'taro')
  product.time.now = new Date(Date.now() + 120_000)
  const unseen = await browser.signInUpTo(again(), null, heedOnly(maxAge))
  expect(await browser.open(unseen)).toEqual({ code: '', failure: 'notAgain' })
})

test('a second factor that is shown after the provider confirms as well', async () => {
  const { secret } = await enrolTotp(product, taro, password)
  const browser = browseAt(product.app, provider)
  const { code } = await browser.signIn(query(), 'taro')
  const half = (await browser.redeem(code)).body as { secondFactor: { ticket: string } }
  const payload = { ticket: half.secondFactor.ticket, code: appCodeOf(product, secret) }
  const { token } = (await product.ask('POST', '/api/Authenticate/SecondFactor', { payload })).body as { token: string }
  const { body } = await product.ask('GET', '/api/User/Confirmation', { headers: { authorization: `Bearer ${token}` } })
  expect(body).toMatchObject({ until: expect.any(String) })
})
