import type { IdentityProvider } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessions } from '../../../shared/accounts/end-sessions.ts'
import { lockOut, makeOffice, makeUser, signInAs } from '../../../shared/organisation/test-factories.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { waitingForLocks } from '../../../platform/database/test-database.ts'
import { createTestApp } from '../../../test-app.ts'
import { enrolTotp, codeOf as appCodeOf } from '../second-factor/test-app-of.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { logFailedSignInsJob } from '../log-failed-sign-ins.ts'
import { browseAt } from './test-browser.ts'
import { startTestProvider, testClient, type TestProvider } from '../../../platform/outside/test-identity-provider.ts'

const password = 'Right-1234'
const publicUrl = 'https://mimamori.example'
const redirectUriOf = ({ company_id }: { company_id: number }) => `${publicUrl}/api/Authenticate/Sso/${company_id}/Callback`

let provider: TestProvider
let product: Awaited<ReturnType<typeof createTestApp>>
let office: Awaited<ReturnType<typeof makeOffice>>
let other: Awaited<ReturnType<typeof makeOffice>>
let code: string
let admin: { user_id: number; full_name: string }

const people = {
  taro: { email: 'Taro@firm.example', email_verified: true, preferred_username: 'taro-at-work' },
  typed: { email: 'taro@firm.example', email_verified: false },
  // Whom the firm gave the address of somebody who left.
  successor: { email: 'taro@firm.example', email_verified: true },
  stranger: { email: 'nobody@firm.example', email_verified: true },
  outside: { email: 'taro@elsewhere.example', email_verified: true },
  both: { email: 'both@firm.example', email_verified: true },
  left: { email: 'left@firm.example', email_verified: true },
}

const settings = () => ({
  issuer: provider.issuer,
  ...testClient,
  claim: 'email',
  matches: 'email',
  domains: 'firm.example',
  enabled: '1',
  password,
})
const url = () => `/api/Company/${office.company_id}/IdentityProvider`
const save = (change: object = {}, as = admin) => product.askAs(as, 'PUT', url(), { ...settings(), ...change })

const codeOf = async ({ company_id }: { company_id: number }) => {
  const { db } = product.context
  return (await db.selectFrom('company').select('company.code').where('company.company_id', '=', company_id).executeTakeFirstOrThrow()).code
}

beforeAll(async () => {
  // The provider has to know the companies, and the product the provider's host.
  const ssoHosts: string[] = []
  product = await createTestApp({ config: testConfig({ publicUrl, ssoHosts }) })
  office = await makeOffice(product.context.db)
  other = await makeOffice(product.context.db)
  provider = await startTestProvider([redirectUriOf(office), redirectUriOf(other)], people)
  ssoHosts.push(provider.host)
  code = await codeOf(office)
  admin = await makeUser(product.context.db, 'AdminUnitContract', office, { password })
  await save()
})
afterAll(async () => {
  await product.close()
  await provider.close()
})

const recordedSignIns = async () => {
  await takeTurn(product.context, logFailedSignInsJob)
  return product.recordedOf('session')
}

const person = (values: object = {}) => makeUser(product.context.db, 'User', office, values)

test('somebody who signs in at their company’s provider is signed in here, once, with tokens in no address', async () => {
  const taro = await person({ email: 'taro@firm.example' })
  const browser = browseAt(product.app, provider)
  const back = await browser.signIn(`company=${code}`, 'taro')
  expect(browser.visited.join('\n')).not.toMatch(/token/i)
  const answer = await browser.redeem(back.code)
  expect(answer).toMatchObject({ status: 200, body: { isLockedOut: false } })
  const { token, refreshToken } = answer.body as { token: string; refreshToken: string }
  const headers = { authorization: `Bearer ${token}` }
  expect(await product.ask('GET', '/api/UserInfo', { headers })).toMatchObject({ status: 200, body: { userId: taro.user_id } })
  expect((await product.ask('POST', '/api/Authenticate/refresh', { payload: { refreshToken } })).status).toBe(200)
  expect((await browser.redeem(back.code)).status).toBe(401)
  await product.context.db.updateTable('app_user').set({ deleted_at: new Date() }).where('user_id', '=', taro.user_id).execute()
})

