import { changeAddress, expect, moveTo, test } from './fixtures.ts'
import { answer, choose, field, fill, openNew, remove, row, save, saved } from './organisation-parts.ts'

test('a company is made, changed and deleted, and every step asks first and confirms afterwards', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const name = `海辺建設 ${Date.now()}`
  const provider = { issuer: 'https://sso.example', client_id: 'c', client_secret: Buffer.from('x'), claim: 'email', matches: 'email' }
  const { companyId: company_id, name: withProvider } = site.company
  await product.db
    .insertInto('identity_provider')
    .values({ ...provider, company_id, domains: [], enabled: true, version: 1 })
    .execute()
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`/company/list?companyName=${encodeURIComponent(name)}`)
  await expect(page.getByText('該当する会社はありません')).toBeVisible()
  await openNew(page, '会社')
  await expect(page).toHaveURL('/company/create/new')

  await fill(page, { 会社名: name })
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

  // Whose people may sign in at a provider of their own is in the list, which leads to where that is set.
  await changeAddress(page, `/company/list?companyName=${encodeURIComponent(withProvider)}`)
  await page.getByRole('link', { name: `${withProvider}の認証サービス：使っている` }).click()
  await expect(field(page, '発行者のURL（issuer）')).toHaveValue('https://sso.example')
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
  await fill(page, {
    拠点コード: `D-${Date.now()}`,
    拠点名: name,
    最寄りの病院: '臨海総合病院',
    緊急時の手順: '1. 涼しい場所へ移す',
  })
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
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { level: 1, name: '体調一覧' })).toBeVisible()

  // Its work is finished: it is archived after its name was typed, leaves the list, and is opened again.
  await moveTo(page, `/header-quaters/list?officeName=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name}を編集` }).click()
  await page.getByRole('button', { name: '拠点を閉鎖する' }).click()
  await answer(page, `「${name}」を閉鎖します。`, '拠点名の入力へ')
  const typing = page.getByRole('dialog', { name: `「${name}」の閉鎖` })
  await typing.getByRole('textbox', { name: '拠点名' }).fill(name)
  await typing.getByRole('button', { name: '閉鎖する' }).click()
  await expect(page.getByText('閉鎖済みの拠点です。')).toBeVisible()
  await expect(page.getByRole('button', { name: '更新する' })).toHaveCount(0)
  await moveTo(page, `/header-quaters/list?officeName=${encodeURIComponent(name)}`)
  await expect(page.getByText('該当する拠点はありません')).toBeVisible()
  await choose(page, '状態', '閉鎖済み')
  await expect(row(page, name)).toContainText('閉鎖済み')
  await page.getByRole('link', { name: `${name}の詳細` }).click()
  await page.getByRole('button', { name: '再開する' }).click()
  await answer(page, `「${name}」を再開します。`, '再開する')
  await expect(page.getByRole('link', { name: '編集する' })).toBeVisible()
  await expect(page.getByText('閉鎖済みの拠点です。')).toHaveCount(0)
})
