import { makeCompany } from '../apps/server/src/shared/organisation/test-factories.ts'
import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { answer, choose, dialog, field, fill, noteOf, remove, row, save, saved } from './organisation-parts.ts'

test('a company is made, changed and deleted, and every step asks first and confirms afterwards', async ({ page, site, signInAs }) => {
  const name = `海辺建設 ${Date.now()}`
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`/company/list?companyName=${encodeURIComponent(name)}`)
  await expect(page.getByText('該当する会社はありません')).toBeVisible()
  await page.getByRole('link', { name: '会社を追加' }).click()
  await expect(page).toHaveURL('/company/create/new')

  // Nothing is wrong before the first attempt.
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('2か所に入力の誤りがあります。')).toBeVisible()
  await expect(field(page, '会社コード')).toBeFocused()
  await expect(field(page, '会社コード')).toHaveAttribute('aria-invalid', 'true')
  await expect(await noteOf(page, '会社名')).toHaveText('この項目は必須です。')
  await fill(page, { 会社コード: 'あ'.repeat(101), 会社名: name })
  await expect(await noteOf(page, '会社コード')).toHaveText('100文字以内で入力してください。')
  await expect(page.getByText('1か所に入力の誤りがあります。')).toBeVisible()

  await fill(page, { 会社コード: `U-${Date.now()}` })
  await page.getByRole('button', { name: '登録する' }).click()
  await answer(page, '登録しますか。', 'やめる')
  await expect(page).toHaveURL('/company/create/new')
  await save(page, '登録する')
  await saved(page)
  await expect(page).toHaveURL(/\/company\/list\?companyName=/)
  await expect(row(page, name)).toBeVisible()

  await page.getByRole('link', { name: `${name}を編集` }).click()
  await expect(page).toHaveURL(/\/company\/edit\/\d+$/)
  // The list has a field of the same name, and stays until the form is there.
  await expect(page.getByRole('heading', { level: 1, name: '会社を編集' })).toBeVisible()
  await expect(field(page, '会社名')).toHaveValue(name)
  await fill(page, { 会社名: `${name}（改）` })
  await page.getByRole('button', { name: '戻る' }).click()
  await answer(page, '保存していない変更があります。', '編集に戻る')
  await save(page, '更新する')
  await expect(row(page, `${name}（改）`)).toBeVisible()

  await remove(page, `${name}（改）`)
  await expect(page.getByText('削除しました。')).toBeVisible()
  await expect(page.getByText('該当する会社はありません')).toBeVisible()
})

test('a taken code is refused in words, and a company that still holds something stays', async ({ page, site, product, signInAs }) => {
  const taken = await makeCompany(product.db, { code: `T-${Date.now()}` })
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/company/create/new')
  await fill(page, { 会社コード: taken.code, 会社名: '同じコード' })
  await save(page, '登録する')
  await answer(page, '入力した会社コードはすでに登録されています。', '閉じる')
  await expect(field(page, '会社名')).toHaveValue('同じコード')

  const company = await product.db
    .selectFrom('office')
    .innerJoin('company', 'company.company_id', 'office.company_id')
    .where('office.office_id', '=', site.here.officeId)
    .select('company.name')
    .executeTakeFirstOrThrow()
  await page.getByRole('button', { name: '戻る' }).click()
  await answer(page, '保存していない変更があります。', '保存せずに移動')
  await expect(page).toHaveURL(/\/company\/list/)
  await changeAddress(page, `/company/list?companyName=${encodeURIComponent(company.name)}`)
  await page.getByRole('button', { name: `${company.name}を削除` }).click()
  await answer(page, new RegExp(`「${company.name}」（会社コード .+）を削除します。`), '削除する')
  await expect(dialog(page)).toContainText('残っているため、削除できません。')
})

test('the list of companies says whose people may sign in at a provider of their own, and leads to where that is set', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const { companyId: company_id, name } = site.company
  const provider = { issuer: 'https://sso.example', client_id: 'c', client_secret: Buffer.from('x'), claim: 'email', matches: 'email' }
  await product.db
    .insertInto('identity_provider')
    .values({ ...provider, company_id, domains: [], enabled: true, version: 1 })
    .execute()
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`/company/list?companyName=${encodeURIComponent(name)}`)
  await expect(page.getByRole('columnheader', { name: '認証サービス' })).toBeVisible()
  await page.getByRole('link', { name: `${name}の認証サービス：使っている` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'シングルサインオン' })).toBeVisible()
  await expect(field(page, '発行者のURL（issuer）')).toHaveValue('https://sso.example')
})

test('the last row of the last page takes the list a page back', async ({ page, site, product, signInAs }) => {
  const name = `段 ${Date.now()}`
  for (let n = 1; n <= 21; n++) await makeCompany(product.db, { name: `${name} ${String(n).padStart(2, '0')}` })
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`/company/list?companyName=${encodeURIComponent(name)}&sortKey=companyName`)
  await expect(page.getByText('21社')).toBeVisible()
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('button', { name: `${name} 21を削除` }).click()
  await answer(page, 'を削除します。', '削除する')
  await expect(page).not.toHaveURL(/page=2/)
  await expect(row(page, `${name} 20`)).toBeVisible()
})

test('a site is made with its hours, contacts and heat, shown without a way to save, and leads to its people', async ({
  page,
  site,
  signInAs,
}) => {
  const name = `台場D棟 ${Date.now()}`
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/header-quaters/create/new')
  // One company: text, nothing to choose.
  await expect(page.getByRole('combobox', { name: '会社' })).toHaveCount(0)
  await page.getByRole('button', { name: '登録する' }).click()
  await expect(page.getByText('2か所に入力の誤りがあります。')).toBeVisible()
  await fill(page, {
    拠点コード: `D-${Date.now()}`,
    拠点名: name,
    緊急連絡先の電話番号: '03(5555)0119',
    最寄りの病院: '臨海総合病院',
    緊急時の手順: '1. 涼しい場所へ移す',
  })
  await expect(await noteOf(page, '緊急連絡先の電話番号')).toHaveText('半角の数字とハイフンで入力してください。')
  await fill(page, { 緊急連絡先の電話番号: '０３-5555-0119', 作業の開始: '07:30' })
  await expect(page.getByRole('status').filter({ hasText: '26' })).toBeVisible()
  await choose(page, '服装', '不浸透性のつなぎ服')
  await choose(page, '暑熱順化', '慣れている')
  await expect(page.getByRole('status').filter({ hasText: '18' })).toBeVisible()
  await save(page, '登録する')
  await saved(page)

  await expect(page).toHaveURL(/\/header-quaters\/list/)
  await changeAddress(page, `/header-quaters/list?officeName=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: /^D-/ }).click()
  await expect(page).toHaveURL(/\/header-quaters\/view\/\d+/)
  await expect(page.getByText('07:30')).toBeVisible()
  await expect(page.getByRole('link', { name: '03-5555-0119' })).toHaveAttribute('href', 'tel:0355550119')
  await expect(page.getByText('不浸透性のつなぎ服')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /登録する|更新する/ })).toHaveCount(0)
  await page.getByRole('link', { name: '編集する' }).click()
  await expect(field(page, '拠点名')).toHaveValue(name)

  await moveTo(page, `/header-quaters/list?officeName=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page).toHaveURL(/\/physical-condition\/list\?.*OfficeId=/i)
  await moveTo(page, `/header-quaters/list?officeName=${encodeURIComponent(name)}`)
  await remove(page, name)
})