test('a company is found as its code is typed on a phone, and a secret as it is pasted', async () => {
  const { db } = product.context
  await db.updateTable('company').set({ code: 'Firm-1' }).where('company_id', '=', office.company_id).execute()
  await save({ clientSecret: ` ${testClient.clientSecret}\n` })
  await person({ login_id: 'wide', email: 'taro@firm.example' })
  const comes = async (typed: string) =>
    (
      await browseAt(product.app, provider)
        .signIn(`company=${encodeURIComponent(typed)}`, 'taro')
        .catch(() => undefined)
    )?.code != null
  expect(await Promise.all(['Firm-1', ' firm-1 ', 'ＦＩＲＭ－１'].map(comes))).toEqual([true, true, true])
  // No other company may have it in another case.
  const taken = db.updateTable('company').set({ code: 'FIRM-1' }).where('company_id', '=', other.company_id).execute()
  await expect(taken).rejects.toThrow('company_code_unique')
  await db.updateTable('company').set({ code }).where('company_id', '=', office.company_id).execute()
  await db.updateTable('app_user').set({ deleted_at: new Date() }).where('login_id', '=', 'wide').execute()
  await save()
})

test('the login ID leads to its company’s provider, and the claim may be compared with it', async () => {
  const taro = await person({ login_id: 'Taro-at-Work' })
  await save({ claim: 'preferred_username', matches: 'loginId', domains: '' })
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn('username=TARO-AT-WORK', 'taro')
  expect((await browser.redeem(given)).status).toBe(200)
  await save()
  const sessions = await product.context.db.selectFrom('session').selectAll().where('user_id', '=', taro.user_id).execute()
  expect(sessions).toHaveLength(1)
})

test.each([
  ['stranger', 'noAccount'],
  ['typed', 'noAccount'],
  ['outside', 'noAccount'],
  ['both', 'noAccount'],
  ['left', 'noAccount'],
])('%s is not let in, and nobody is made: %s', async (name, failure) => {
  const { db } = product.context
  const made = [
    await person({ email: 'taro@firm.example' }),
    await person({ email: 'taro@elsewhere.example' }),
    await person({ email: 'both@firm.example' }),
    await person({ email: 'both@firm.example' }),
    await person({ email: 'left@firm.example', deleted_at: new Date() }),
    // Of another company, which has nothing to do with this one's provider.
    await makeUser(db, 'User', await makeOffice(db), { email: 'nobody@firm.example' }),
  ].map(({ user_id }) => user_id)
  const count = async () => (await db.selectFrom('app_user').select('user_id').execute()).length
  const before = await count()
  const browser = browseAt(product.app, provider)
  expect((await browser.signIn(`company=${code}`, name)).failure).toBe(failure)
  expect(await count()).toBe(before)
  expect((await recordedSignIns()).at(-1)).toMatchObject({
    action: 'signInFailed',
    company_id: office.company_id,
    after: { refusedFor: 'noAccount' },
  })
  await db.updateTable('app_user').set({ email: null }).where('user_id', 'in', made).execute()
})

test('somebody who now has the address of another person stays out, until an administrator has connected the account again', async () => {
  const { user_id: userId } = await person({ email: 'taro@firm.example' })
  const signIn = async (name: string) => {
    const browser = browseAt(product.app, provider)
    const { code: given, failure } = await browser.signIn(`company=${code}`, name)
    return failure ?? (await browser.redeem(given)).status
  }
  expect([await signIn('taro'), await signIn('taro'), await signIn('successor')]).toEqual([200, 200, 'otherSubject'])
  expect((await recordedSignIns()).at(-1)).toMatchObject({
    action: 'signInFailed',
    resource_id: String(userId),
    after: { refusedFor: 'otherSubject' },
  })
  for (const act of ['Disable', 'Enable']) expect((await product.askAs(admin, 'PUT', `/api/UserRole/${act}/${userId}`)).status).toBe(200)
  expect([await signIn('successor'), await signIn('taro')]).toEqual([200, 'otherSubject'])
  await product.context.db.updateTable('app_user').set({ email: null }).where('user_id', '=', userId).execute()
})

test('a locked account stays out', async () => {
  await lockOut(product.context.db, await person({ email: 'taro@firm.example' }), product.time.now)
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn(`company=${code}`, 'taro')
  expect(await browser.redeem(given)).toMatchObject({ status: 200, body: { token: null, refreshToken: null, isLockedOut: true } })
  expect((await recordedSignIns()).at(-1)).toMatchObject({ action: 'signInFailed', after: { isLockedOut: '1' } })
  await product.context.db.updateTable('app_user').set({ email: null }).where('email', '=', 'taro@firm.example').execute()
})

test('a disabled account stays out, and the answer says so', async () => {
  await person({ email: 'taro@firm.example', disabled_at: product.time.now })
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn(`company=${code}`, 'taro')
  expect(await browser.redeem(given)).toMatchObject({ status: 403, body: [expect.stringMatching(/アカウント/)] })
  await product.context.db.updateTable('app_user').set({ email: null }).where('email', '=', 'taro@firm.example').execute()
})

