import { message } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { testConfig } from '../../platform/test-context.ts'
import { createTestApp } from '../../test-app.ts'

const byDefault = 'https://sismil.example.jp/'
let product: Awaited<ReturnType<typeof createTestApp>>
let admin: Awaited<ReturnType<typeof makeUser>>
beforeAll(async () => {
  product = await createTestApp({ config: testConfig({ sismilUrl: byDefault }) })
  admin = await makeUser(product.context.db, 'AdminUnitService', await makeOffice(product.context.db))
})
afterAll(() => product.close())

const read = async () => (await product.askAs(admin, 'GET', '/api/MasterSetting/GetSismilHost')).body
const save = (payload: object) => product.askAs(admin, 'PUT', '/api/MasterSetting/UpdateSismilHost', payload)

test('the address is the configured one until somebody saves another, and again once it is reset; each is on record', async () => {
  expect(await read()).toEqual({ currentSismilHost: byDefault, defaultSismilHost: byDefault, version: 0 })
  const own = { currentSismilHost: 'http://other.example.jp/a?b=1', defaultSismilHost: byDefault, version: 1 }
  expect((await save({ newSismilUrl: ' http://other.example.jp/a?b=1 ', version: 0 })).body).toEqual(own)
  expect(await read()).toEqual(own)
  expect(await save({ newSismilUrl: 'https://third.example.jp/', version: 0 })).toMatchObject({ status: 412, body: message('C022') })
  expect((await save({ newSismilUrl: byDefault, version: 1 })).body).toEqual({ ...own, currentSismilHost: byDefault, version: 2 })
  expect((await save({ newSismilUrl: null })).body).toMatchObject({ version: 2 })
  expect(await product.recordedOf('masterSetting')).toMatchObject([
    { action: 'update', company_id: 0, before: { newSismilUrl: null }, after: { newSismilUrl: 'http://other.example.jp/a?b=1' } },
    { action: 'update', company_id: 0, after: { newSismilUrl: null } },
  ])
})

test.each(['', ' ', 'sismil', 'https://', 'ftp://sismil.example.jp/', 'javascript:alert(1)'])('“%s” is no address', async (newSismilUrl) =>
  expect(await save({ newSismilUrl })).toMatchObject({
    status: 400,
    body: ['SisMilのURL：https:// か http:// で始まるURLを入力してください。'],
  }),
)

test('an address with a control character in it is refused, not passed on', async () =>
  expect(await save({ newSismilUrl: 'https://sismil.example.jp/a\u0000b' })).toMatchObject({ status: 400 }))
