import { allEndpoints, type Role } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { enrolTotp } from '../src/features/session/second-factor/test-app-of.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const password = 'Right-1234'

const one = (role: Role, office?: Awaited<ReturnType<typeof makeOffice>>) => makeUser(product.context.db, role, office, { password })
const owedOf = async (person: { user_id: number }) =>
  ((await product.askAs(person, 'GET', '/api/UserInfo')).body as { owed: string[] }).owed
const requireIn = (admin: { user_id: number }, companyId: number, value: '0' | '1') =>
  product.askAs(admin, 'PUT', `/api/MasterSetting/Company/${companyId}`, [
    { type: 'SIGN_IN_SETTING', key: 'SECOND_FACTOR_REQUIRED', value },
  ])

const words = ['はじめに、二段階認証を設定してください。設定するまで、ほかの操作はできません。']
// What a person signs in for; the others are called by anybody, by a key, or by a link.
const guarded = allEndpoints.filter(({ permission }) => Array.isArray(permission) || permission === 'session')

test('where a company requires it, its administrators set one up before anything else is answered', async () => {
  const office = await makeOffice(product.context.db)
  const admin = await one('AdminUnitContract', office)
  expect(await owedOf(admin)).toEqual([])
  expect((await requireIn(admin, office.company_id, '1')).status).toBe(200)
  expect(await owedOf(admin)).toEqual(['secondFactor'])

  const headers = await product.as(admin)
  const answered: string[] = []
  for (const { method, path, whileOwing } of guarded) {
    if (whileOwing === true) answered.push(path)
    else {
      const { status, body } = await product.ask(method, path.replaceAll(/:\w+/g, '1'), { headers })
      expect({ path, status, body }).toEqual({ path, status: 403, body: words })
    }
  }
  expect(answered).toEqual(expect.arrayContaining(['/api/SecondFactor', '/api/SecondFactor/Totp', '/api/SecondFactor/Totp/Confirm']))
  expect(answered).not.toContain('/api/SecondFactor/RequiredOfService')
  expect((await product.askAs(admin, 'GET', '/api/SecondFactor')).body).toMatchObject({ isRequired: true, isRequiredOfService: null })

  await enrolTotp(product, admin, password)
  expect(await owedOf(admin)).toEqual([])
  expect((await product.askAs(admin, 'GET', '/api/Office')).status).toBe(200)
  await product.askAs(admin, 'POST', '/api/SecondFactor/Totp/Remove', { password })
  expect(await owedOf(admin)).toEqual(['secondFactor'])
})

test('it is asked of nobody else: not of the roles below, not in another company', async () => {
  const [office, other] = [await makeOffice(product.context.db), await makeOffice(product.context.db)]
  const service = await one('AdminUnitService')
  expect((await requireIn(service, office.company_id, '1')).status).toBe(200)
  const below = ['HeadquartersAdmin', 'GroupLeader', 'User'] as const
  for (const role of below) expect(await owedOf(await one(role, office))).toEqual([])
  expect(await owedOf(await one('AdminUnitContract', other))).toEqual([])
  expect(await owedOf(service)).toEqual([])
  expect(await owedOf(await one('AdminUnitContract', office))).toEqual(['secondFactor'])
  expect((await requireIn(service, office.company_id, '0')).status).toBe(200)
  expect(await owedOf(await one('AdminUnitContract', office))).toEqual([])
})

test('a site decides nothing of it', async () => {
  const office = await makeOffice(product.context.db)
  for (const role of ['HeadquartersAdmin', 'AdminUnitContract'] as const) {
    const { status } = await product.askAs(await one(role, office), 'PUT', `/api/MasterSetting/Office/${office.office_id}`, [
      { type: 'SIGN_IN_SETTING', key: 'SECOND_FACTOR_REQUIRED', value: '1' },
    ])
    expect(status).toBe(400)
  }
})

test('the service’s administrators decide it for themselves, on record, and nobody else does', async () => {
  const office = await makeOffice(product.context.db)
  const [service, contract] = [await one('AdminUnitService'), await one('AdminUnitContract', office)]
  const decide = (person: { user_id: number }, isRequired: boolean) =>
    product.askAs(person, 'PUT', '/api/SecondFactor/RequiredOfService', { isRequired })
  expect((await decide(contract, true)).status).toBe(403)
  await enrolTotp(product, service, password)
  expect((await decide(service, true)).status).toBe(200)
  expect(await owedOf(service)).toEqual([])
  expect((await product.askAs(service, 'GET', '/api/SecondFactor')).body).toMatchObject({ isRequired: true, isRequiredOfService: true })
  expect(await owedOf(await one('AdminUnitService'))).toEqual(['secondFactor'])
  expect(await owedOf(contract)).toEqual([])
  expect((await decide(service, false)).status).toBe(200)
  expect((await product.recordedOf('masterSetting')).filter(({ company_id }) => company_id === 0)).toMatchObject([
    { user_name: service.login_id, after: { 'SIGN_IN_SETTING.SECOND_FACTOR_REQUIRED': '1' } },
    { after: { 'SIGN_IN_SETTING.SECOND_FACTOR_REQUIRED': '0' } },
  ])
})
