import { makeDevice } from '../apps/server/src/shared/organisation/test-factories.ts'
import { expect, test } from './fixtures.ts'
import { choose, dialog, field, fill, openNew, row, save, saved } from './organisation-parts.ts'
import { password } from './product.ts'

const worker = (loginId: string) => ({
  氏名: '新人　一郎',
  フリガナ: 'シンジン　イチロウ',
  ログインID: loginId,
  パスワード: password,
  確認用パスワード: password,
})

test("a worker is made at the base's own site, with devices nobody wears, and keeps the worker code", async ({
  page,
  site,
  product,
  signInAs,
}) => {
  await makeDevice(product.db, 'vital', site.here.officeId, { serial: '900' })
  await makeDevice(product.db, 'belt', site.here.officeId, { serial: 'B-900' })
  const loginId = `new-${Date.now()}`
  await signInAs(site.accounts.HeadquartersAdmin)
  await page.goto('/worker/list')
  await expect(page.getByText(site.here.name).first()).toBeVisible()
  await openNew(page, '作業者')
  await expect(page).toHaveURL(`/worker/create?OfficeId=${site.here.officeId}`)
  await expect(page.getByRole('combobox', { name: '拠点' })).toHaveCount(0)

  await fill(page, worker(loginId))
  await field(page, '生年月日').fill('昭和46年5月18日')
  await page.keyboard.press('Tab')
  await expect(field(page, '生年月日')).toHaveValue('1971/05/18')
  await page.getByRole('radio', { name: '女' }).check()
  await fill(page, { 作業者コード: 'MK-900' })

  await page.getByRole('button', { name: '体調デバイスを選ぶ' }).click()
  const picker = page.getByRole('dialog', { name: '体調デバイスを選ぶ' })
  const held = picker.getByRole('row').filter({ hasText: site.accounts.User.fullName })
  await expect(held.getByRole('radio')).toBeDisabled()
  // What can be chosen is above what somebody wears.
  await expect(picker.getByRole('row').nth(1).getByRole('radio')).toBeEnabled()
  await picker.getByLabel('シリアル番号').fill('B-900')
  // Until the rows are those that were searched for, one may be drawn again under the click.
  await expect(held).toHaveCount(0)
  await picker.getByRole('radio', { name: '安全帯 B-900' }).check()
  await picker.getByRole('button', { name: '決定する' }).click()
  await expect(picker.getByRole('alert')).toHaveText('この欄では体調デバイスを選んでください。')
  await picker.getByLabel('シリアル番号').fill('900')
  await picker.getByRole('radio', { name: '体調デバイス 900' }).check()
  await picker.getByRole('button', { name: '決定する' }).click()
  await expect(picker).toHaveCount(0)

  await page.getByRole('button', { name: '安全帯を選ぶ' }).click()
  const belts = page.getByRole('dialog', { name: '安全帯を選ぶ' })
  await belts.getByRole('radio', { name: '体調デバイス 900' }).check()
  await belts.getByRole('button', { name: '決定する' }).click()
  await expect(belts.getByRole('alert')).toHaveText('体調デバイスは1人に1台です。すでに 900 を選んでいます。')
  await belts.getByRole('button', { name: 'やめる' }).click()

  await save(page, '登録する')
  await saved(page)
  const made = row(page, loginId)
  await expect(made).toContainText('MK-900')
  await expect(made).toContainText('作業者')
  await expect(made.getByRole('cell', { name: '900', exact: true })).toBeVisible()

  await page.getByRole('link', { name: '新人　一郎を編集' }).click()
  await expect(field(page, '作業者コード')).toBeDisabled()
  await page.getByRole('button', { name: '体調デバイスを外す' }).click()
  await expect(page.getByRole('button', { name: '体調デバイスを選ぶ' })).toBeVisible()
  await field(page, '測定に同意した日').fill('2026/07/01')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: '心拍で判断する' })).toBeChecked()
  await page.getByRole('switch', { name: '心拍で判断する' }).click()
  await save(page, '更新する')
  await expect(row(page, loginId).getByRole('cell', { name: '900', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: '新人　一郎を編集' }).click()
  await expect(field(page, '測定に同意した日')).toHaveValue('2026/07/01')
  await expect(page.getByRole('switch', { name: '心拍で判断する' })).not.toBeChecked()
})

test('a site is chosen within a company; another one takes site and devices away', async ({ page, site, product, signInAs }) => {
  await makeDevice(product.db, 'vital', site.here.officeId, { serial: '901' })
  await signInAs(site.accounts.AdminUnitService)
  await page.goto('/worker/create')
  await expect(page.getByRole('combobox', { name: '拠点' })).toBeDisabled()
  await expect(page.getByRole('button', { name: '体調デバイスを選ぶ' })).toBeDisabled()
  await choose(page, '会社', site.company.name)
  await choose(page, '拠点', site.here.name)
  await page.getByRole('button', { name: '体調デバイスを選ぶ' }).click()
  await dialog(page).getByLabel('シリアル番号').fill('901')
  await expect(dialog(page).getByRole('row')).toHaveCount(2)
  await dialog(page).getByRole('radio', { name: '体調デバイス 901' }).check()
  await dialog(page).getByRole('button', { name: '決定する' }).click()
  await expect(page.getByRole('button', { name: '体調デバイスを変更' })).toBeVisible()
  await choose(page, '拠点', site.elsewhere.name)
  await expect(page.getByRole('button', { name: '体調デバイスを選ぶ' })).toBeVisible()
})