test('somebody who must set a password here need not while their company vouches for them', async () => {
  const taro = await person({ email: 'taro@firm.example', must_change_password: true })
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn(`company=${code}`, 'taro')
  const { token } = (await browser.redeem(given)).body as { token: string }
  const ask = (headers: { authorization: string }, path: string) => product.ask('GET', path, { headers })
  const there = { authorization: `Bearer ${token}` }
  expect(await ask(there, '/api/UserInfo')).toMatchObject({ status: 200, body: { owed: [] } })
  expect((await ask(there, '/api/Kbn/SafetyBeltDisplay')).status).toBe(200)
  const here = (await signInAs(product.context, taro.user_id)).headers
  expect((await ask(here, '/api/UserInfo')).body).toMatchObject({ owed: ['newPassword'] })
  expect((await ask(here, '/api/Kbn/SafetyBeltDisplay')).status).toBe(403)
  await product.context.db.updateTable('app_user').set({ email: null }).where('user_id', '=', taro.user_id).execute()
})

test('a code is no longer valid once somebody ends the sessions while it is exchanged', async () => {
  const { db, clock } = product.context
  const { company_id: companyId, user_id: userId } = await person({ email: 'taro@firm.example' })
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn(`company=${code}`, 'taro')
  const ending = await db.startTransaction().execute()
  await sql`select from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} for no key update`.execute(ending)
  const redeemed = browser.redeem(given)
  await expect.poll(async () => (await sql.raw(waitingForLocks).execute(db)).rows).toHaveLength(1)
  await endSessions(ending, { companyId, userId }, 'all', 'endedByAdministrator', clock())
  await ending.commit().execute()
  expect(await redeemed).toMatchObject({ status: 401 })
  await db.updateTable('app_user').set({ email: null }).where('user_id', '=', userId).execute()
})

test('a code is of use to the browser that began, and for a minute', async () => {
  await person({ email: 'taro@firm.example' })
  const [mine, theirs] = [browseAt(product.app, provider), browseAt(product.app, provider)]
  const stolen = await mine.signIn(`company=${code}`, 'taro')
  await theirs.signIn(`company=${code}`, 'stranger')
  expect((await theirs.redeem(stolen.code)).status).toBe(401)
  expect((await mine.redeem(stolen.code)).status).toBe(401)
  const late = browseAt(product.app, provider)
  const { code: given } = await late.signIn(`company=${code}`, 'taro')
  product.time.now = new Date(product.time.now.getTime() + 60_000)
  expect((await late.redeem(given)).status).toBe(401)
})

test('an answer that this browser did not ask for, or asked for long ago, leads to nothing', async () => {
  const [mine, theirs] = [browseAt(product.app, provider), browseAt(product.app, provider)]
  const answer = await mine.signInUpTo(`company=${code}`, 'taro')
  expect((await theirs.open(answer)).failure).toBe('expired')
  await theirs.signIn(`company=${code}`, 'stranger')
  expect((await theirs.open(answer)).failure).toBe('expired')
  product.time.now = new Date(product.time.now.getTime() + 600_000)
  expect((await mine.open(answer)).failure).toBe('expired')
})

test('a code that a provider has brought to another company’s address goes to no provider', async () => {
  const theirs = await makeUser(product.context.db, 'AdminUnitContract', other, { password })
  await product.askAs(theirs, 'PUT', `/api/Company/${other.company_id}/IdentityProvider`, settings())
  const browser = browseAt(product.app, provider)
  // The other company's provider sends the browser on to ours, with all that belongs to the attempt but our address.
  const answer = await browser.signInUpTo(`company=${await codeOf(other)}`, 'taro', (there) =>
    there.searchParams.set('redirect_uri', redirectUriOf(office)),
  )
  expect(answer).toContain(`/Sso/${office.company_id}/Callback?code=`)
  expect((await browser.open(answer)).failure).toBe('expired')
})

test('an answer that names another issuer is none', async () => {
  await person({ email: 'taro@firm.example' })
  const browser = browseAt(product.app, provider)
  const answer = new URL(await browser.signInUpTo(`company=${code}`, 'taro'), publicUrl)
  expect(answer.searchParams.get('iss')).toBe(provider.issuer)
  answer.searchParams.set('iss', 'https://id.elsewhere.example')
  expect((await browser.open(answer.pathname + answer.search)).failure).toBe('unreachable')
  await product.context.db.updateTable('app_user').set({ email: null }).where('email', '=', 'taro@firm.example').execute()
})

