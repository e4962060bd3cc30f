import { message } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startImportTests } from './test-import.ts'
import { goodPassword } from './test-people.ts'

const { people, upload, fileOf, personOf } = await startImportTests()

const admin = (more: Record<string, string> = {}) => ({ 氏名: '管理　花子', フリガナ: 'カンリ　ハナコ', ...more })

test('base administrators get their login IDs from the system', async () => {
  const { db, contract } = people
  const office = await makeOffice(db, { base_code: 'OSK', company_id: people.office.company_id, last_admin_number: 3 })
  await makeUser(db, 'HeadquartersAdmin', office, { login_id: 'OSK-3' })
  const put = async (rows: Record<string, string>[]) =>
    upload(contract, office.office_id, await fileOf(rows, 'HeadquartersAdmin'), { role: 'ADMIN_HEADQUATER' })
  expect(await put([admin(), admin({ ログインID: 'osk-3', 氏名: '改名　花子' })])).toMatchObject({
    status: 200,
    body: { created: 1, updated: 1 },
  })
  expect(await personOf('OSK-4')).toMatchObject({ role: 'HeadquartersAdmin', office_id: office.office_id })
  expect(await personOf('OSK-3')).toMatchObject({ full_name: '改名　花子' })
  expect(await put([admin({ ログインID: 'mine' })])).toMatchObject({
    body: { messages: { 2: ['ログインID：自動で決まります。新しい拠点管理者では空にしてください。'] } },
  })
})

test('a common password is refused by its row; one set by somebody else must be changed; one’s own stays', async () => {
  const { db, service } = people
  const put = async (rows: Record<string, string>[]) =>
    upload(service, 0, await fileOf(rows, 'AdminUnitService'), { role: 'AdminUnitService' })
  const faultOf = (text: string) => ({ body: { messages: { 2: [`パスワード：${text}`] } } })
  expect(await put([admin({ ログインID: 'given-1', パスワード: 'Password1' })])).toMatchObject(faultOf(message('passwordCommon')))
  expect(await put([admin({ ログインID: 'given-1', パスワード: goodPassword }), admin({ ログインID: 'given-2' })])).toMatchObject({
    status: 200,
  })
  const owes = async (loginId: string) => (await personOf(loginId))?.must_change_password
  expect([await owes('given-1'), await owes('given-2')]).toEqual([true, false])
  await db.updateTable('app_user').set({ must_change_password: false }).where('login_id', '=', 'given-1').execute()
  expect(await put([admin({ ログインID: 'given-1', 氏名: '改名　花子' })])).toMatchObject({ status: 200 })
  expect(await owes('given-1')).toBe(false)
  expect(await put([admin({ ログインID: 'given-1', パスワード: goodPassword })])).toMatchObject({ status: 200 })
  expect(await owes('given-1')).toBe(true)
  expect(await put([admin({ ログインID: service.login_id, パスワード: goodPassword })])).toMatchObject(faultOf(message('passwordOwn')))
  expect((await personOf(service.login_id))?.password_hash).toBe(service.password_hash)
})

test('contract and service administrators', async () => {
  const { office, service } = people
  expect(
    await upload(service, office.company_id, await fileOf([admin({ ログインID: 'contract-9' })], 'AdminUnitContract'), {
      role: 'AdminUnitContract',
    }),
  ).toMatchObject({ status: 200 })
  expect(await personOf('contract-9')).toMatchObject({ role: 'AdminUnitContract', company_id: office.company_id, office_id: null })
  expect(
    await upload(service, 0, await fileOf([admin({ ログインID: 'service-9' })], 'AdminUnitService'), { role: 'AdminUnitService' }),
  ).toMatchObject({ status: 200 })
  const deletesSelf = await fileOf([{ ログインID: service.login_id, 削除: '1' }], 'AdminUnitService')
  expect(await upload(service, 0, deletesSelf, { role: 'AdminUnitService' })).toMatchObject({
    body: { messages: { 2: ['自分自身は削除できません。'] } },
  })
})
