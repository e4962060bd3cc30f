import { makeUser } from '../apps/server/src/shared/organisation/test-factories.ts'
import { changeAddress, expect, moveTo, submitLogin, test } from './fixtures.ts'
import { answer, choose, dialog, downloadOf, field, fill, noteOf, remove, row, save, saved, unlock } from './organisation-parts.ts'
import { password } from './product.ts'
import { makeSite } from './site.ts'

const passwords = { パスワード: password, 確認用パスワード: password }

test('a contract-unit administrator is found, shown, locked out, let in again and deleted', async ({
  page,
  site,
  product,
  signInAs,
  openBrowser,
}) => {
  const fullName = `鍵　守${Date.now()}`
  await signInAs(site.accounts.AdminUnitService)
  const companyName = site.company.name
  const taken = `taken-${Date.now()}-x`
  await makeUser(product.db, 'AdminUnitService', undefined, { login_id: taken })
  await page.goto('/admin-unit-contract/create/new')
  await choose(page, '会社', companyName)
  await fill(page, { 氏名: fullName, フリガナ: 'カギ　マモル', ログインID: taken, ...passwords })
  await save(page, '登録する')
  // A taken login ID gives way to a free one.
  await expect(await noteOf(page, 'ログインID')).toContainText(`ログインID「${taken}」は使われています。`)
  await expect(field(page, 'ログインID')).toBeFocused()
  await expect(field(page, 'ログインID')).not.toHaveValue(taken)
  const loginId = await field(page, 'ログインID').inputValue()
  await save(page, '登録する')
  await saved(page)

  const list = `/admin-unit-contract/list?fullName=${encodeURIComponent(fullName)}`
  await expect(page).toHaveURL(/\/admin-unit-contract\/list/)
  await changeAddress(page, list)
  await expect(page.getByRole('button', { name: 'ダウンロード' })).toBeVisible()
  await expect(page.getByRole('button', { name: `${fullName}のロックを解除` })).toHaveCount(0)
  await page.getByRole('link', { name: fullName, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '契約管理者の詳細' })).toBeVisible()
  await expect(page.getByText(companyName).first()).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: '編集する' }).click()
  await fill(page, { 電話番号: '03-0000-1234' })
  await save(page, '更新する')
  await saved(page)
  await expect(page).not.toHaveURL(/\/edit\//)

  await unlock(page, product, list, { loginId, fullName })
  await expect(row(page, loginId)).toContainText('03-0000-1234')
  const other = await openBrowser(site.accounts.AdminUnitService)
  await other.evaluate(() => localStorage.clear())
  await other.goto('/login')
  await submitLogin(other, loginId)
  // Their password is the administrator's choice.
  await expect(other).toHaveURL('/change-password')

  const file = await downloadOf(page)
  expect(file.name).toMatch(/契約管理者.*\.csv$/)
  expect(file.text).toContain(`"${loginId}"`)

  await remove(page, fullName)
  await expect(page.getByText('該当する契約管理者はいません')).toBeVisible()
  await page.getByRole('button', { name: 'ダウンロード' }).click()
  await expect(page.getByText('出力するデータがありません。')).toBeVisible()
})