test('somebody who gives up there gets a message, and a provider that was switched off cannot be used', async () => {
  const browser = browseAt(product.app, provider)
  expect((await browser.signIn(`company=${code}`, null)).failure).toBe('refused')
  await save({ enabled: '0' })
  expect((await browser.start(`company=${code}`)).failure).toBe('notInUse')
  await save()
})

test('guesses at companies and login IDs count as wrong passwords do, however many come at once', async () => {
  const browser = browseAt(product.app, provider, '198.51.100.77')
  const all = await Promise.all(Array.from({ length: 60 }, () => browser.start('username=nobody-of-that-name')))
  const count = (reason: string) => all.filter(({ failure }) => failure === reason).length
  expect([count('notInUse'), count('tooMany')]).toEqual([30, 30])
  expect((await browser.start(`company=${code}`)).failure).toBe('tooMany')
  // A page that somebody there has open can ask as often, and must not prevent the office from signing in by password.
  const { login_id: username } = await person({ password: 'Right-1234' })
  const payload = { username, password: 'Right-1234' }
  const answer = await product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress: '198.51.100.77' })
  expect(answer.status).toBe(200)
})

test('starts that lead to a provider count too, and not in a browser that somebody signed in from', async () => {
  const address = '198.51.100.78'
  const { login_id: username } = await person({ password: 'Right-1234' })
  const payload = { username, password: 'Right-1234' }
  const { headers } = await product.ask('POST', '/api/Authenticate/Login', { payload, remoteAddress: address })
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
  const rows = Array.from({ length: 99 }, () => ({ address: `sso starts ${address}`, at: product.time.now }))
  await product.context.db.insertInto('login_failure').values(rows).execute()
  const ledTo = async (cookie = '') =>
    String(
      (await product.ask('GET', `/api/Authenticate/Sso?company=${code}`, { remoteAddress: address, headers: { cookie } })).headers[
        'location'
      ],
    )
  expect(await ledTo()).toContain(provider.issuer)
  expect(await ledTo()).toContain('tooMany')
  expect(await ledTo(cookies.join('; '))).toContain(provider.issuer)
})

test('starts all over a wider network count together', async () => {
  const startFrom = async (remoteAddress: string, startQuery: string) =>
    String((await product.ask('GET', `/api/Authenticate/Sso?${startQuery}`, { remoteAddress })).headers['location'])
  const rows = [
    ...Array.from({ length: 400 }, () => ({ address: 'sso starts 198.51.101.0/24', at: product.time.now })),
    ...Array.from({ length: 239 }, () => ({ address: 'sso 2001:db8:77::/48', at: product.time.now })),
  ]
  await product.context.db.insertInto('login_failure').values(rows).execute()
  expect(await startFrom('198.51.101.9', `company=${code}`)).toContain('tooMany')
  expect(await startFrom('198.51.102.9', `company=${code}`)).toContain(provider.issuer)
  expect(await startFrom('2001:db8:77:1::1', 'username=nobody-of-that-name')).toContain('notInUse')
  expect(await startFrom('2001:db8:77:2::1', 'username=nobody-of-that-name')).toContain('tooMany')
})

test.each([
  ['an image on another site', 'cross-site', 'image', 403],
  ['a frame on another site', 'cross-site', 'iframe', 403],
  ['a link on another site', 'cross-site', 'document', 302],
  ['the login screen', 'same-origin', 'document', 302],
])('%s is answered as one that may begin a sign-in or not', async (_what, site, dest, status) => {
  const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': dest }
  expect((await product.ask('GET', `/api/Authenticate/Sso?company=${code}`, { headers })).status).toBe(status)
})

test('the secret is shown to nobody, stored sealed, on no record, and stays with the provider it is for', async () => {
  const { status, body } = await product.askAs(admin, 'GET', url())
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { hasSecret: true, redirectUri: redirectUriOf(office), domains: 'firm.example' },
  })
  const { rows } = await product.context.pool.query('select p::text as row, p.client_secret from identity_provider p')
  const texts = [JSON.stringify(body), JSON.stringify(await product.recordedOf('identityProvider')), JSON.stringify(rows)]
  for (const text of texts) expect(text).not.toContain(testClient.clientSecret)
  expect((rows[0] as { client_secret: Buffer }).client_secret.includes(testClient.clientSecret)).toBe(false)

  expect((await save({ clientSecret: null })).status).toBe(200)
  const missing = { status: 400, body: ['クライアントシークレット：クライアントシークレットを入力してください。'] }
  expect(await save({ clientSecret: '', clientId: 'another' })).toMatchObject(missing)
  expect(await save({ clientSecret: '', issuer: `http://${provider.host}/other` })).toMatchObject(missing)
})

test('nothing is called in our own network, and nothing but a provider is saved as one', async () => {
  const forbidden = ['http://firm.example', 'https://127.0.0.1', 'https://10.0.0.1:8443', 'https://[::1]', 'https://localhost']
  for (const issuer of forbidden)
    expect(await save({ issuer })).toMatchObject({ status: 400, body: [expect.stringMatching(/^発行者のURL（issuer）：このサーバーから/)] })
  expect(await save({ issuer: `http://${provider.host}/other` })).toMatchObject({
    status: 400,
    body: [expect.stringMatching(/^発行者のURL（issuer）：認証サービスが見つからない/)],
  })
  expect((await save({ issuer: `${provider.issuer}?a=1` })).status).toBe(400)
})

test('somebody with a second factor here is asked for it after the provider as well', async () => {
  const taro = await person({ email: 'taro@firm.example', password })
  const { secret } = await enrolTotp(product, taro, password)
  const browser = browseAt(product.app, provider)
  const { code: given } = await browser.signIn(`company=${code}`, 'taro')
  const half = await browser.redeem(given)
  expect(half).toMatchObject({ status: 200, body: { token: null, secondFactor: { methods: ['totp', 'recoveryCode'] } } })
  const { ticket } = (half.body as { secondFactor: { ticket: string } }).secondFactor
  const payload = { ticket, code: appCodeOf(product, secret) }
  expect(await product.ask('POST', '/api/Authenticate/SecondFactor', { payload })).toMatchObject({ body: { token: expect.any(String) } })
  const sessions = product.context.db.selectFrom('session').select('by_provider').where('user_id', '=', taro.user_id)
  expect(await sessions.orderBy('created_at', 'desc').executeTakeFirst()).toEqual({ by_provider: true })
  await product.context.db.updateTable('app_user').set({ email: null }).where('user_id', '=', taro.user_id).execute()
})

test('a provider is changed with one’s own password only, and the other administrators are notified who did it', async () => {
  const { db } = product.context
  await makeUser(db, 'AdminUnitContract', office, { email: 'Other@firm.example' })
  await makeUser(db, 'AdminUnitContract', office, { email: 'left@firm.example', deleted_at: new Date() })
  await makeUser(db, 'AdminUnitContract', other, { email: 'theirs@firm.example' })
  await makeUser(db, 'HeadquartersAdmin', office, { email: 'base@firm.example' })
  const mails = () => db.selectFrom('outbox_mail').select(['company_id', 'recipients', 'subject', 'body']).orderBy('mail_id').execute()
  const wrong = { status: 400, body: ['現在のパスワードが違います。'] }
  expect(await save({ password: 'Wrong-1234' })).toMatchObject(wrong)
  expect(await product.askAs(admin, 'POST', `${url()}/Remove`, { password: 'Wrong-1234' })).toMatchObject(wrong)
  expect((await save({ password: undefined })).status).toBe(400)
  expect(await mails()).toEqual([])
  expect((await product.askAs(admin, 'GET', url())).body).toMatchObject({ hasSecret: true })
  expect((await save()).status).toBe(200)
  const body = expect.stringContaining(admin.full_name)
  expect(await mails()).toEqual([
    { company_id: office.company_id, recipients: { to: ['other@firm.example'] }, subject: expect.stringContaining('変わりました'), body },
  ])
  expect((await product.askAs(admin, 'POST', `${url()}/Remove`, { password })).status).toBe(200)
  expect((await mails()).at(-1)).toMatchObject({ subject: expect.stringContaining('削除されました'), body })
  expect((await save()).status).toBe(200)
})

test('a provider is its company’s, changes by versions, and goes', async () => {
  const { version } = (await product.askAs(admin, 'GET', url())).body as IdentityProvider
  expect((await save({ version: version - 1 })).status).toBe(412)
  const stranger = await makeUser(product.context.db, 'AdminUnitContract', await makeOffice(product.context.db), { password })
  expect((await save({}, stranger)).status).toBe(404)
  expect((await product.askAs(stranger, 'POST', `${url()}/Remove`, { password })).status).toBe(404)
  expect((await product.askAs(admin, 'POST', `${url()}/Remove`, { password })).status).toBe(200)
  expect((await product.askAs(admin, 'GET', url())).body).toMatchObject({ version: 0, issuer: '', hasSecret: false })
  const actions = (await product.recordedOf('identityProvider')).map(({ action }) => action)
  expect(actions.at(0)).toBe('create')
  expect(actions.at(-1)).toBe('delete')
})