test('a base administrator whose saving lost its answer is there once, with the login ID that the form foretold', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const fullName = `場　所${Date.now()}`
  await signInAs(site.accounts.AdminUnitContract)
  await page.goto('/base-admin/create/new')
  await expect(page.getByText('拠点を選ぶと決まります。')).toBeVisible()
  await expect(field(page, 'ログインID')).toHaveCount(0)
  await choose(page, '拠点', site.here.name)
  const loginIds = page.getByText(new RegExp(`^${site.here.name}-\\d+$`))
  await expect(loginIds).toBeVisible()
  const loginId = (await loginIds.textContent()) ?? ''
  await fill(page, { 氏名: fullName, フリガナ: 'バ　ショ', ...passwords })
  // The server has done it all, and nothing of its answer comes back, however often one presses.
  await page.route('**/api/UserRole', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save(page, '登録する')
  await expect(dialog(page)).toContainText('この画面のまま、もう一度登録してください。')
  await dialog(page).getByRole('button', { name: '閉じる' }).click()
  await page.unroute('**/api/UserRole')
  await save(page, '登録する')
  await saved(page)
  const made = await product.db.selectFrom('app_user').where('full_name', '=', fullName).select('login_id').execute()
  expect(made).toEqual([{ login_id: loginId }])
  await expect(row(page, fullName)).toContainText(loginId)
  await page.getByRole('link', { name: fullName, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '拠点管理者の詳細' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)

  // Without a password, the one that is set stays.
  await page.getByRole('link', { name: '編集する' }).click()
  await expect(page.getByText(loginId)).toBeVisible()
  await fill(page, { 電話番号: '090-0000-1234' })
  await save(page, '更新する')
  await saved(page)
})

test('a base administrator who is sent to another company is a new account there, and the console continues with the list', async ({
  page,
  site,
  product,
  signInAs,
}) => {
  const other = await makeSite(product)
  const fullName = `移　動${Date.now()}`
  const { user_id: userId } = await makeUser(
    product.db,
    'HeadquartersAdmin',
    { company_id: site.company.companyId, office_id: site.here.officeId },
    { full_name: fullName, furigana: 'イ　ドウ' },
  )
  await signInAs(site.accounts.AdminUnitService)
  await page.goto(`/base-admin/list?fullName=${encodeURIComponent(fullName)}`)
  await page.getByRole('link', { name: fullName, exact: true }).click()
  await page.getByRole('link', { name: '編集する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '拠点管理者を編集' })).toBeVisible()
  await choose(page, '会社', other.company.name)
  await choose(page, '拠点', other.here.name)
  await page.getByRole('button', { name: '更新する', exact: true }).click()
  await answer(page, `「${fullName}」は移る先の会社に新しく登録されます。`, '更新する')
  await saved(page)
  // What lies behind is the view of an account that no longer exists.
  await expect(page).toHaveURL(/\/base-admin\/list/)
  await expect(page.getByRole('heading', { level: 1, name: '拠点管理者' })).toBeVisible()

  await changeAddress(page, `/base-admin/list?fullName=${encodeURIComponent(fullName)}`)
  await expect(row(page, fullName)).toContainText(other.here.name)
  await page.getByRole('link', { name: `${fullName}を編集` }).click()
  await expect(page).not.toHaveURL(new RegExp(`/${userId}$`))
  await fill(page, { フリガナ: 'イ　ドウコ' })
  await save(page, '更新する')
  await saved(page)
})

test("another company's people cannot be found, whatever is typed into the address", async ({ page, site, product, signInAs }) => {
  const other = await makeSite(product)
  await signInAs(site.accounts.AdminUnitContract)
  const paths = [
    `/worker/edit/${other.neighbour.userId}`,
    `/group/view/${other.groups.first}`,
    // Nor is a worker in the form of base administrators, or the other way round.
    `/base-admin/edit/${site.neighbour.userId}`,
    // Nor is anybody who cannot be.
    '/worker/edit/abc',
  ]
  await page.goto('/home')
  for (const path of paths) {
    await moveTo(page, path)
    await expect(page.getByRole('alert').filter({ hasText: '見つかりません。削除されたか、見る権限がありません。' })).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
  await moveTo(page, `/worker/list?officeId=${other.here.officeId}`)
  await expect(page.getByText('該当する作業者はいません')).toBeVisible()
  await expect(page.getByText('見つかりません', { exact: true })).toBeVisible()
  await expect(page.getByText(String(other.here.officeId), { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: '絞り込みを解除' }).click()
  await expect(row(page, site.neighbour.fullName)).toBeVisible()
})
